package dev.scriptorium.memory.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.scriptorium.memory.api.MemoryBackend;
import dev.scriptorium.memory.api.SessionContext;
import dev.scriptorium.memory.api.recall.MemoryContext;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.session.AuthorityTier;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.write.DiscardOutcome;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.api.write.ReorganizeReport;
import dev.scriptorium.memory.api.write.ReorganizeRequest;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.api.write.WriteRequest;
import dev.scriptorium.memory.testkit.session.InMemorySession;
import dev.scriptorium.memory.testkit.session.InMemorySessionStore;
import dev.scriptorium.memory.testkit.time.MutableClock;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** How the contract of backends opens those it looks at, and what it asks of their lives beside searches and writes. */
abstract class BackendSubject {
    static final String FACT = "Marta Lindqvist moved to Uppsala in March and rents a red house by the river.";
    static final String QUESTION = "Where does Marta Lindqvist rent a red house?";
    static final String KEY = "red house by the river";
    static final String OTHER_FACT = "Bengt Holm repairs wooden sailing boats in Karlskrona every winter.";
    static final String OTHER_QUESTION = "Where does Bengt Holm repair wooden sailing boats?";
    static final String OTHER_KEY = "sailing boats in Karlskrona";
    static final String UNRELATED = "What is the melting point of tungsten carbide?";
    static final SessionId CHAT = new SessionId("chat");

    private static final int ASKED_AGAIN = 20;

    final MutableClock clock = MutableClock.at("2026-03-02T09:00:00Z");
    final InMemorySessionStore sessions = InMemorySessionStore.at(clock);
    private final List<MemoryBackend> opened = new ArrayList<>();

    /**
     * A new backend with an empty memory and its usual thresholds: 8,000 tokens, or an hour of silence.
     *
     * @param sessions the host's conversations
     * @param clock the time
     */
    protected abstract MemoryBackend open(InMemorySessionStore sessions, Clock clock);

    /** Whether it remembers anything. Unless overridden, it does. */
    protected boolean remembers() {
        return true;
    }

    /** Whether its writes are taken over by somebody else, so that they say nothing. Unless overridden, they are not. */
    protected boolean writesInBackground() {
        return false;
    }

    final MemoryBackend open() {
        MemoryBackend backend = open(sessions, clock);
        opened.add(backend);
        return backend;
    }

    final MemoryBackend openMemory() {
        Assumptions.assumeTrue(remembers(), "this backend remembers nothing");
        return open();
    }

    @AfterEach
    void shutDown() {
        Thread.interrupted();
        opened.forEach(MemoryBackend::shutdown);
    }

    static Optional<String> search(MemoryBackend backend, String text) {
        return backend.search(MemoryQuery.builder(text).session(CHAT).build());
    }

    /** A search stops when its time is up, so one that a busy machine held up is asked again. */
    static String found(MemoryBackend backend, String text) {
        Optional<String> found = search(backend, text);
        for (int again = 0; found.isEmpty() && again < ASKED_AGAIN; again++) {
            found = search(backend, text);
        }
        return found.orElse("");
    }

    static Optional<WriteFailure> force(MemoryBackend backend, String session) {
        return backend.write(WriteRequest.force(new SessionId(session)));
    }

    final InMemorySession chat() {
        return sessions.session(CHAT.value());
    }

    /** Enough words for a batch. */
    static String atLength(String fact) {
        StringBuilder text = new StringBuilder(fact);
        for (int i = 0; i < 1_500; i++) {
            text.append(" Paragraph ").append(i).append(" of the minutes lists who came, who left and what was eaten.");
        }
        return text.toString();
    }

    static void assertFenced(String text) {
        assertThat(MemoryContext.isFence(text)).as(text).isTrue();
    }

    @Nested
    @DisplayName("says what it is")
    class Identity {

        @Test
        @DisplayName("with a short name that stays the same")
        void name() {
            MemoryBackend backend = open();
            String name = backend.name();
            backend.initialize(SessionContext.of(CHAT));

            assertThat(name).isNotBlank().hasSizeLessThanOrEqualTo(40).doesNotContainAnyWhitespaces();
            backend.shutdown();
            assertThat(backend.name()).isEqualTo(name);
        }

