package dev.scriptorium.memory.testkit.crash;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.api.write.WriteRequest;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.testkit.session.InMemorySessionStore;
import dev.scriptorium.memory.testkit.time.MutableClock;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Optional;

/** A process that writes every session of a synthetic store into a workspace, and says how far it is. */
public final class ForcedWriting {
    static final long SEED = 20_240_506;
    static final int SESSIONS = 3;
    static final int TURNS = 36;

    /** What it says before it opens the workspace. */
    static final String OPENING = "opening";

    /** What it says before it writes. */
    static final String WRITING = "writing";

    /** What it says when everything is written. */
    static final String DONE = "done";

    private ForcedWriting() {}

    static InMemorySessionStore store() {
        InMemorySessionStore store = InMemorySessionStore.withoutMarks(MutableClock.at(TemporaryWorkspace.START));
        SyntheticConversation.fill(store, SEED, SESSIONS, TURNS);
        return store;
    }

    static LocalMemoryConfig config(Path workspace) {
        return LocalMemoryConfig.builder(workspace, store())
                .clock(MutableClock.at(TemporaryWorkspace.START))
                .zone(ZoneOffset.UTC)
                .owner("owner/install/0123456789abcdef")
                .batchTokens(120)
                .backgroundLockTimeout(Duration.ofSeconds(20))
                .build();
    }

    /**
     * Writes.
     *
     * @param args the workspace, then the number of the first session and the step to the next
     */
    public static void main(String[] args) {
        say(OPENING);
        int first = Integer.parseInt(args[1]);
        int step = Integer.parseInt(args[2]);
        try (LocalMemoryBackend backend = LocalMemoryBackend.open(config(Path.of(args[0])))) {
            say(WRITING);
            for (int i = first; i < SESSIONS; i += step) {
                Optional<WriteFailure> failure;
                do {
                    failure = backend.write(WriteRequest.force(new SessionId("session-" + i)));
                } while (failure.map(WriteFailure::retryable).orElse(false));
                failure.ifPresent(why -> {
                    throw new IllegalStateException(why.toString());
                });
            }
        }
        say(DONE);
    }

    private static void say(String word) {
        System.out.println(word);
        System.out.flush();
    }
}
