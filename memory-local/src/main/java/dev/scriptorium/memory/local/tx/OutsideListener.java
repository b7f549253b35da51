package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import java.util.List;

/**
 * Told what became of what people did in their own editors, and of what a crash left; never while a lock of the workspace's files is held.
 *
 * @since 0.1
 */
public interface OutsideListener {
    /** Nobody. */
    OutsideListener NONE = new OutsideListener() {};

    /** Files are part of the memory now, by a transaction of this operation id. */
    default void adopted(String operation, List<String> paths, List<BlockId> removed) {}

    /** An edit breaks a rule; the last good version serves. */
    default void quarantined(TopicPath path, int line, String rule) {}

    /** So much is gone that nothing is adopted. */
    default void held(MassDeletion deletion) {}

    /** What a crash cut short was completed, or dropped where it never held. */
    default void recovered(int completed, int dropped) {}

    /** A view that somebody edited was rendered again; the edited text is kept at another workspace path. */
    default void viewKept(String path, String keptAs) {}
}
