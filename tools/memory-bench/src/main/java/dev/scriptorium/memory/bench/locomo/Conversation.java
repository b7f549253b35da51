package dev.scriptorium.memory.bench.locomo;

import dev.scriptorium.memory.api.session.AuthorityTier;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.Speaker;
import dev.scriptorium.memory.api.session.SpeakerKind;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.TurnKind;
import java.util.ArrayList;
import java.util.List;

/**
 * A conversation of two people over many sessions, with what is asked about it. Immutable.
 *
 * @param id its sample id
 * @param speakers the names of the two, in the order of the data
 * @param utterances what was said, in order
 * @param questions what is asked
 * @param observations what the makers of the data noted down
 */
record Conversation(
        String id,
        List<String> speakers,
        List<Utterance> utterances,
        List<TestQuestion> questions,
        List<Observation> observations) {

    /**
     * What somebody noted down about a speaker in a session.
     *
     * @param session such as {@code D1}
     * @param gold the turns it rests on
     */
    record Observation(String session, String speaker, String text, List<String> gold) {
        Observation {
            gold = List.copyOf(gold);
        }
    }

    Conversation {
        speakers = List.copyOf(speakers);
        utterances = List.copyOf(utterances);
        questions = List.copyOf(questions);
        observations = List.copyOf(observations);
    }

    SessionId session() {
        return new SessionId(id);
    }

    /** The reference of a turn in a memory that archived the conversation. */
    String ref(String turn) {
        return "local/" + id + "/" + turn;
    }

    /** As a host would hold it. */
    List<Turn> turns() {
        List<Turn> turns = new ArrayList<>();
        TurnId before = null;
        for (Utterance said : utterances) {
            Turn turn = Turn.builder(new TurnId(said.id()), TurnKind.USER, said.text())
                    .parent(before)
                    .time(said.time())
                    .speaker(Speaker.of(id + "/" + said.speaker(), said.speaker()))
                    .speakerKind(SpeakerKind.HUMAN)
                    .tier(AuthorityTier.PAIRED)
                    .build();
            turns.add(turn);
            before = turn.id();
        }
        return turns;
    }
}
