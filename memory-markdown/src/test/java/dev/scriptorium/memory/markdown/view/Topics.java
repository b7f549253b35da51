package dev.scriptorium.memory.markdown.view;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.session.SpeakerKind;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.markdown.parse.RecordReader;
import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.source.ParsedArchive;
import dev.scriptorium.memory.markdown.source.SourceFrame;
import dev.scriptorium.memory.markdown.source.SourceFrames;
import dev.scriptorium.memory.markdown.source.SourceIndex;
import dev.scriptorium.memory.markdown.source.SourceMetadata;
import dev.scriptorium.memory.markdown.topic.MemoryRecord;
import dev.scriptorium.memory.markdown.topic.Topic;
import java.util.ArrayList;
import java.util.List;

/** Topics that rest on one small archive: turns m1 to m9, of which m9 is pending. */
final class Topics {
    static final String ARCHIVE = "sources/demo/_v2/room%201.md";
    static final SourceIndex SOURCES = sources();

    private Topics() {}

    private static SourceIndex sources() {
        List<SourceFrame> frames = new ArrayList<>();
        for (int i = 1; i <= 9; i++) {
            Trust trust = i == 9 ? Trust.PENDING : Trust.TRUSTED;
            frames.add(SourceFrame.of(
                    ref(i), null, SourceMetadata.of(null, null, SpeakerKind.HUMAN, trust), "", "user", "x"));
        }
        return SourceIndex.of(
                List.of(ParsedArchive.read(ARCHIVE, SourceFrames.newFile(frames).bytes())));
    }

    static SourceRef ref(int turn) {
        return new SourceRef("demo/room 1/m" + turn);
    }

    /** A definition line of a topic at a depth below the workspace. */
    static String definition(String label, String when, int depth, int... turns) {
        StringBuilder out = new StringBuilder("[^" + label + "]: Time: `" + when + "`; Sources: ");
        for (int i = 0; i < turns.length; i++) {
            out.append(i == 0 ? "" : ", ").append("[t").append(turns[i]).append("](");
            out.append("../".repeat(depth)).append("sources/demo/_v2/room%201.md#");
            out.append(SOURCES.find(ref(turns[i])).orElseThrow().anchor()).append(')');
        }
        return out.toString();
    }

    static Topic topic(String path, String... lines) {
        return TopicParser.parse(new TopicPath(path), String.join("\n", lines) + "\n");
    }

    static List<MemoryRecord> records(Topic... topics) {
        List<MemoryRecord> records = new ArrayList<>();
        for (Topic topic : topics) {
            records.addAll(RecordReader.read(topic, SOURCES));
        }
        return records;
    }
}
