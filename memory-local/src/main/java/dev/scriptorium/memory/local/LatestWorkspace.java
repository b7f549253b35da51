package dev.scriptorium.memory.local;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** What is open now, for calls that may begin while it is replaced. Safe for use by several threads. */
final class LatestWorkspace {
    private final List<OpenWorkspace> retired = new CopyOnWriteArrayList<>();
    private volatile OpenWorkspace latest;

    LatestWorkspace(OpenWorkspace first) {
        this.latest = first;
    }

    OpenWorkspace now() {
        return latest;
    }

    /** Puts another one in its place, which serves the calls that begin from now on. */
    void replace(OpenWorkspace next) {
        OpenWorkspace before = latest;
        latest = next;
        retired.removeIf(OpenWorkspace::isLeft);
        retired.add(before);
        before.retire();
    }

    /** Ends what is open now, and lets calls that began before it was replaced install nothing any more. */
    void shutdown() {
        retired.forEach(OpenWorkspace::end);
        retired.clear();
        latest.shutdown();
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