        @Test
        @DisplayName("and whether it can be used, before the first session already")
        void available() {
            assertThat(open().isAvailable()).isTrue();
        }
    }

    @Nested
    @DisplayName("begins a session")
    class Beginning {

        @Test
        @DisplayName("as often as it is told of it")
        void idempotent() {
            MemoryBackend backend = open();
            chat().say("u1", FACT);
            for (int i = 0; i < 3; i++) {
                backend.initialize(SessionContext.of(CHAT));
            }
            force(backend, "chat");

            assertThat(found(backend, QUESTION).contains(KEY)).isEqualTo(remembers());
        }

        @Test
        @DisplayName("beside others")
        void many() {
            MemoryBackend backend = openMemory();
            chat().say("u1", FACT);
            sessions.session("second").say("u1", OTHER_FACT);
            backend.initialize(SessionContext.of(CHAT));
            backend.initialize(SessionContext.of(new SessionId("second")).withTier(AuthorityTier.PAIRED));
            force(backend, "chat");
            force(backend, "second");

            assertThat(found(backend, QUESTION)).contains(KEY);
            assertThat(found(backend, OTHER_QUESTION)).contains(OTHER_KEY);
        }
    }

    @Nested
    @DisplayName("gives a prompt")
    class Prompt {

        @Test
        @DisplayName("that is fenced, or none")
        void fenced() {
            MemoryBackend backend = open();
            chat().say("u1", "Remember that I am allergic to peanuts. " + FACT);
            force(backend, "chat");

            backend.systemPrompt(SessionContext.of(CHAT)).ifPresent(BackendSubject::assertFenced);
        }

        @Test
        @DisplayName("that stays the same between writes")
        void stable() {
            MemoryBackend backend = open();
            chat().say("u1", "Remember that I am allergic to peanuts. " + FACT);
            force(backend, "chat");
            Optional<String> before = backend.systemPrompt(SessionContext.of(CHAT));
            search(backend, QUESTION);
            backend.initialize(SessionContext.of(new SessionId("second")));

            assertThat(backend.systemPrompt(SessionContext.of(CHAT))).isEqualTo(before);
        }
    }

    @Nested
    @DisplayName("organises")
    class Organising {

        @Test
        @DisplayName("and loses nothing")
        void losesNothing() {
            MemoryBackend backend = openMemory();
            chat().say("u1", FACT).say("u2", OTHER_FACT);
            force(backend, "chat");

            ReorganizeReport report = backend.reorganize(ReorganizeRequest.install());

            assertThat(report.status()).isNotEqualTo(ReorganizeReport.Status.FAILED);
            assertThat(found(backend, QUESTION)).contains(KEY);
            assertThat(found(backend, OTHER_QUESTION)).contains(OTHER_KEY);
        }

        @Test
        @DisplayName("nothing in a dry run")
        void dryRun() {
            MemoryBackend backend = open();
            chat().say("u1", FACT).say("u2", OTHER_FACT);
            force(backend, "chat");
            Optional<String> before = search(backend, QUESTION);

            backend.reorganize(ReorganizeRequest.dryRun());

            assertThat(search(backend, QUESTION)).isEqualTo(before);
        }

        @Test
        @DisplayName("and names no file when there is none")
        void empty() {
            assertThat(open().reorganize(ReorganizeRequest.install()).changes()).isEmpty();
        }
    }

    @Nested
    @DisplayName("before turns are discarded")
    class Discarding {

        private DiscardOutcome discard(MemoryBackend backend) {
            InMemorySession talk = chat().say("u1", FACT);
            return backend.extractBeforeDiscard(DiscardRequest.of(CHAT, talk.branch()));
        }

        @Test
        @DisplayName("says whether they are safe, and marks none")
        void answers() {
            DiscardOutcome outcome = discard(open());

            assertThat(outcome.archived() || outcome.text().isEmpty()).isTrue();
            assertThat(sessions.markCalls()).isZero();
        }

