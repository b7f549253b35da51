package dev.scriptorium.memory.docs.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.MemoryBackend;
import dev.scriptorium.memory.api.MemoryBackends;
import dev.scriptorium.memory.api.event.CoreOverflow;
import dev.scriptorium.memory.api.event.MemoryListener;
import dev.scriptorium.memory.api.event.WriteCommitted;
import dev.scriptorium.memory.api.event.WriteEnded;
import dev.scriptorium.memory.api.recall.MemoryHit;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.session.AuthorityTier;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.session.SessionStores;
import dev.scriptorium.memory.api.session.Speaker;
import dev.scriptorium.memory.api.session.SpeakerKind;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.api.write.DiscardOutcome;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.api.write.WriteRequest;
import dev.scriptorium.memory.local.CheckReport;
import dev.scriptorium.memory.local.CitedTurn;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.local.MemoryWorkspace;
import dev.scriptorium.memory.local.UpdateResult;
import dev.scriptorium.memory.local.writer.ExtractiveTopicWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of the guide. */
final class GettingStartedTests {
    private static final String SAID = "I moved to Lisbon with my sister Ines in March, and we rent a flat in Alfama.";

    private final SessionId session = new SessionId("chat-1");
    private final ChatLog conversations = new ChatLog(Clock.system(ZoneId.of("Europe/Lisbon")));
    private final List<String> told = new ArrayList<>();

    private static final class Told {
        // snippet a listener
        static MemoryListener listener(List<String> out) {
            return new MemoryListener() {
                @Override
                public void writeCommitted(WriteCommitted event) {
                    out.add(event.turns() + " turns became memory (" + event.operationId() + ")");
                }

                @Override
                public void coreOverflow(CoreOverflow event) {
                    out.add("the resident block leaves out " + event.omitted());
                }
            };
        }
        // end of snippet
    }

    @Test
    void settings_are_one_value(@TempDir Path directory) {
        // snippet settings
        LocalMemoryConfig config = LocalMemoryConfig.builder(directory, conversations)
                .zone(ZoneId.of("Europe/Lisbon"))
                .batchTokens(4_000)
                .idleAfter(Duration.ofMinutes(20))
                .coreTokens(1_500)
                .listener(Told.listener(told))
                .build();
        // end of snippet
        conversations.say(session, TurnKind.USER, SAID);
        try (LocalMemoryBackend memory = LocalMemoryBackend.open(config)) {
            assertThat(memory.write(WriteRequest.force(session))).isEmpty();
        }
        assertThat(told).singleElement().satisfies(line -> assertThat(line).startsWith("1 turns became memory (op-"));
    }

    @Test
    void a_turn_says_who_spoke() {
        // snippet a turn
        Turn turn = Turn.builder(new TurnId("t4"), TurnKind.USER, "The flat is in Alfama.")
                .parent(new TurnId("t3"))
                .time(OffsetDateTime.parse("2026-03-09T18:20:00+01:00"))
                .speaker(Speaker.of("u-17", "Ada Moreau"))
                .speakerKind(SpeakerKind.HUMAN)
                .tier(AuthorityTier.PAIRED)
                .trust(Trust.TRUSTED)
                .build();
        // end of snippet
        assertThat(turn.speaker()).contains(Speaker.of("u-17", "Ada Moreau"));
    }

    @Test
    void a_plain_list_is_a_session(@TempDir Path directory) {
        Turn first = Turn.builder(new TurnId("1"), TurnKind.USER, SAID).build();
        List<Turn> turns = List.of(first);
        // snippet a list
        SessionStore store = SessionStores.ofList(session, turns);
        // end of snippet
        try (LocalMemoryBackend memory = LocalMemoryBackend.open(
                LocalMemoryConfig.builder(directory, store).build())) {
            assertThat(memory.write(WriteRequest.force(session))).isEmpty();
            assertThat(memory.workspace().read().status().blocks()).isEqualTo(1);
        }
    }

