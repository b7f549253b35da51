package dev.scriptorium.memory.testkit.assertj;

import dev.scriptorium.memory.local.BlockOrigin;
import dev.scriptorium.memory.local.CitedTurn;
import java.util.List;
import org.assertj.core.api.AbstractAssert;

/**
 * Assertions over one block and what it rests on.
 *
 * @since 0.1
 */
public final class BlockAssert extends AbstractAssert<BlockAssert, BlockOrigin> {
    private final WorkspaceAssert workspace;

    BlockAssert(BlockOrigin actual, WorkspaceAssert workspace) {
        super(actual, BlockAssert.class);
        this.workspace = workspace;
    }

    /** Fails unless the block cites exactly these turns, in any order. */
    public BlockAssert citing(String... refs) {
        isNotNull();
        List<String> wanted = List.of(refs).stream().sorted().toList();
        List<String> present = actual.evidence().stream()
                .map(CitedTurn::ref)
                .map(Object::toString)
                .distinct()
                .sorted()
                .toList();
        if (!present.equals(wanted)) {
            failWithMessage("expected block ^%s to cite %s, it cites %s", actual.id(), wanted, present);
        }
        return this;
    }

    /** Fails unless the words stand in a turn that the block cites. */
    public BlockAssert quoting(String words) {
        isNotNull();
        if (actual.evidence().stream().noneMatch(turn -> turn.quote().contains(words))) {
            failWithMessage(
                    "expected a turn that block ^%s cites to say \"%s\"; they say%n  %s",
                    actual.id(),
                    words,
                    String.join(
                            "\n  ",
                            actual.evidence().stream().map(CitedTurn::quote).toList()));
        }
        return this;
    }

    /** Fails unless the block stands in this topic. */
    public BlockAssert inTopic(String path) {
        isNotNull();
        if (!actual.path().value().equals(path)) {
            failWithMessage("expected block ^%s in %s, it is in %s", actual.id(), path, actual.path());
        }
        return this;
    }

    /** Back to the workspace. */
    public WorkspaceAssert and() {
        return workspace;
    }
}