        /** Faults 37 and 39. */
        @Test
        @DisplayName("makes them safe, so that the next pass of any session writes them")
        void safe() {
            MemoryBackend backend = openMemory();
            Assumptions.assumeTrue(discard(backend).archived(), "this backend keeps nothing for later");
            sessions.delete("chat");
            sessions.session("second").say("v1", "Good morning.");

            force(backend, "second");

            String once = found(backend, QUESTION);
            assertThat(once).contains(KEY);
            assertThat(once.indexOf(KEY)).isEqualTo(once.lastIndexOf(KEY));
        }

        @Test
        @DisplayName("and writes them once, though their host brings them back")
        void broughtBack() {
            MemoryBackend backend = openMemory();
            Assumptions.assumeTrue(discard(backend).archived(), "this backend keeps nothing for later");
            sessions.delete("chat");
            sessions.session("second").say("v1", "Good morning.");
            force(backend, "second");
            chat().say("u1", FACT).say("u2", OTHER_FACT);

            force(backend, "chat");

            String once = found(backend, QUESTION);
            assertThat(once).contains(KEY);
            assertThat(once.indexOf(KEY)).isEqualTo(once.lastIndexOf(KEY));
            assertThat(found(backend, OTHER_QUESTION)).contains(OTHER_KEY);
        }

        @Test
        @DisplayName("does not mind being asked twice")
        void twice() {
            MemoryBackend backend = openMemory();
            InMemorySession talk = chat().say("u1", FACT);
            DiscardRequest request = DiscardRequest.of(CHAT, talk.branch());
            boolean archived = backend.extractBeforeDiscard(request).archived();

            assertThat(backend.extractBeforeDiscard(request).archived()).isEqualTo(archived);
            force(backend, "chat");
            String once = found(backend, QUESTION);
            assertThat(once).contains(KEY);
            assertThat(once.indexOf(KEY)).isEqualTo(once.lastIndexOf(KEY));
        }
    }

    @Nested
    @DisplayName("ends")
    class Ending {

        @Test
        @DisplayName("as often as it is told to, and close is the same")
        void idempotent() {
            MemoryBackend backend = open();

            assertThatCode(() -> {
                        backend.shutdown();
                        backend.close();
                        backend.shutdown();
                    })
                    .doesNotThrowAnyException();
        }

        @Test
        @DisplayName("and says nothing afterwards")
        void neutral() {
            MemoryBackend backend = open();
            InMemorySession talk = chat().say("u1", FACT);
            force(backend, "chat");
            backend.close();

            assertThat(search(backend, QUESTION)).isEmpty();
            assertThat(backend.systemPrompt(SessionContext.of(CHAT))).isEmpty();
            assertThat(backend.extractBeforeDiscard(DiscardRequest.of(CHAT, talk.branch()))
                            .archived())
                    .isFalse();
            assertThat(backend.reorganize(ReorganizeRequest.install()).changes())
                    .isEmpty();
            assertThatCode(() -> force(backend, "chat")).doesNotThrowAnyException();
        }
    }

    @Nested
    @DisplayName("serves several threads")
    class Threads {

        @Test
        @DisplayName("that write and search at once, and loses nothing")
        void atOnce() {
            MemoryBackend backend = openMemory();
            List<String> names = List.of("Astrid", "Björn", "Cecilia", "David", "Elin", "Fredrik");
            IntStream.range(0, names.size())
                    .forEach(i -> sessions.session("s" + i)
                            .say("u1", names.get(i) + " Sandberg collects old maps of the Arctic coast."));
            List<CompletableFuture<Void>> calls = new ArrayList<>();
            for (int i = 0; i < names.size(); i++) {
                String session = "s" + i;
                calls.add(CompletableFuture.runAsync(() -> force(backend, session)));
                calls.add(CompletableFuture.runAsync(() -> search(backend, QUESTION)));
            }

            calls.forEach(CompletableFuture::join);
            // A pass that found the lease taken leaves the rest to the next call.
            IntStream.range(0, names.size()).forEach(i -> force(backend, "s" + i));

            for (String name : names) {
                assertThat(found(backend, "Which old maps does " + name + " Sandberg collect?"))
                        .contains(name);
            }
        }
    }
}
