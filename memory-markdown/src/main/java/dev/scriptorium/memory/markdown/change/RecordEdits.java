package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.api.ref.BlockId;
import java.util.HashSet;
import java.util.Set;

/** Creates, updates and deletes records in the drafts. */
final class RecordEdits {
    private static final String LABEL = "new-evidence-record-";

    private final Drafts drafts;
    private final Set<String> issued = new HashSet<>();

    RecordEdits(Drafts drafts) {
        this.drafts = drafts;
    }

    /**
     * Puts a new record in its place.
     *
     * @param item its number in the request, from 0
     * @param ordinal its number among the changes of content, from 1, which numbers its evidence
     */
    void create(int item, int ordinal, CreateRecord change) {
        Destination destination = change.destination();
        TopicDraft draft = drafts.at(destination.topic());
        String label = label(ordinal);
        Part block = RecordText.block(
                item, draft.path(), destination.headings(), change.content(), label, java.util.List.of());
        Part definition = EvidenceText.definition(item, draft.path(), label, change.time(), change.sources());
        draft.insert(Placement.find(draft, destination, item), block);
        draft.insert(block, definition);
    }

    void update(int item, int ordinal, UpdateRecord change) {
        TopicDraft draft = drafts.holding(item, change.id());
        Part old = drafts.record(item, change.id());
        if (old.block().legacy()) {
            LegacyRecords.update(item, draft, old, change);
            return;
        }
        String label = label(ordinal);
        Part block = RecordText.block(
                item,
                draft.path(),
                old.block().headings(),
                change.content(),
                label,
                old.block().ids());
        Part definition = EvidenceText.definition(item, draft.path(), label, change.time(), change.sources());
        draft.replace(old, block);
        draft.removeUncited(RecordIds.labels(old.block()));
        draft.isolate(block);
        draft.insert(block, definition);
    }

    void delete(int item, BlockId id) {
        TopicDraft draft = drafts.holding(item, id);
        Part old = drafts.record(item, id);
        if (old.block().legacy()) {
            LegacyRecords.delete(draft, old, id.value());
        } else if (RecordIds.of(old.block()).stream().anyMatch(other -> !other.equals(id.value()))) {
            draft.replace(old, RecordText.without(old, id.value()));
        } else {
            draft.remove(old);
            draft.removeUncited(RecordIds.labels(old.block()));
        }
    }

    private String label(int ordinal) {
        int number = ordinal;
        while (drafts.defines(LABEL + number) || !issued.add(LABEL + number)) {
            number++;
        }
        return LABEL + number;
    }
}
