package dev.scriptorium.memory.bench.crash;

import dev.scriptorium.memory.api.session.Speaker;
import dev.scriptorium.memory.api.session.SpeakerKind;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.testkit.session.InMemorySession;
import dev.scriptorium.memory.testkit.session.InMemorySessionStore;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Random;

/** Short conversations full of facts, each with a fork; the same for the same seed. */
final class Conversations {
    static final int SESSIONS = 2;
    private static final int TURNS = 10;
    private static final int FORK_AT = 5;

    private static final List<String> NAMES = List.of("Grace", "Linus", "Ada", "Edsger", "Barbara", "Donald");
    private static final List<String> PLACES = List.of("Lisbon", "Porto", "Oslo", "Kyoto", "Quito", "Bergen", "Turin");
    private static final List<String> THINGS =
            List.of("cello", "bakery", "greenhouse", "telescope", "sailing boat", "orchard", "kiln", "loom");
    private static final List<String> STATEMENTS = List.of(
            "I moved from %2$s to %3$s in %5$d.",
            "My sister %1$s bought a %4$s in %2$s for %5$d euros.",
            "We decided to sell the %4$s before March %5$d.",
            "I prefer the %4$s over anything from %2$s.",
            "%1$s works at the %2$s museum and owns %5$d books.",
            "My doctor in %2$s is called %1$s and has a %4$s.");

    private Conversations() {}

    /** Every session, in a store that leaves marks to others. */
    static InMemorySessionStore store(long seed, Clock clock) {
        InMemorySessionStore store = InMemorySessionStore.withoutMarks(clock);
        Random random = new Random(seed);
        for (int s = 0; s < SESSIONS; s++) {
            InMemorySession session = store.session(name(s));
            OffsetDateTime time =
                    OffsetDateTime.parse("2023-01-01T08:00:00+01:00").plusDays(40L * s);
            for (int i = 0; i < TURNS; i++) {
                time = time.plusMinutes(random.nextInt(2_000));
                add(session, i, time, random);
                if (i == FORK_AT) {
                    session.fork("t" + (i - 2));
                }
            }
        }
        return store;
    }

    static String name(int session) {
        return "session-" + session;
    }

    private static void add(InMemorySession session, int number, OffsetDateTime time, Random random) {
        String turn = "t" + number;
        if (number % 4 == 3) {
            session.add(turn, TurnKind.ASSISTANT, "Thank you, I will keep that in mind.", more -> more.time(time));
            return;
        }
        boolean owner = random.nextBoolean();
        Speaker speaker = owner ? Speaker.of("owner/local", "Owner") : Speaker.of("u-7", "Mira");
        session.add(
                turn,
                TurnKind.USER,
                statement(random) + " " + statement(random),
                more -> more.time(time).speaker(speaker).speakerKind(owner ? SpeakerKind.OWNER : SpeakerKind.HUMAN));
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
