package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.markdown.normalize.CommittedTopics;
import dev.scriptorium.memory.markdown.source.SourceCatalog;
import java.util.List;
import java.util.Set;

/**
 * The structured change form: records created, updated, deleted, moved. All changes are checked before the first is
 * made; then creations, updates and deletions are made in the order given, and after them the moves. Ids, links and
 * pruning are left to what makes every edit canonical.
 *
 * @since 0.1
 */
public final class StructuredEdit {
    private StructuredEdit() {}

    /**
     * Stages changes. Pure: the same changes of the same state give the same texts.
     *
     * @param changes at least one
     * @param declared the sources of the request, whose labels are replaced
     * @param committed the state that the changes are for
     * @param sources the archives, declared sources included
     * @throws MemoryException {@code INVALID_ARGUMENT}; {@code MEMORY_NOT_FOUND} when an id or anchor is not there;
     *     {@code MISSING_SOURCE} for a label that is not declared; {@code INVALID_TOPIC_FORMAT} for words or sources
     *     that no topic can hold
     */
    public static StagedEdit stage(
            List<MemoryChange> changes, DeclaredSources declared, CommittedTopics committed, SourceCatalog sources) {
        if (changes.isEmpty()) {
            throw Refusal.invalid("memory_changes: expected at least one item");
        }
        List<MemoryChange> resolved = declared.resolve(changes);
        Drafts drafts = new Drafts(committed);
        Set<String> deleted = ChangePlan.check(resolved, drafts);
        RecordEdits edits = new RecordEdits(drafts);
        int ordinal = 0;
        for (int item = 0; item < resolved.size(); item++) {
            MemoryChange change = resolved.get(item);
            if (change instanceof CreateRecord create) {
                edits.create(item, ++ordinal, create);
            } else if (change instanceof UpdateRecord update) {
                edits.update(item, ++ordinal, update);
            } else if (change instanceof DeleteRecord delete) {
                ordinal++;
                edits.delete(item, delete.id());
            }
        }
        RecordMoves moves = new RecordMoves(drafts, sources);
        for (int item = 0; item < resolved.size(); item++) {
            if (resolved.get(item) instanceof MoveRecords move) {
                moves.move(item, move);
            }
        }
        return new StagedEdit(drafts.texts(), deleted);
    }
}
