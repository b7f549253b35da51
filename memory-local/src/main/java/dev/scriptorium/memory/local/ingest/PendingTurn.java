package dev.scriptorium.memory.local.ingest;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.Turn;

/**
 * A turn that is to be written: the words of it that are archived, always all of them, and the piece of them that a
 * writer is shown in one pass.
 *
 * @param session its session
 * @param turn the turn
 * @param text its words
 * @param from where the piece begins that is shown next; 0 unless a pass was shown the beginning
 * @param to where that piece ends
 * @param owed whether it was archived before its host dropped it, and is owed to a writer since
 */
record PendingTurn(SessionId session, Turn turn, String text, int from, int to, boolean owed) {

    /** A turn of a branch, to be shown whole. */
    static PendingTurn of(SessionId session, Turn turn, String text) {
        return new PendingTurn(session, turn, text, 0, text.length(), false);
    }

    /** What follows the pieces that were shown before. */
    PendingTurn startingAt(int place) {
        // What is not speech may have been left out of it in another way since; no piece is ever empty.
        return place <= 0 || place >= text.length() ? this : new PendingTurn(session, turn, text, place, to, owed);
    }

    /** The piece that ends at a place. */
    PendingTurn endingAt(int place) {
        return new PendingTurn(session, turn, text, from, place, owed);
    }

    /** What is shown of it. */
    String shown() {
        return from == 0 && to == text.length() ? text : text.substring(from, to);
    }

    /** Whether what is shown goes to its end, so that it is written with it. */
    boolean ends() {
        return to == text.length();
    }
}
