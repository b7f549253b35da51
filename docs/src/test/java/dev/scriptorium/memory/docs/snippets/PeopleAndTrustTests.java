package dev.scriptorium.memory.docs.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionStores;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.local.MemoryWorkspace;
import dev.scriptorium.memory.local.PromotionRequest;
import dev.scriptorium.memory.local.PromotionResult;
import dev.scriptorium.memory.local.StrangerMessage;
import dev.scriptorium.memory.local.StrangerMessage.ChatType;
import dev.scriptorium.memory.markdown.change.SourceProvenance;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/guide/people-and-trust.md shows. */
final class PeopleAndTrustTests {

    @Test
    void what_a_stranger_says_waits_until_the_owner_vouches_for_it(@TempDir Path home) {
        OffsetDateTime time = OffsetDateTime.parse("2026-03-02T09:05:00+01:00");
        try (LocalMemoryBackend backend = LocalMemoryBackend.open(
                LocalMemoryConfig.builder(home.resolve("memory"), SessionStores.ofList(new SessionId("s"), List.of()))
                        .build())) {
            MemoryWorkspace workspace = backend.workspace();
            // snippet archiving what a stranger said
            StrangerMessage message = StrangerMessage.in("telegram", "main", "-100200", ChatType.GROUP, time)
                    .id("77")
                    .speaker("u-7", "Ben")
                    .said("The pump at Norra needs a new seal before April.");
            Optional<SourceRef> pending = workspace.change().archivePending(message);
            // end of snippet
            assertThat(pending).isPresent();
            // snippet promoting what a stranger said
            SourceProvenance owner = workspace.change().owner("settings/trust");
            PromotionResult result = workspace
                    .change()
                    .promote(PromotionRequest.of(owner, pending.get()).interactive());
            // end of snippet
            assertThat(result.promoted()).isTrue();
            assertThat(result.distilled()).isTrue();
        }
    }
}
