package dev.scriptorium.memory.bench.crash;

import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.session.WrittenMarks;
import dev.scriptorium.memory.testkit.session.ForwardingSessionStore;
import java.util.Optional;

/** The conversations of a host that keeps marks itself. */
final class HostStore extends ForwardingSessionStore {
    private final WrittenMarks marks;

    HostStore(SessionStore conversations, WrittenMarks marks) {
        super(conversations);
        this.marks = marks;
    }

    @Override
    public Optional<WrittenMarks> marks() {
        return Optional.of(marks);
    }
}
