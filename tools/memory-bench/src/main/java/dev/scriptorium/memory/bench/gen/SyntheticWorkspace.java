package dev.scriptorium.memory.bench.gen;

import dev.scriptorium.memory.bench.report.Progress;
import dev.scriptorium.memory.markdown.source.AppendPoint;
import dev.scriptorium.memory.markdown.source.SourceFrame;
import dev.scriptorium.memory.markdown.source.SourceFrames;
import dev.scriptorium.memory.markdown.source.SourceLocations;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Writes a workspace as years of conversations would have left it: archives of 60 messages, topics of 12 blocks, a
 * citation a block. What is in memory is one conversation. The same shape gives the same bytes.
 */
public final class SyntheticWorkspace {
    /** The session of the large archive. */
    public static final String LONG_SESSION = "long";

    private static final long SEED = 20_261_130;
    private static final int MESSAGES_AN_ARCHIVE = 60;
    private static final int BLOCKS_A_TOPIC = 12;
    private static final int BLOCKS_OF_CORE = 5;

    private final Shape shape;
    private final Progress progress;
    private final PrivateFiles files;
    private final Messages messages;
    private final TopicPages pages;
    private long archives;
    private long turns;

    private SyntheticWorkspace(Shape shape, Path directory, Progress progress) {
        SyntheticText text = new SyntheticText(SEED);
        this.shape = shape;
        this.progress = progress;
        this.files = new PrivateFiles(directory);
        this.messages = new Messages(text);
        this.pages = new TopicPages(text);
    }

    /**
     * What was written.
     *
     * @param blocks blocks of all topics
     * @param topics topics
     * @param archives archives
     * @param messages archived turns
     * @param bytes bytes of topics and archives
     */
    public record Written(long blocks, long topics, long archives, long messages, long bytes) {}

    /** Other sentences in the words of these workspaces. */
    public static SyntheticText otherText() {
        return new SyntheticText(SEED).sayingAs(SEED + 1);
    }

    /** Writes the topics and archives of a workspace into a directory that has none. */
    public static Written write(Shape shape, Path directory, Progress progress) throws IOException {
        return new SyntheticWorkspace(shape, directory, progress).write();
    }

    private Written write() throws IOException {
        List<SourceFrame> oftenCited = shape.archiveBytes() > 0 ? writeLongArchive() : List.of();
        for (long conversation = 0; blocksLeft() > 0 && files.bytes() < shape.bytes(); conversation++) {
            writeConversation(conversation, oftenCited);
            progress.at(pages.blocks() + " blocks, " + files.bytes() / 1_000_000 + " MB written");
        }
        return new Written(pages.blocks(), pages.topics(), archives, turns, files.bytes());
    }

    private long blocksLeft() {
        return shape.blocks() - pages.blocks();
    }

    private void writeConversation(long conversation, List<SourceFrame> oftenCited) throws IOException {
        String thread = String.format(Locale.ROOT, "chat-%06d", conversation);
        int count = (int) Math.min(MESSAGES_AN_ARCHIVE, blocksLeft());
        List<SourceFrame> said = messages.say(thread, Messages.beginning(conversation), 0, count);
        files.write(
                SourceLocations.v2Path(said.get(0).ref()).orElseThrow(),
                SourceFrames.newFile(said).bytes());
        archives++;
        turns += count;
        int at = 0;
        if (conversation == 0) {
            at = Math.min(BLOCKS_OF_CORE, count);
            topic("topics/core.md", said.subList(0, at), oftenCited);
        }
        while (at < count && files.bytes() < shape.bytes()) {
            int end = Math.min(count, at + BLOCKS_A_TOPIC);
            topic(pages.nextPath(), said.subList(at, end), oftenCited);
            at = end;
        }
    }

    private void topic(String path, List<SourceFrame> said, List<SourceFrame> oftenCited) throws IOException {
        SourceFrame also = oftenCited.isEmpty() ? null : oftenCited.get((int) (pages.topics() % oftenCited.size()));
        files.write(path, pages.page(path, said, also).getBytes(StandardCharsets.UTF_8));
    }

    /** Returns some of its messages. */
    private List<SourceFrame> writeLongArchive() throws IOException {
        List<SourceFrame> some = new ArrayList<>();
        long length = 0;
        String path = "";
        OutputStream out = null;
        try {
            for (int part = 0; length < shape.archiveBytes(); part++) {
                List<SourceFrame> said = messages.say(
                        LONG_SESSION,
                        Messages.beginning(0).plusDays(part),
                        (long) part * MESSAGES_AN_ARCHIVE,
                        MESSAGES_AN_ARCHIVE);
                if (out == null) {
                    path = SourceLocations.v2Path(said.get(0).ref()).orElseThrow();
                    out = files.open(path);
                }
                AppendPoint end = length == 0 ? AppendPoint.NEW_FILE : AppendPoint.AFTER_RECORD;
                byte[] bytes = SourceFrames.append(end, ref -> false, said).bytes();
                out.write(bytes);
                length += bytes.length;
                turns += said.size();
                some.add(said.get(part % said.size()));
            }
        } finally {
            if (out != null) {
                out.close();
            }
        }
        files.count(length);
        archives++;
        return some;
    }
}
