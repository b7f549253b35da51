package dev.scriptorium.memory.local.commit;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.local.internal.io.DurableFiles;
import dev.scriptorium.memory.local.internal.json.JsonObject;
import dev.scriptorium.memory.local.tx.BatchRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Batches that are written and committed, and whose marks the session store has not taken yet: a line each. Their turns
 * are as good as marked. A line that cannot be read means that its turns are not written; they are handed out again, and
 * nothing is archived twice. Only the holder of the history lease writes.
 */
final class OwedMarks {
    private final Path file;

    OwedMarks(Path file) {
        this.file = file;
    }

    /** The turns of a session whose marks are owed. */
    Set<TurnId> turns(SessionId session) throws IOException {
        Set<TurnId> turns = new HashSet<>();
        for (BatchRecord batch : read()) {
            if (batch.session().equals(session)) {
                turns.addAll(batch.turns());
            }
        }
        return turns;
    }

    /** Adds a batch. */
    void add(BatchRecord batch) throws IOException {
        List<BatchRecord> all = new ArrayList<>(read());
        all.add(batch);
        write(all);
    }

    /** Tries every batch again, and forgets those whose marks are set now. */
    void settle(Predicate<BatchRecord> mark) throws IOException {
        List<BatchRecord> before = read();
        List<BatchRecord> left = before.stream().filter(mark.negate()).toList();
        if (left.size() < before.size()) {
            write(left);
        }
    }

    private List<BatchRecord> read() throws IOException {
        String text;
        try {
            text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            return List.of();
        }
        return text.lines().map(OwedMarks::batch).flatMap(Optional::stream).toList();
    }

    private static Optional<BatchRecord> batch(String line) {
        try {
            return JsonObject.parse(line)
                    .map(json -> new BatchRecord(
                            new SessionId(json.requireText("session")),
                            json.texts("turns").stream().map(TurnId::new).toList()));
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }

    private void write(List<BatchRecord> batches) throws IOException {
        if (batches.isEmpty()) {
            Files.deleteIfExists(file);
            return;
        }
        String lines = batches.stream().map(OwedMarks::line).collect(Collectors.joining());
        DurableFiles.replace(file, lines.getBytes(StandardCharsets.UTF_8));
    }

    private static String line(BatchRecord batch) {
        return JsonObject.create()
                        .put("session", batch.session().value())
                        .putTexts(
                                "turns",
                                batch.turns().stream().map(TurnId::value).toList())
                + "\n";
    }
}