    @Test
    void writes_go_on_while_the_person_reads(@TempDir Path directory) throws InterruptedException {
        LocalMemoryConfig config =
                LocalMemoryConfig.builder(directory, conversations).build();
        MemoryListener listener = new MemoryListener() {
            @Override
            public void writeEnded(WriteEnded event) {
                told.add(event.code().map(Enum::name).orElse("ok"));
            }
        };
        conversations.say(session, TurnKind.USER, SAID);
        ExecutorService executor = Executors.newSingleThreadExecutor();
        // snippet in the background
        MemoryBackend memory = MemoryBackends.background(LocalMemoryBackend.open(config), executor, listener);
        memory.write(WriteRequest.force(session)); // returns at once; what came of it is an event
        // end of snippet
        executor.shutdown();
        assertThat(executor.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        memory.close();
        assertThat(told).containsExactly("ok");
    }

    @Test
    void the_workspace_can_be_looked_at(@TempDir Path directory) {
        List<String> out = new ArrayList<>();
        conversations.say(session, TurnKind.USER, SAID);
        LocalMemoryConfig config =
                LocalMemoryConfig.builder(directory, conversations).build();
        try (LocalMemoryBackend backend = LocalMemoryBackend.open(config)) {
            backend.write(WriteRequest.force(session));
            // snippet looking around
            MemoryWorkspace workspace = backend.workspace();
            MemoryQuery query = MemoryQuery.builder("flat Alfama").limit(8).build();
            for (MemoryHit hit : workspace.read().search(query, false).hits()) {
                out.add(hit.path() + ": " + hit.text());
                hit.block().ifPresent(id -> {
                    for (CitedTurn turn : workspace.history().why(id).evidence()) {
                        out.add("because " + turn.ref() + " says: " + turn.quote());
                    }
                });
            }
            CheckReport report = workspace.maintain().check();
            // end of snippet
            assertThat(report.ok()).isTrue();
        }
        assertThat(out).contains("topics/user.md: " + SAID, "because local/chat-1/t1 says: " + SAID);
    }

    @Test
    void a_topic_is_corrected_through_the_same_door(@TempDir Path directory) {
        conversations.say(session, TurnKind.USER, SAID);
        LocalMemoryConfig config =
                LocalMemoryConfig.builder(directory, conversations).build();
        try (LocalMemoryBackend backend = LocalMemoryBackend.open(config)) {
            backend.write(WriteRequest.force(session));
            MemoryWorkspace workspace = backend.workspace();
            // snippet correcting a topic
            TopicPath path = new TopicPath("topics/user.md");
            String before = workspace.read().file(path.value());
            String after = before.replace("a flat in Alfama", "a flat in Graça");
            UpdateResult result = workspace.change().edit(path, before, after, false);
            // end of snippet
            assertThat(result.changedFiles()).contains(path.value());
            assertThat(result.gitCommit()).isPresent();
            assertThat(workspace.read().file("user.md")).contains("a flat in Graça.[^e-");
        }
    }

    @Test
    void nothing_is_dropped_before_it_is_safe(@TempDir Path directory) {
        List<Turn> old = List.of(conversations.say(session, TurnKind.USER, SAID));
        String summary = "They talked about moving.";
        List<TurnId> dropped = new ArrayList<>();
        LocalMemoryConfig config =
                LocalMemoryConfig.builder(directory, conversations).build();
        try (LocalMemoryBackend memory = LocalMemoryBackend.open(config)) {
            // snippet before dropping turns
            DiscardOutcome outcome = memory.extractBeforeDiscard(DiscardRequest.of(session, old));
            if (outcome.archived()) {
                TurnId last = old.get(old.size() - 1).id();
                conversations.add(
                        session,
                        Turn.builder(new TurnId("sum-1"), TurnKind.SUMMARY, summary + outcome.text())
                                .covers(last)
                                .build());
                dropped.add(last);
            }
            // end of snippet
            assertThat(dropped).hasSize(1);
            assertThat(memory.workspace().read().status().turnsArchived()).isEqualTo(1);
            assertThat(memory.write(WriteRequest.force(session))).isEmpty();
            assertThat(memory.workspace().read().status().blocks()).isEqualTo(1);
        }
    }

    @Test
    void the_writer_keeps_as_much_as_it_is_told(@TempDir Path directory) {
        // snippet more of it
        LocalMemoryConfig config = LocalMemoryConfig.builder(directory, conversations)
                .writer(new ExtractiveTopicWriter(0.5))
                .build();
        // end of snippet
        assertThat(config.writer().name()).isEqualTo("extractive");
    }
}
