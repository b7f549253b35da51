package dev.scriptorium.memory.local.commit;

import dev.scriptorium.memory.local.git.BlobContent;
import dev.scriptorium.memory.local.tx.FileAppend;
import dev.scriptorium.memory.local.tx.FileChange;
import dev.scriptorium.memory.local.tx.JournalEntry;
import dev.scriptorium.memory.local.tx.Transactions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What the next commit is to hold of the entries walked so far: of each file the latest content. Not thread-safe. */
final class Carried {
    private final Transactions transactions;
    private final ArchiveBytes archives;
    private final Map<String, Optional<BlobContent>> files = new TreeMap<>();
    private final Map<String, List<FileAppend>> appends = new TreeMap<>();

    Carried(Transactions transactions, ArchiveBytes archives) {
        this.transactions = transactions;
        this.archives = archives;
    }

    void add(JournalEntry entry) {
        for (FileChange file : entry.files()) {
            String payload = file.payload();
            appends.remove(file.path());
            files.put(
                    file.path(),
                    payload == null
                            ? Optional.empty()
                            : Optional.of(() -> ArchiveBytes.payload(transactions, payload)));
        }
        for (FileAppend append : entry.appends()) {
            List<FileAppend> all = appends.computeIfAbsent(append.path(), path -> new ArrayList<>());
            all.add(append);
            List<FileAppend> sofar = List.copyOf(all);
            files.put(append.path(), Optional.of(archives.after(append.path(), sofar)));
        }
    }

    /** The files it writes, and those it removes (empty). */
    Map<String, Optional<BlobContent>> files() {
        return files;
    }

    /** How long archives are that were appended to. */
    Map<String, Long> lengths() {
        Map<String, Long> lengths = new TreeMap<>();
        appends.forEach((path, all) -> {
            FileAppend last = all.get(all.size() - 1);
            lengths.put(path, last.before() + last.length());
        });
        return lengths;
    }

    void clear() {
        files.clear();
        appends.clear();
    }
}
