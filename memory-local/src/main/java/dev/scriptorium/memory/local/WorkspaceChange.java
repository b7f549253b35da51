package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.change.SourceProvenance;
import java.util.Optional;

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

    /**
     * Makes an archived turn trusted, which only the owner may do, in person: the archive says so, the audit says who did it,
     * and blocks that cite nothing else untrusted are recalled from the next search on. Afterwards the writer looks at the
     * turn, unless a block cites it already; trouble with that is a value of the result. Of a turn that is trusted already
     * nothing changes.
     *
     * @throws dev.scriptorium.memory.api.MemoryException {@code NOT_PERMITTED} unless tier, speaker kind and principal are
     *     the owner's and the request is interactive; {@code MISSING_SOURCE} for a turn that no archive holds;
     *     {@code SOURCE_MODIFIED} when its archive is damaged; {@code WORKSPACE_BUSY} when the lock is not free in time.
     *     Nothing has changed then
     */
    PromotionResult promote(PromotionRequest request);

    /**
     * Archives what somebody said in a group whom the owner has not let in, as pending: no writer is shown it, no recall and
     * no resident block, until the owner promotes it. The same message is archived once.
     *
     * @return its name; empty when it is not taken: a direct chat, no words, more than 65,536 bytes of them or 4,096 of ids
     *     and names, 600 messages within an hour, or 64 MiB in all such archives. Nothing has changed then
     * @throws dev.scriptorium.memory.api.MemoryException {@code WORKSPACE_BUSY} when the lock is not free within a second;
     *     {@code SOURCE_MODIFIED} when the archive of the chat is damaged; {@code STORAGE_UNAVAILABLE}
     */
    Optional<SourceRef> archivePending(StrangerMessage message);
}
