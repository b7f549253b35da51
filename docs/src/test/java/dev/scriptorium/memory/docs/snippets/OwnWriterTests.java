package dev.scriptorium.memory.docs.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.api.write.WriteRequest;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.local.writer.BatchTurn;
import dev.scriptorium.memory.local.writer.Stage;
import dev.scriptorium.memory.local.writer.TopicWriter;
import dev.scriptorium.memory.local.writer.WriterOutcome;
import dev.scriptorium.memory.local.writer.WriterTask;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A writer of one's own: the example of the guide. */
final class OwnWriterTests {

    // snippet a writer
    /** Records whatever somebody asks to have remembered, in one topic. */
    static final class RememberingWriter implements TopicWriter {
        private static final TopicPath NOTES = TopicPath.of("topics/notes.md");

        @Override
        public String name() {
            return "remembering";
        }

        @Override
        public WriterOutcome write(WriterTask task, Stage stage) {
            StringBuilder text = new StringBuilder(stage.read(NOTES).orElse("# Notes\n"));
            int label = 0;
            for (BatchTurn turn : task.batch()) {
                if (turn.text().startsWith("Remember: ")) {
                    label++;
                    text.append("\n")
                            .append(turn.text().substring(10))
                            .append("[^e")
                            .append(label)
                            .append("]\n\n");
                    text.append("[^e").append(label).append("]: Time: `undated`; Sources: [asked to remember](");
                    text.append(turn.ref()).append(")\n");
                }
            }
            if (label == 0) {
                return WriterOutcome.nothingToRecord("nobody asked to have anything remembered");
            }
            stage.write(NOTES, text.toString());
            return WriterOutcome.edited();
        }
    }
    // end of snippet

    @Test
    void what_it_writes_is_installed_with_ids_and_links(@TempDir Path directory) {
        ChatLog conversations = new ChatLog(Clock.system(ZoneId.of("Europe/Lisbon")));
        SessionId session = new SessionId("chat-1");
        conversations.say(session, TurnKind.USER, "Remember: the spare key is with Ines.");
        conversations.say(session, TurnKind.USER, "Good morning!");
        LocalMemoryConfig config = LocalMemoryConfig.builder(directory, conversations)
                .writer(new RememberingWriter())
                .build();
        try (LocalMemoryBackend memory = LocalMemoryBackend.open(config)) {
            assertThat(memory.write(WriteRequest.force(session))).isEmpty();
            assertThat(memory.workspace().read().file("notes.md"))
                    .containsPattern("the spare key is with Ines\\.\\[\\^e-[0-9a-f]{10}\\] \\^[0-9a-f]{8}\n")
                    .contains("; Sources: [asked to remember](../sources/local/_v2/chat-1.md#source-");
            conversations.say(session, TurnKind.USER, "And good night.");
            assertThat(memory.write(WriteRequest.force(session))).isEmpty();
            assertThat(memory.workspace().read().status().blocks()).isEqualTo(1);
        }
    }
}
