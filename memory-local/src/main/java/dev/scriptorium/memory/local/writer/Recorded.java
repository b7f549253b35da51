package dev.scriptorium.memory.local.writer;

import dev.scriptorium.memory.markdown.source.SourceLocations;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What topics hold already of what the turns of a batch say. */
interface Recorded {

    /** Topics that hold nothing of it. */
    Recorded NOTHING = new Recorded() {
        @Override
        public boolean fromOthers(Sentence sentence) {
            return false;
        }

        @Override
        public boolean fromItsTurn(Sentence sentence) {
            return false;
        }
    };

    /** Whether a statement is recorded, and was first recorded from a turn outside the batch. */
    boolean fromOthers(Sentence sentence);

    /** Whether a statement is recorded with its own turn among its sources: then that turn was written before. */
    boolean fromItsTurn(Sentence sentence);

    /** What the topics of the speakers of a batch hold. */
    static Recorded of(List<BatchTurn> batch, TopicShelf shelf) {
        Set<String> names = new HashSet<>();
        batch.forEach(turn -> {
            names.add(turn.ref().value());
            names.add(SourceLocations.anchor(turn.ref()));
        });
        return new Recorded() {
            private List<Cited> evidence(Sentence sentence) {
                String statement = Words.normalised(sentence.text());
                return shelf.of(BatchRecorder.ownSubject(batch.get(sentence.turn()))).stream()
                        .filter(page -> page.holds(statement))
                        .findFirst()
                        .map(page -> page.evidence(statement))
                        .orElse(List.of());
            }

            @Override
            public boolean fromOthers(Sentence sentence) {
                List<Cited> evidence = evidence(sentence);
                return !evidence.isEmpty() && !evidence.get(0).beginsWith(names);
            }

            @Override
            public boolean fromItsTurn(Sentence sentence) {
                String ref = batch.get(sentence.turn()).ref().value();
                return evidence(sentence).stream().anyMatch(cited -> cited.names(ref));
            }
        };
    }
}
