package dev.scriptorium.memory.testkit.contract;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.TurnLog;
import dev.scriptorium.memory.api.session.TurnLogEntry;
import dev.scriptorium.memory.api.session.TurnLogKeeper;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A log makes up its own ids; given ones reach it as what its keeper has kept. */
class TurnLogContractTests extends SessionStoreContract {
    private final Map<SessionStore, TurnLogKeeper> keepers = new HashMap<>();

    /** Entries in memory. */
    private static final class KeptEntries implements TurnLogKeeper {
        private final List<TurnLogEntry> entries = new ArrayList<>();

        @Override
        public void append(TurnLogEntry entry) {
            entries.add(entry);
        }

        @Override
        public void read(Consumer<TurnLogEntry> each) {
            entries.forEach(each);
        }
    }

    @Override
    protected SessionStore store(SessionId session, List<Turn> turns) {
        KeptEntries kept = new KeptEntries();
        Turn last = turns.get(turns.size() - 1);
        kept.append(TurnLogEntry.of(session, Instant.EPOCH, parentsFirst(turns), last.id(), null));
        return open(kept);
    }

    /** An entry brings each turn after its parent, whatever order the contract tells them in. */
    private static List<Turn> parentsFirst(List<Turn> turns) {
        Map<TurnId, Turn> waiting = new LinkedHashMap<>();
        turns.forEach(turn -> waiting.put(turn.id(), turn));
        List<Turn> ordered = new ArrayList<>();
        while (!waiting.isEmpty()) {
            List<Turn> ready = waiting.values().stream()
                    .filter(turn -> turn.parent().filter(waiting::containsKey).isEmpty())
                    .toList();
            ready.forEach(turn -> waiting.remove(turn.id()));
            ordered.addAll(ready);
        }
        return ordered;
    }

    private SessionStore open(TurnLogKeeper kept) {
        SessionStore log = TurnLog.keptBy(kept, Clock.systemUTC());
        keepers.put(log, kept);
        return log;
    }

    @Override
    protected boolean linksAsTold() {
        return false;
    }

    @Override
    protected SessionStore restarted(SessionStore store) {
        return open(keepers.get(store));
    }
}
