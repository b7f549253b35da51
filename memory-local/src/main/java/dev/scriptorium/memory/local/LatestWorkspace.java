package dev.scriptorium.memory.local;

import java.util.function.Function;

/** What is open now, for calls that may begin while it is replaced. Safe for use by several threads. */
final class LatestWorkspace {
    private volatile OpenWorkspace latest;

    LatestWorkspace(OpenWorkspace first) {
        this.latest = first;
    }

    OpenWorkspace now() {
        return latest;
    }

    void replace(OpenWorkspace next) {
        latest = next;
    }

    /** What is open now; it stays open until whoever asked leaves it. */
    OpenWorkspace enter() {
        OpenWorkspace open = latest;
        while (!open.enter()) {
            // Replaced since it was read.
            open = latest;
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
