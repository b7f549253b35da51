package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.ref.BlockId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a request as a whole must keep, checked against the state it starts from before anything is changed. */
final class ChangePlan {
    private final Drafts drafts;
    private final Map<String, Integer> content = new HashMap<>();
    private final Map<String, Integer> moved = new HashMap<>();
    private final Set<String> deleted = new HashSet<>();
    private final Set<Object> updated = new HashSet<>();

    private ChangePlan(Drafts drafts) {
        this.drafts = drafts;
    }

    /** Checks the request and returns the ids that it deletes. */
    static Set<String> check(List<MemoryChange> changes, Drafts drafts) {
        ChangePlan plan = new ChangePlan(drafts);
        for (int i = 0; i < changes.size(); i++) {
            plan.checkContent(i, changes.get(i));
        }
        for (int i = 0; i < changes.size(); i++) {
            if (changes.get(i) instanceof MoveRecords move) {
                plan.checkMove(i, move);
            }
        }
        return plan.deleted;
    }

    private void checkContent(int item, MemoryChange change) {
        if (change instanceof CreateRecord create) {
            checkAnchor(item, create.destination());
        } else if (change instanceof UpdateRecord update) {
            Part part = once(item, update.id());
            if (!updated.add(sharedContent(part, update.id()))) {
                throw Refusal.change(
                        item, ErrorCode.INVALID_ARGUMENT, "the block of ^" + update.id() + " is updated twice");
            }
        } else if (change instanceof DeleteRecord delete) {
            once(item, delete.id());
            deleted.add(delete.id().value());
        } else if (change instanceof MoveRecords move) {
            move.ids().forEach(id -> drafts.record(item, id));
            checkAnchor(item, move.destination());
        }
    }

    private void checkAnchor(int item, Destination destination) {
        BlockId anchor = destination.anchor();
        if (anchor != null) {
            drafts.record(item, anchor);
        }
    }

    private Part once(int item, BlockId id) {
        Part part = drafts.record(item, id);
        Integer before = content.putIfAbsent(id.value(), item);
        if (before != null) {
            throw Refusal.change(
                    item,
                    ErrorCode.INVALID_ARGUMENT,
                    "^" + id + " is changed already by memory_changes[" + before + "]");
        }
        return part;
    }

    /** What stands for the words that an id shares with others: its block, or for old records its citations. */
    private static Object sharedContent(Part part, BlockId id) {
        if (!part.block().legacy()) {
            return part;
        }
        return part.block().groups().stream()
                .filter(group -> group.labels().contains(id.value()))
                .findFirst()
                .map(group -> (Object) List.of(part, group.start()))
                .orElse(part);
    }

    private void checkMove(int item, MoveRecords move) {
        for (BlockId id : move.ids()) {
            if (deleted.contains(id.value())) {
                throw Refusal.change(item, ErrorCode.INVALID_ARGUMENT, "^" + id + " is deleted by the same request");
            }
            Integer before = moved.putIfAbsent(id.value(), item);
            if (before != null) {
                throw Refusal.change(
                        item,
                        ErrorCode.INVALID_ARGUMENT,
                        "^" + id + " is moved already by memory_changes[" + before + "]");
            }
        }
        List<String> given = move.ids().stream().map(BlockId::value).toList();
        int at = 0;
        while (at < given.size()) {
            Part part = drafts.record(item, move.ids().get(at));
            List<String> whole = new ArrayList<>(RecordIds.of(part.block()));
            whole.removeAll(deleted);
            int end = at + whole.size();
            if (end > given.size() || !given.subList(at, end).equals(whole)) {
                throw Refusal.change(
                        item,
                        ErrorCode.INVALID_ARGUMENT,
                        "^" + given.get(at) + " shares its block; move all of it in order: "
                                + String.join(", ", whole));
            }
            at = end;
        }
    }
}
