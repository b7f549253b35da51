package dev.scriptorium.memory.cli.importer;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SpeakerKind;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.cli.session.SessionAppender;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Adds the messages of another program's export as turns, session by session. Not thread-safe. */
final class ExportedTurns {
    private final SessionAppender appender;
    private final ImportNotes notes;
    private SessionId session = new SessionId("none");
    private ExportGraph graph = new ExportGraph();
    private Predicate<String> inStore = id -> false;
    private int added;
    private int known;

    ExportedTurns(SessionAppender appender, ImportNotes notes) {
        this.appender = appender;
        this.notes = notes;
    }

    /** Goes to a session, whose graph is closed. */
    void begin(SessionId next, ExportGraph itsGraph, Predicate<String> itsTurnsInStore) {
        session = next;
        graph = itsGraph;
        inStore = itsTurnsInStore;
    }

    /** Adds one message, whose parent the graph knows; one whose id the session has already changes nothing. */
    void add(int line, TurnId id, TurnKind kind, String text, @Nullable OffsetDateTime time, @Nullable String covers) {
        String parent = graph.parent(id.value(), inStore, note -> notes.add(line, inSession(note)));
        String covered = covers == null ? null : graph.nearestTurn(covers, inStore, missing -> {});
        Turn turn = Turn.builder(id, kind, text)
                .parent(parent == null ? null : new TurnId(parent))
                .time(time)
                .speakerKind(speakerKind(kind))
                .injectedRecall(kind.speech() ? RecallFences.in(text) : List.of())
                .covers(covered == null ? null : new TurnId(covered))
                .build();
        switch (appender.add(session, turn)) {
            case ADDED -> added++;
            case KNOWN -> known++;
            case DIFFERENT -> {
                known++;
                notes.add(line, inSession("turn " + id + " is there already and says something else; that one stays"));
            }
        }
    }

    private static SpeakerKind speakerKind(TurnKind kind) {
        return switch (kind) {
            case USER -> SpeakerKind.OWNER;
            case ASSISTANT -> SpeakerKind.RUNTIME;
            default -> SpeakerKind.UNKNOWN;
        };
    }

    /** Names the tip that the conversation is on, or what stands nearest above it. */
    void head(String id) {
        String head = graph.nearestTurn(
                id,
                inStore,
                missing -> notes.add(0, inSession("the export is on a message that it lacks, " + missing)));
        if (head != null) {
            appender.head(session, new TurnId(head));
        }
    }

    private String inSession(String note) {
        return "session " + session + ": " + note;
    }

    int added() {
        return added;
    }

    int known() {
        return known;
    }
}
