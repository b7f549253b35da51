package dev.scriptorium.memory.local.check;

import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.local.tx.Transactions;
import dev.scriptorium.memory.markdown.source.ParsedArchive;
import java.util.function.Consumer;

/** Archives that cannot be read to their end. */
final class ArchiveCheck {
    private final Transactions transactions;
    private final Snapshot snapshot;

    ArchiveCheck(Transactions transactions, Snapshot snapshot) {
        this.transactions = transactions;
        this.snapshot = snapshot;
    }

    void run(Consumer<Finding> findings) {
        for (String path : snapshot.sources().paths()) {
            if (!snapshot.sources().complete(path)) {
                ParsedArchive archive = transactions.archive(path, snapshot);
                findings.accept(Finding.problem(
                        FindingCode.SOURCE_INCOMPLETE,
                        path,
                        0,
                        archive.problem().map(Object::toString).orElse("cannot be read to its end"),
                        "restore it from history; what stands before still serves"));
            }
        }
    }
}
