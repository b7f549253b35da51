package dev.scriptorium.memory.testkit.assertj;

import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import java.util.List;
import org.assertj.core.api.AbstractAssert;

/**
 * Assertions over the bytes of a directory.
 *
 * @since 0.1
 */
public final class ByteSnapshotAssert extends AbstractAssert<ByteSnapshotAssert, ByteSnapshot> {

    ByteSnapshotAssert(ByteSnapshot actual) {
        super(actual, ByteSnapshotAssert.class);
    }

    /** Fails when a byte, a right or a time differs from an earlier look. */
    public ByteSnapshotAssert isUnchangedSince(ByteSnapshot before) {
        isNotNull();
        List<String> differences = before.differences(actual);
        if (!differences.isEmpty()) {
            failWithMessage("expected not a byte to change, but%n  %s", String.join("\n  ", differences));
        }
        return this;
    }
}
