package dev.scriptorium.memory.testkit.crash;

import dev.scriptorium.memory.api.session.Speaker;
import dev.scriptorium.memory.api.session.SpeakerKind;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.testkit.session.InMemorySession;
import dev.scriptorium.memory.testkit.session.InMemorySessionStore;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Random;

/** Conversations full of facts, the same for the same seed. */
final class SyntheticConversation {
    private static final List<String> NAMES = List.of("Grace", "Linus", "Ada", "Edsger", "Barbara", "Donald");
    private static final List<String> PLACES = List.of("Lisbon", "Porto", "Oslo", "Kyoto", "Quito", "Bergen", "Turin");
    private static final List<String> THINGS =
            List.of("cello", "bakery", "greenhouse", "telescope", "sailing boat", "orchard", "kiln", "loom");
    private static final List<String> STATEMENTS = List.of(
            "I moved from %2$s to %3$s in %5$d.",
            "My sister %1$s bought a %4$s in %2$s for %5$d euros.",
            "We decided to sell the %4$s before March %5$d.",
            "I prefer the %4$s over anything from %2$s.",
            "Yesterday %1$s showed me the %4$s in %3$s.",
            "%1$s works at the %2$s museum and owns %5$d books.",
            "Next month I will travel to %3$s with %1$s.",
            "My doctor in %2$s is called %1$s and has a %4$s.");

    private SyntheticConversation() {}

    /** Adds sessions of a length to a store, with a fork in each. */
    static void fill(InMemorySessionStore store, long seed, int sessions, int turns) {
        Random random = new Random(seed);
        for (int s = 0; s < sessions; s++) {
            InMemorySession session = store.session("session-" + s);
            OffsetDateTime time =
                    OffsetDateTime.parse("2023-01-01T08:00:00+01:00").plusDays(40L * s);
            for (int i = 0; i < turns; i++) {
                time = time.plusMinutes(random.nextInt(2_000));
                add(session, i, time, random);
                if (i == turns / 2) {
                    session.fork("t" + (i - 3));
                }
            }
        }
    }

    private static void add(InMemorySession session, int number, OffsetDateTime time, Random random) {
        if (number % 4 == 3) {
            session.add(
                    "t" + number, TurnKind.ASSISTANT, "Thank you, I will keep that in mind.", turn -> turn.time(time));
            return;
        }
        String text = statement(random) + " " + statement(random);
        boolean owner = random.nextBoolean();
        Speaker speaker = owner ? Speaker.of("owner/local", "Owner") : Speaker.of("u-7", "Mira");
        session.add(
                "t" + number,
                TurnKind.USER,
                text,
                turn -> turn.time(time).speaker(speaker).speakerKind(owner ? SpeakerKind.OWNER : SpeakerKind.HUMAN));
    }

    private static String statement(Random random) {
        return pick(STATEMENTS, random)
                .formatted(
                        pick(NAMES, random),
                        pick(PLACES, random),
                        pick(PLACES, random),
                        pick(THINGS, random),
                        1_950 + random.nextInt(70));
    }

    private static String pick(List<String> from, Random random) {
        return from.get(random.nextInt(from.size()));
    }
}
