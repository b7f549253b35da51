package dev.scriptorium.memory.local.writer;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.AuthorityTier;
import dev.scriptorium.memory.api.session.Speaker;
import dev.scriptorium.memory.api.session.SpeakerKind;
import dev.scriptorium.memory.api.session.TurnKind;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns of a conversation for tests, built in the order in which they are said. */
final class Talk {
    private final String session;
    private final List<BatchTurn> turns = new ArrayList<>();
    private @Nullable OffsetDateTime time = OffsetDateTime.parse("2023-05-10T18:30:00+02:00");
    private AuthorityTier tier = AuthorityTier.OWNER;
    private SpeakerKind speakerKind = SpeakerKind.UNKNOWN;

    private Talk(String session) {
        this.session = session;
    }

    static Talk in(String session) {
        return new Talk(session);
    }

    /** One turn of an owner without a name, on Wednesday, 10 May 2023. */
    static BatchTurn turn(String text) {
        return Talk.in("one").user(text).turns().get(0);
    }

    /** One sentence of such a turn. */
    static Sentence sentence(String text) {
        return Sentence.of(0, text).get(0);
    }

    Talk on(String isoTime) {
        time = OffsetDateTime.parse(isoTime);
        return this;
    }

    Talk undated() {
        time = null;
        return this;
    }

    Talk tier(AuthorityTier value) {
        tier = value;
        return this;
    }

    Talk speakerKind(SpeakerKind value) {
        speakerKind = value;
        return this;
    }

    Talk user(String text) {
        return add(TurnKind.USER, null, text);
    }

    Talk assistant(String text) {
        return add(TurnKind.ASSISTANT, null, text);
    }

    /** Somebody with this name, whose id is {@code id-} and the name. */
    Talk says(String name, String text) {
        return add(TurnKind.USER, Speaker.of("id-" + name, name), text);
    }

    Talk says(Speaker speaker, String text) {
        return add(TurnKind.USER, speaker, text);
    }

    Talk add(TurnKind kind, @Nullable Speaker speaker, String text) {
        SourceRef ref = new SourceRef("test/" + session + "/m" + (turns.size() + 1));
        turns.add(new BatchTurn(ref, kind, tier, speakerKind, speaker, time, "label", text));
        return this;
    }

    List<BatchTurn> turns() {
        return List.copyOf(turns);
    }
}
