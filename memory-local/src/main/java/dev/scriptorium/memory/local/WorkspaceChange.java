package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.change.SourceProvenance;

/**
 * Changing topics by hand: one door for structured changes, whole files, patches and an editor's result. Every change is
 * checked, installed all or nothing, and committed; a refusal changes no byte.
 *
 * @since 0.1
 */
public interface WorkspaceChange {

    /**
     * The owner of the workspace as the caller of a change.
     *
     * @param origin where the change comes from: {@code session/turn}, or the name of a surface
     */
    SourceProvenance owner(String origin);

    /**
     * Applies a request.
     *
     * @throws dev.scriptorium.memory.api.MemoryException {@code NOT_PERMITTED} without complete authority;
     *     {@code CONCURRENT_UPDATE} when what the request touches has changed since its base; {@code WORKSPACE_BUSY} when
     *     the lock is not free in time; and the codes of the form of the change. Nothing has changed then
     */
    UpdateResult update(UpdateRequest request);

    /**
     * Puts the result of an editor in the place of a topic.
     *
     * @param before the text that was given to the editor; empty for a new topic
     * @param after the text that came back
     * @param allowDelete whether blocks may be gone
     * @throws dev.scriptorium.memory.api.MemoryException as {@link #update}
     */
    UpdateResult edit(TopicPath path, String before, String after, boolean allowDelete);
}
