package dev.scriptorium.memory.local;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/** What is open now, for calls that may begin while it is replaced. Safe for use by several threads. */
final class LatestWorkspace {
    private final AtomicReference<OpenWorkspace> latest;

    LatestWorkspace(OpenWorkspace first) {
        this.latest = new AtomicReference<>(first);
    }

    OpenWorkspace now() {
        return latest.get();
    }

    void replace(OpenWorkspace next) {
        latest.set(next);
    }

    /** What is open now; it stays open until whoever asked leaves it. */
    OpenWorkspace enter() {
        OpenWorkspace open = latest.get();
        while (!open.enter()) {
            // Replaced since it was read.
            open = latest.get();
        }
        return open;
    }

    /** Calls what is open now, which stays open until the call has ended. */
    <T> T with(Function<OpenWorkspace, T> call) {
        OpenWorkspace open = enter();
        try {
            return call.apply(open);
        } finally {
            open.leave();
        }
    }
}
