package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.session.WorkspaceId;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.local.tx.Transactions;
import dev.scriptorium.memory.markdown.topic.MemoryRecord;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The blocks of a workspace as other programs refer to them. */
final class BlockRefs {
    /** As many as a list that somebody chooses from can have. */
    private static final int MOST = 500;

    private final WorkspaceId workspace;
    private final Transactions transactions;

    BlockRefs(WorkspaceId workspace, Transactions transactions) {
        this.workspace = workspace;
        this.transactions = transactions;
    }

    /** Those whose words, topic or id contain a text, in the order of topics and of blocks in them. */
    List<MemoryRef> containing(Optional<String> text, int limit) {
        if (limit < 1 || limit > MOST) {
            throw new MemoryException(
                    ErrorCode.INVALID_ARGUMENT, "a limit of " + limit + "; expected a number from 1 to " + MOST);
        }
        String wanted = folded(text.orElse("").strip());
        Snapshot snapshot = transactions.current();
        List<MemoryRef> refs = new ArrayList<>();
        for (var path : snapshot.topics().paths()) {
            if (refs.size() >= limit) {
                break;
            }
            transactions.forEachRecord(snapshot, List.of(path), record -> {
                if (refs.size() < limit
                        && record.own()
                        && folded(searched(record)).contains(wanted)) {
                    refs.add(new MemoryRef(workspace, record.id(), path, record.content(), record.when()));
                }
            });
        }
        return refs;
    }

    private static String searched(MemoryRecord record) {
        return record.content() + "\n" + record.topicPath() + "\n^" + record.id();
    }

    /** Without case: upper case first, so that ß and ss, σ and ς are the same. */
    private static String folded(String text) {
        String folded = text.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT).replace('ς', 'σ');
        return Normalizer.normalize(folded, Normalizer.Form.NFC);
    }
}
