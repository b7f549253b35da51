package dev.scriptorium.memory.docs.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.MemoryBackend;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.api.session.TurnLog;
import dev.scriptorium.memory.api.session.TurnLogEntry;
import dev.scriptorium.memory.api.session.TurnLogKeeper;
import dev.scriptorium.memory.api.session.WindowMessage;
import dev.scriptorium.memory.api.write.DiscardOutcome;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.api.write.WriteRequest;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/guide/session-store.md shows for hosts that hold a window of messages, and for those that drop turns. */
final class WindowHostTests {
    private record Message(boolean fromUser, String text) {}

    /** A host that holds three messages. */
    private static final class Chat {
        private final List<Message> messages = new ArrayList<>();

        void say(boolean fromUser, String text) {
            messages.add(new Message(fromUser, text));
        }

        List<Message> lastMessages() {
            return messages.subList(Math.max(0, messages.size() - 3), messages.size());
        }

        void replace(List<Turn> turns, String summary) {
            messages.subList(0, turns.size()).clear();
            messages.add(0, new Message(false, summary));
        }
    }

    private static final class ListKeeper implements TurnLogKeeper {
        private final List<TurnLogEntry> entries = new ArrayList<>();

        @Override
        public void append(TurnLogEntry entry) {
            entries.add(entry);
        }

        @Override
        public void read(Consumer<TurnLogEntry> each) {
            entries.forEach(each);
        }
    }

    @Test
    void a_window_is_followed_and_what_is_dropped_is_remembered(@TempDir Path directory) {
        SessionId session = new SessionId("chat");
        ListKeeper keeper = new ListKeeper();
        Chat chat = new Chat();
        for (String text :
                List.of("I live in Lisbon.", "My cat is called Miso.", "I play the cello.", "I am a baker.")) {
            chat.say(true, text);
            // snippet a window without ids
            TurnLog log = TurnLog.keptBy(keeper, Clock.systemUTC());
            List<WindowMessage> window = new ArrayList<>();
            for (Message message : chat.lastMessages()) {
                window.add(WindowMessage.of(message.fromUser() ? TurnKind.USER : TurnKind.ASSISTANT, message.text()));
            }
            log.see(session, window);
            // end of snippet
        }
        TurnLog log = TurnLog.keptBy(keeper, Clock.systemUTC());
        List<Turn> oldTurns = new ArrayList<>();
        log.walk(session, log.head(session).orElseThrow(), oldTurns::add);
        Collections.reverse(oldTurns);
        assertThat(oldTurns)
                .extracting(Turn::text)
                .containsExactly("I live in Lisbon.", "My cat is called Miso.", "I play the cello.", "I am a baker.");
        try (MemoryBackend memory = LocalMemoryBackend.open(
                LocalMemoryConfig.builder(directory, log).build())) {
            // snippet before turns are dropped
            DiscardOutcome outcome = memory.extractBeforeDiscard(DiscardRequest.of(session, oldTurns));
            if (outcome.archived()) {
                chat.replace(oldTurns, outcome.text());
            }
            // end of snippet
            assertThat(chat.lastMessages()).hasSize(1);
            assertThat(chat.lastMessages().get(0).text()).contains("I live in Lisbon.");
            assertThat(memory.write(WriteRequest.force(session))).isEmpty();
        }
    }
}
