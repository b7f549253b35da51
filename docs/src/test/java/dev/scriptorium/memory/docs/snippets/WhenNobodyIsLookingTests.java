package dev.scriptorium.memory.docs.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.session.SessionStores;
import dev.scriptorium.memory.api.write.ReorganizeReport;
import dev.scriptorium.memory.api.write.ReorganizeRequest;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/guide/when-nobody-is-looking.md shows. */
final class WhenNobodyIsLookingTests {

    @Test
    void a_host_gives_a_scheduler_and_asks_what_an_organise_pass_would_change(@TempDir Path directory) {
        SessionStore store = SessionStores.ofList(new SessionId("s"), List.of());
        ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
        try {
            // snippet a scheduler
            LocalMemoryConfig config = LocalMemoryConfig.builder(directory, store)
                    .scheduler(scheduler)
                    .sessionIdle(Duration.ofMinutes(30))
                    .nightlyAt(LocalTime.of(3, 0))
                    .build();
            // end of snippet
            try (LocalMemoryBackend backend = LocalMemoryBackend.open(config)) {
                // snippet a dry run of an organise pass
                ReorganizeReport report = backend.reorganize(ReorganizeRequest.dryRun());
                for (ReorganizeReport.Change change : report.changes()) {
                    System.out.println(
                            change.path() + ": " + change.charactersBefore() + " to " + change.charactersAfter());
                }
                // end of snippet
                assertThat(report.status()).isEqualTo(ReorganizeReport.Status.EMPTY);
            }
        } finally {
            scheduler.shutdownNow();
        }
    }
}
