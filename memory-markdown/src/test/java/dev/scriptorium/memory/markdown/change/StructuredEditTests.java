package dev.scriptorium.memory.markdown.change;

import static dev.scriptorium.memory.markdown.change.Changes.delete;
import static dev.scriptorium.memory.markdown.change.Changes.update;
import static dev.scriptorium.memory.markdown.change.Edits.M;
import static dev.scriptorium.memory.markdown.change.Edits.X_DEF;
import static dev.scriptorium.memory.markdown.change.Edits.code;
import static dev.scriptorium.memory.markdown.change.Edits.lines;
import static dev.scriptorium.memory.markdown.change.Edits.refusal;
import static dev.scriptorium.memory.markdown.change.Edits.topic;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StructuredEditTests {
    @Test
    void anEmptyRequestIsRefused() {
        assertThat(code(TopicTree.EMPTY)).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }

    @Test
    void unknownIdsAreRefusedWithTheirItem() {
        TopicTree tree = topic("First.[^x] ^aaaa1111", "", "[^x]: " + X_DEF);

        assertThat(refusal(tree, update("aaaa1111", "x"), delete("nope")))
                .hasMessageStartingWith("memory_changes[1]")
                .extracting(MemoryException::code)
                .isEqualTo(ErrorCode.MEMORY_NOT_FOUND);
        assertThat(code(tree, update("nope", "x"))).isEqualTo(ErrorCode.MEMORY_NOT_FOUND);
    }

    @Test
    void untouchedTopicsAreNotStaged() {
        TopicTree tree = Topics.tree(Map.of(
                M,
                lines("First.[^x] ^aaaa1111", "", "[^x]: " + X_DEF),
                "topics/n.md",
                lines("Second.[^x] ^bbbb1111", "", "[^x]: " + X_DEF)));

        assertThat(StructuredEdit.stage(List.of(update("aaaa1111", "x")), DeclaredSources.NONE, tree, Archive.S1)
                        .files())
                .hasSize(1);
    }
}
