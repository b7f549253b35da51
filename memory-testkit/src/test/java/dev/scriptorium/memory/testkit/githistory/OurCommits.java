package dev.scriptorium.memory.testkit.githistory;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.api.write.WriteRequest;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.testkit.session.InMemorySession;
import dev.scriptorium.memory.testkit.session.InMemorySessionStore;
import dev.scriptorium.memory.testkit.time.MutableClock;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import java.nio.file.Path;
import java.time.ZoneOffset;

/** A process that uses a whole workspace: archives, writes by a pass, adds records on request, searches. */
public final class OurCommits {
    /** What it says when it has made a commit. */
    public static final String COMMITTED = "committed";

    private OurCommits() {}

    /** Takes the workspace, and how many records are added; without a number it goes on until it is killed. */
    public static void main(String[] args) {
        int records = args.length > 1 ? Integer.parseInt(args[1]) : Integer.MAX_VALUE;
        MutableClock clock = MutableClock.at(TemporaryWorkspace.START);
        InMemorySessionStore store = InMemorySessionStore.at(clock);
        InMemorySession session = store.session("s").say("u1", "Turn 1 was said.\r\nOn two lines.");
        LocalMemoryConfig config = LocalMemoryConfig.builder(Path.of(args[0]), store)
                .clock(clock)
                .zone(ZoneOffset.UTC)
                .owner("owner/install/0123456789abcdef")
                .build();
        try (LocalMemoryBackend backend = LocalMemoryBackend.open(config)) {
            backend.extractBeforeDiscard(DiscardRequest.of(session.id(), session.turns()));
            store.session("t").say("t1", "I live in Lisbon.");
            backend.write(WriteRequest.force(new SessionId("t"))).ifPresent(failure -> {
                throw new IllegalStateException(failure.toString());
            });
            int before = backend.workspace().read().status().blocks();
            for (int i = 0; i < records; i++) {
                String text = "Record " + (before + i) + " of the owner.";
                if (Owner.adds(backend, i % 7 == 0 ? "topics/core.md" : "topics/t" + i % 7 + ".md", text)
                        .gitCommit()
                        .isEmpty()) {
                    throw new IllegalStateException(backend.workspace()
                            .read()
                            .status()
                            .history()
                            .reason()
                            .orElse("no commit"));
                }
                System.out.println(COMMITTED);
                System.out.flush();
            }
        }
    }
}
