package dev.scriptorium.memory.local.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.session.SessionActivity;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.disk.DiskObserver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HandledSessionsTests {
    private static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void begin() {
        file = directory.resolve("session-end.jsonl");
    }

    private HandledSessions loaded() throws IOException {
        HandledSessions sessions = new HandledSessions(file, Disk.observedBy(DiskObserver.NONE));
        sessions.load();
        return sessions;
    }

    private static SessionActivity session(String id, Instant activity) {
        return SessionActivity.of(new SessionId(id), activity);
    }

    @Test
    void aSessionIsHandledUntilItGoesOn() throws IOException {
        loaded().add(session("a", NOON));

        HandledSessions sessions = loaded();
        assertThat(sessions.contains(session("a", NOON))).isTrue();
        assertThat(sessions.contains(session("a", NOON.plusNanos(1)))).isFalse();
        assertThat(sessions.contains(session("b", NOON))).isFalse();
    }

    @Test
    void aLineThatAKillCutShortIsDroppedAndTheRestHolds() throws IOException {
        loaded().add(session("a", NOON));
        Files.writeString(file, "{\"session\":\"b\",\"act", StandardOpenOption.APPEND);

        HandledSessions sessions = loaded();
        sessions.add(session("c", NOON));

        assertThat(loaded().contains(session("a", NOON))).isTrue();
        assertThat(loaded().contains(session("c", NOON))).isTrue();
        assertThat(names()).containsExactly("session-end.jsonl");
    }

    @Test
    void aDamagedFileIsKeptBesideAndWhatCanBeReadHolds() throws IOException {
        loaded().add(session("a", NOON));
        Files.writeString(file, "nonsense\n", StandardOpenOption.APPEND);
        byte[] damaged = Files.readAllBytes(file);

        assertThat(loaded().contains(session("a", NOON))).isTrue();

        assertThat(names()).containsExactly("session-end.jsonl", "session-end.jsonl.damaged-1");
        assertThat(Files.readAllBytes(directory.resolve("session-end.jsonl.damaged-1")))
                .isEqualTo(damaged);
        loaded();
        assertThat(names()).hasSize(2);
    }

    @Test
    void bytesThatAreNoTextAreDamageToo() throws IOException {
        Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0, '\n'});

        assertThat(loaded().contains(session("a", NOON))).isFalse();

        assertThat(names()).containsExactly("session-end.jsonl", "session-end.jsonl.damaged-1");
    }

    @Test
    void afterALookAtAllLinesOfSessionsThatWentOnAreDropped() throws IOException {
        HandledSessions first = loaded();
        for (int i = 0; i < 1_100; i++) {
            first.add(session("gone-" + i, NOON));
        }
        first.add(session("kept", NOON));

        HandledSessions sessions = loaded();
        assertThat(sessions.contains(session("kept", NOON))).isTrue();
        sessions.add(session("new", NOON));
        sessions.dropOld();

        assertThat(Files.readAllLines(file)).hasSize(2);
        assertThat(loaded().contains(session("kept", NOON))).isTrue();
        assertThat(loaded().contains(session("new", NOON))).isTrue();
        assertThat(loaded().contains(session("gone-1", NOON))).isFalse();
    }

    private List<String> names() throws IOException {
        try (var files = Files.list(directory)) {
            return files.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }
}
