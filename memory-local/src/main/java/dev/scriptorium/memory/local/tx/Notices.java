package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.Violation;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/** What is to be told once no lock is held. Safe for use by several threads. */
final class Notices {
    private final OutsideListener listener;
    private final Queue<Consumer<OutsideListener>> waiting = new ConcurrentLinkedQueue<>();

    Notices(OutsideListener listener) {
        this.listener = listener;
    }

    void add(Consumer<OutsideListener> notice) {
        waiting.add(notice);
    }

    /** Tells everything that waits. */
    void deliver() {
        for (Consumer<OutsideListener> next = waiting.poll(); next != null; next = waiting.poll()) {
            next.accept(listener);
        }
    }

    /** What is new about edits of other people, from one state to the next. */
    void compare(Snapshot before, Snapshot after) {
        after.outside().forEach((path, edit) -> {
            OutsideEdit known = before.outside().get(path);
            if (!edit.broken().isEmpty() && (known == null || !known.broken().equals(edit.broken()))) {
                Violation first = edit.broken().get(0);
                add(told -> told.quarantined(path, first.line(), first.rule()));
            }
        });
        after.held()
                .filter(held -> before.held().map(MassDeletion::gone).orElse(0) != held.gone())
                .ifPresent(held -> add(told -> told.held(held)));
    }
}
