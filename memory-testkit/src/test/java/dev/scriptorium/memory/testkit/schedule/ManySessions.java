package dev.scriptorium.memory.testkit.schedule;

import dev.scriptorium.memory.api.session.SessionActivity;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionQuery;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.TurnKind;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/**
 * A store of many sessions that holds none of them: some are due, as many are being talked in, the others are idle and
 * empty. The same in every process; keeps no marks.
 */
final class ManySessions implements SessionStore {
    private static final OffsetDateTime LONG_AGO = OffsetDateTime.parse("2024-05-06T09:00:00Z");

    private final int sessions;
    private final int due;
    private final AtomicLong read = new AtomicLong();
    private LongConsumer lookedThrough = count -> {};

    ManySessions(int sessions, int due) {
        this.sessions = sessions;
        this.due = due;
    }

    /** Is told how many turns were read, whenever somebody has seen the last page. */
    void whenLookedThrough(LongConsumer told) {
        lookedThrough = told;
    }

    static String id(int number) {
        return String.format(Locale.ROOT, "s%07d", number);
    }

    /** What is said in a session that is due, and nowhere else. */
    static String words(int number) {
        return "I keep box number " + id(number) + " in the attic.";
    }

    private int every() {
        return sessions / due;
    }

    boolean isDue(int number) {
        return number % every() == 0 && number / every() < due;
    }

    private boolean isActive(int number) {
        return number % every() == 1;
    }

    private int number(SessionId session) {
        return Integer.parseInt(session.value().substring(1));
    }

    @Override
    public Optional<Turn> turn(SessionId session, TurnId turn) {
        read.incrementAndGet();
        return Optional.of(Turn.builder(turn, TurnKind.USER, words(number(session)))
                .time(LONG_AGO)
                .build());
    }

    @Override
    public Optional<TurnId> head(SessionId session) {
        read.incrementAndGet();
        int number = number(session);
        return isDue(number) || isActive(number) ? Optional.of(new TurnId("u1")) : Optional.empty();
    }

    @Override
    public List<SessionActivity> sessions(SessionQuery query) {
        List<SessionActivity> page = new ArrayList<>();
        int from = query.after().map(after -> number(after) + 1).orElse(0);
        for (int number = from; number < sessions && page.size() < query.limit(); number++) {
            Instant activity = isActive(number) ? Instant.now() : LONG_AGO.toInstant();
            page.add(SessionActivity.of(new SessionId(id(number)), activity));
        }
        if (page.isEmpty()) {
            lookedThrough.accept(read.get());
        }
        return page;
    }
}
