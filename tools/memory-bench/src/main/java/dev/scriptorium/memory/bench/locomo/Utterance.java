package dev.scriptorium.memory.bench.locomo;

import java.time.OffsetDateTime;

/**
 * One turn of a conversation. Immutable.
 *
 * @param id such as {@code D1:3}: session and place
 * @param speaker their name
 * @param text what was said, with the line of its picture
 * @param time when the session was
 */
record Utterance(String id, String speaker, String text, OffsetDateTime time) {

    /** The session it is of, such as {@code D1}. */
    String session() {
        return id.substring(0, id.indexOf(':'));
    }
}
