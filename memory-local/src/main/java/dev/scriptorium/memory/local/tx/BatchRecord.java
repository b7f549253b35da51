package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.local.internal.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is written once an entry is installed: the turns that are to be marked, the owed sources that no pass is shown
 * again, and how far a turn was shown that is too long for one pass.
 *
 * @param session the session of the turns
 * @param turns the turns, oldest first
 * @param owed sources that were owed, of any session
 * @param piece the piece that the pass ended with; null when it ended with a whole turn
 * @since 0.1
 */
public record BatchRecord(
        SessionId session,
        List<TurnId> turns,
        List<SourceRef> owed,
        @Nullable TurnPiece piece) {
    /** Copies the lists. */
    public BatchRecord {
        turns = List.copyOf(turns);
        owed = List.copyOf(owed);
    }

    /** Whole turns of a session, and nothing else. */
    public BatchRecord(SessionId session, List<TurnId> turns) {
        this(session, turns, List.of(), null);
    }

    /** Whether a source is written with it to its end. */
    boolean writes(SourceRef ref) {
        return owed.contains(ref)
                || (!ref.dialogue()
                        && ref.session().equals(session.value())
                        && turns.stream().anyMatch(turn -> turn.value().equals(ref.turn())));
    }

    /** The lines of our own state that say that its owed sources are owed no longer. */
    public String settledLines() {
        return OwedSources.settled(owed);
    }

    JsonObject toJson() {
        JsonObject json = JsonObject.create()
                .put("session", session.value())
                .putTexts("turns", turns.stream().map(TurnId::value).toList());
        if (!owed.isEmpty()) {
            json.putTexts("owed", owed.stream().map(SourceRef::value).toList());
        }
        return piece == null ? json : json.put("piece", piece.toJson());
    }

    static BatchRecord read(JsonObject json) {
        return new BatchRecord(
                new SessionId(json.requireText("session")),
                json.texts("turns").stream().map(TurnId::new).toList(),
                json.texts("owed").stream().map(SourceRef::new).toList(),
                json.object("piece").map(TurnPiece::read).orElse(null));
    }
}
