package dev.scriptorium.memory.markdown.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import java.util.List;

/** One topic before and after changes. */
final class Edits {
    static final String M = "topics/m.md";
    static final String X_DEF = "Time: `2026-01-01`; Sources: [x](" + Archive.M1_TARGET + ")";
    static final String Y_DEF = "Time: `2026-01-02`; Sources: [y](" + Archive.M2_TARGET + ")";

    /** The definition of what {@link Changes#adding} adds. */
    static final String NEW_DEF = "[^e-0622c8bc08]: Time: `2026-08`; Sources: [lab](" + Archive.M1_TARGET + ")";

    private Edits() {}

    /** A topic from lines. */
    static TopicTree topic(String... lines) {
        return Topics.tree(M, lines(lines));
    }

    static String lines(String... lines) {
        return String.join("\n", lines) + "\n";
    }

    static String changed(TopicTree tree, MemoryChange... changes) {
        return Topics.texts(Update.of(tree, List.of(changes)).after()).getOrDefault(M, "(gone)");
    }

    static MemoryException refusal(TopicTree tree, MemoryChange... changes) {
        MemoryException refused = catchThrowableOfType(MemoryException.class, () -> Update.of(tree, List.of(changes)));
        assertThat(refused).isNotNull();
        return refused;
    }

    static ErrorCode code(TopicTree tree, MemoryChange... changes) {
        return refusal(tree, changes).code();
    }

    /** The block of "New." in a topic of that name. */
    static String newFact() {
        return "New.[^e-0622c8bc08] ^95da8a06";
    }
}
