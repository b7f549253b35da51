package dev.scriptorium.memory.bench.crash;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.WorkspaceId;
import dev.scriptorium.memory.api.session.WrittenMarks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** Marks as a host keeps them, in a file of its own; it refuses to set any the first times it is asked to. */
final class HostMarks implements WrittenMarks {
    private static final int REFUSALS = 2;

    private final Path file;
    private final AtomicInteger left = new AtomicInteger(REFUSALS);

    HostMarks(Path file) {
        this.file = file;
    }

    private static String line(SessionId session, TurnId turn) {
        return session + " " + turn;
    }

    @Override
    public Set<TurnId> marked(SessionId session, Collection<TurnId> turns, WorkspaceId workspace) {
        Set<String> lines = new HashSet<>(lines());
        return turns.stream()
                .filter(turn -> lines.contains(line(session, turn)))
                .collect(Collectors.toCollection(HashSet::new));
    }

    private java.util.List<String> lines() {
        try {
            return Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            return java.util.List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void mark(SessionId session, Collection<TurnId> turns, WorkspaceId workspace) {
        if (left.getAndUpdate(now -> Math.max(0, now - 1)) > 0) {
            throw new IllegalStateException("the host cannot mark turns now");
        }
        StringBuilder lines = new StringBuilder();
        turns.forEach(turn -> lines.append(line(session, turn)).append('\n'));
        try {
            // One write: whole or not at all, as with the metadata of a real host.
            Files.writeString(file, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
