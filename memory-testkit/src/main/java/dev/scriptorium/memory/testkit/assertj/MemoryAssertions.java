package dev.scriptorium.memory.testkit.assertj;

import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.local.MemoryWorkspace;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import java.util.Optional;

/**
 * Where assertions over memory begin.
 *
 * <pre>{@code
 * assertThatWrite(memory.write("s")).succeeded();
 * assertThat(memory).hasNoProblems().hasBlock("I moved to Lisbon").citing("local/s/u1");
 * }</pre>
 *
 * @since 0.1
 */
public final class MemoryAssertions {
    private MemoryAssertions() {}

    /** Over what a workspace holds. */
    public static WorkspaceAssert assertThat(MemoryWorkspace workspace) {
        return new WorkspaceAssert(workspace);
    }

    /** Over what the workspace of a test holds. */
    public static WorkspaceAssert assertThat(TemporaryWorkspace workspace) {
        return new WorkspaceAssert(workspace.workspace());
    }

    /** Over the bytes of a directory. */
    public static ByteSnapshotAssert assertThat(ByteSnapshot now) {
        return new ByteSnapshotAssert(now);
    }

    /** Over what {@code write} answered. */
    public static WriteAssert assertThatWrite(Optional<WriteFailure> answer) {
        return new WriteAssert(answer);
    }
}
