package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.session.WorkspaceId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A block as other programs refer to it: by workspace and id, with what a person needs to see to choose it. Immutable.
 *
 * @since 0.1
 */
public final class MemoryRef {
    private final WorkspaceId workspace;
    private final BlockId id;
    private final TopicPath path;
    private final String content;
    private final @Nullable String when;

    MemoryRef(WorkspaceId workspace, BlockId id, TopicPath path, String content, @Nullable String when) {
        this.workspace = workspace;
        this.id = id;
        this.path = path;
        this.content = content;
        this.when = when;
    }

    /** The workspace. */
    public WorkspaceId workspace() {
        return workspace;
    }

    /** The block's own id. */
    public BlockId id() {
        return id;
    }

    /** Its topic. */
    public TopicPath path() {
        return path;
    }

    /** Its words. */
    public String content() {
        return content;
    }

    /** The first date of its evidence. */
    public Optional<String> when() {
        return Optional.ofNullable(when);
    }
}
