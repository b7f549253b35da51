package dev.scriptorium.memory.api.session;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;

/** A log, what it keeps, and a host that shows it windows. */
abstract class WindowSubject {
    static final SessionId S = new SessionId("s");

    final Kept kept = new Kept();
    final Clock clock = Clock.fixed(Instant.parse("2024-05-06T09:00:00Z"), ZoneOffset.UTC);
    TurnLog log;

    @BeforeEach
    void begin() {
        log = TurnLog.keptBy(kept, clock);
    }

    /** A keeper in memory, which may refuse. */
    static final class Kept implements TurnLogKeeper {
        final List<TurnLogEntry> entries = new ArrayList<>();
        boolean refuses;

        @Override
        public void append(TurnLogEntry entry) {
            if (refuses) {
                throw new IllegalStateException("no room");
            }
            entries.add(entry);
        }

        @Override
        public void read(Consumer<TurnLogEntry> each) {
            entries.forEach(each);
        }
    }

    /** Messages of the user; one that begins with {@code S:} is a summary, with {@code T:} of a tool. */
    static List<WindowMessage> window(String... texts) {
        List<WindowMessage> window = new ArrayList<>();
        for (int i = 0; i < texts.length; i++) {
            window.add(WindowMessage.of(kind(texts[i]), texts[i]));
        }
        return window;
    }

    private static TurnKind kind(String text) {
        if (text.startsWith("S:")) {
            return TurnKind.SUMMARY;
        }
        return text.startsWith("T:") ? TurnKind.TOOL : TurnKind.USER;
    }

    TurnId see(String... texts) {
        return log.see(S, window(texts)).orElseThrow();
    }

    List<String> branch(TurnId tip) {
        List<String> texts = new ArrayList<>();
        log.walk(S, tip, turn -> texts.add(turn.text()));
        Collections.reverse(texts);
        return texts;
    }

    List<List<String>> branches() {
        return log.tips(S).stream().map(this::branch).toList();
    }
}
