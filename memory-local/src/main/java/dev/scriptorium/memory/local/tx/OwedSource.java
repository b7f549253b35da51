package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.AuthorityTier;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.Speaker;
import dev.scriptorium.memory.api.session.SpeakerKind;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.local.internal.json.JsonObject;
import java.time.OffsetDateTime;

/**
 * A turn that a host was about to drop and that no writer has been shown: what must be known of it when the host knows it
 * no longer. Its words are in the archive, and not here.
 *
 * @param ref its name in the archive
 * @param turn the turn, without its words
 * @param bytes the length of its words
 * @since 0.1
 */
public record OwedSource(SourceRef ref, Turn turn, long bytes) {

    /** The session that the turn was of. */
    public SessionId session() {
        return new SessionId(ref.session());
    }

    /** The turn with its words, as they are archived. */
    public Turn with(String words) {
        return Turn.builder(turn.id(), turn.kind(), words)
                .time(turn.time().orElse(null))
                .speaker(turn.speaker().orElse(null))
                .speakerKind(turn.speakerKind())
                .tier(turn.tier())
                .build();
    }

    JsonObject toJson() {
        JsonObject json = JsonObject.create()
                .put("owed", ref.value())
                .put("kind", turn.kind().name())
                .put("time", turn.time().map(OffsetDateTime::toString).orElse(null))
                .put("speaker_kind", turn.speakerKind().name())
                .put("tier", turn.tier().name())
                .put("bytes", bytes);
        turn.speaker().ifPresent(speaker -> json.put("speaker", speaker.id()).put("name", speaker.displayName()));
        return json;
    }

    /**
     * Reads one.
     *
     * @throws RuntimeException when the object is none
     */
    static OwedSource read(JsonObject json) {
        SourceRef ref = new SourceRef(json.requireText("owed"));
        String speaker = json.text("speaker").orElse(null);
        String name = json.text("name").orElse(null);
        Turn turn = Turn.builder(new TurnId(ref.turn()), TurnKind.valueOf(json.requireText("kind")), "")
                .time(json.text("time").map(OffsetDateTime::parse).orElse(null))
                .speaker(speaker == null && name == null ? null : new Speaker(speaker, name))
                .speakerKind(SpeakerKind.valueOf(json.requireText("speaker_kind")))
                .tier(AuthorityTier.valueOf(json.requireText("tier")))
                .build();
        return new OwedSource(ref, turn, json.number("bytes", 0));
    }
}
