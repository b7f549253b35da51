package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.parse.RecordReader;
import dev.scriptorium.memory.markdown.topic.MemoryRecord;
import dev.scriptorium.memory.markdown.view.CreationOrder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * The views on disk, which entry they show, and what they do not show yet. The views of an entry are written last of
 * all, so that an entry they show is whole. Not safe for use by several threads; whoever writes holds the install lock.
 */
final class ShownViews {
    /** In place of the hash of the recent events: some views could not be written. */
    private static final String BEHIND = "behind";

    private final WorkspaceLayout layout;
    private final OrderLog orderLog;
    private final ViewFiles files;
    private final StaleViews stale = new StaleViews();
    private final Path mark;

    ShownViews(WorkspaceLayout layout, int recentLimit, RenderedViews renderings) {
        this.layout = layout;
        this.orderLog = new OrderLog(layout);
        this.files = new ViewFiles(layout, recentLimit, renderings);
        this.mark = layout.runtime("views");
    }

    /** Whether they show an entry, or the state before there was any. */
    boolean show(Optional<JournalEntry> entry) throws IOException {
        return entry.isEmpty() || readMark().startsWith(begin(entry.get()));
    }

    private static String begin(JournalEntry entry) {
        return entry.number() + " " + entry.token();
    }

    private String readMark() throws IOException {
        try {
            // Any bytes will do: what names no entry shows none.
            return new String(Files.readAllBytes(mark), StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            return "";
        }
    }

    /** From now on they show this entry; right after an update. */
    void mark(JournalEntry entry) throws IOException {
        String recent = files.complete() ? files.recentHash() : BEHIND;
        byte[] bytes = (begin(entry) + " " + recent + "\n").getBytes(StandardCharsets.UTF_8);
        // Torn, it names no entry, and the entry is completed once more. Writing over costs less than replacing.
        if (Files.exists(mark) && Files.size(mark) == bytes.length) {
            layout.disk().overwriteUnforced(mark, bytes);
        } else {
            layout.disk().replaceUnforced(mark, bytes);
        }
    }

    /** Whether this workspace has ever had a block of this id. */
    boolean issued(String id) {
        try {
            return BlockId.isValid(id)
                    && orderLog.read().number(new BlockId(id)).isPresent();
        } catch (IOException e) {
            return false;
        }
    }

    /** They show what is known, unless it is noted that they do not. */
    void trust() throws IOException {
        if (!behind()) {
            stale.clear();
        }
    }

    /** Whether it is noted that some could not be written. */
    boolean behind() throws IOException {
        return readMark().strip().endsWith(BEHIND);
    }

    /** Nothing is known about them. */
    void distrust() {
        stale.distrust();
    }

    /** Whether they show everything that is known. */
    boolean showEverything() {
        return stale.isEmpty();
    }

    /** One state has followed on another. */
    void follow(Snapshot before, Snapshot after) {
        stale.follow(before, after);
    }

    /** Makes the disk agree with a state; returns the paths that changed. */
    Set<String> update(Snapshot state) throws IOException {
        String mark = readMark().strip();
        CreationOrder order = orderLog.extend(newIds(state));
        Set<String> changed = files.update(stale, state, order, mark.substring(mark.lastIndexOf(' ') + 1));
        stale.clear();
        if (!files.complete()) {
            stale.distrust();
        }
        return changed;
    }

    /** The ids that may have no place in the order of creation yet. */
    private List<BlockId> newIds(Snapshot state) {
        return ids(state, stale.everything() ? state.topics().paths() : stale.topics());
    }

    private static List<BlockId> ids(Snapshot state, Set<TopicPath> topics) {
        List<BlockId> ids = new ArrayList<>();
        topics.forEach(path -> records(state, path).forEach(record -> ids.add(record.id())));
        return ids;
    }

    /** The records of a topic; none when there is no such topic. */
    static List<MemoryRecord> records(Snapshot state, TopicPath path) {
        return state.topics()
                .topic(path)
                .map(topic -> RecordReader.read(topic, state.sources()))
                .orElse(List.of());
    }

    /** How many files the last update rendered. */
    int rendered() {
        return files.rendered();
    }

    /** The order in which the blocks of a state were created. */
    CreationOrder order(Snapshot state) throws IOException {
        return orderLog.read().with(ids(state, state.topics().paths()));
    }

    /** Every view but {@code core.md}, rendered anew. */
    void forEach(Snapshot state, BiConsumer<String, String> view) throws IOException {
        files.forEach(state, order(state), view);
    }

    /** Brings the view of relations up to date; anew, or unless it is noted to be. */
    void updateRelations(Snapshot state, boolean anew) throws IOException {
        files.writeRelations(state, anew);
    }
}
