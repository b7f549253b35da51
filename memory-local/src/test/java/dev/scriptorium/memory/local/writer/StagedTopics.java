package dev.scriptorium.memory.local.writer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.markdown.normalize.EditPolicy;
import dev.scriptorium.memory.markdown.normalize.TopicNormalizer;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import dev.scriptorium.memory.markdown.parse.RecordReader;
import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.source.ArchivedSource;
import dev.scriptorium.memory.markdown.source.SourceCatalog;
import dev.scriptorium.memory.markdown.source.SourceLocations;
import dev.scriptorium.memory.markdown.topic.MemoryRecord;
import dev.scriptorium.memory.markdown.topic.Topic;
import dev.scriptorium.memory.markdown.validate.TopicLimits;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A stage in memory whose edits are installed as the product does it: normalised, held against every rule, and only
 * then there for the next pass. All turns of the session {@code test} are archived.
 */
final class StagedTopics implements Stage {
    private static final TopicLimits LIMITS = TopicLimits.DEFAULT;

    private final Archive archive = new Archive();
    private TopicTree committed = TopicTree.EMPTY;
    private final SortedMap<TopicPath, Optional<String>> edits = new TreeMap<>();

    /** Runs a pass of the writer and installs what it wrote. */
    WriterOutcome run(WriterTask task) {
        return run(new ExtractiveTopicWriter(), task);
    }

    WriterOutcome run(ExtractiveTopicWriter writer, WriterTask task) {
        WriterOutcome outcome = writer.write(task, this);
        assertThat(outcome.nothingToRecord().isEmpty()).isEqualTo(!edits.isEmpty());
        Set<SourceRef> batch = new HashSet<>();
        task.batch().forEach(turn -> batch.add(turn.ref()));
        committed = committed.with(TopicNormalizer.normalize(
                        edits, committed, archive, EditPolicy.keepingAll().citing(batch::contains), LIMITS)
                .files());
        edits.clear();
        return outcome;
    }

    /** Records turns that were said one after the other. */
    WriterOutcome record(Talk talk) {
        return run(WriterTask.write(talk.turns()));
    }

    /** Puts a topic there as if somebody had written it; its ids are kept. */
    StagedTopics given(String path, String... lines) {
        committed = committed.with(Map.of(new TopicPath(path), Optional.of(String.join("\n", lines) + "\n")));
        return this;
    }

    @Override
    public SortedSet<TopicPath> topics() {
        SortedSet<TopicPath> paths = new TreeSet<>(committed.paths());
        edits.forEach((path, text) -> {
            if (text.isPresent()) {
                paths.add(path);
            } else {
                paths.remove(path);
            }
        });
        return Collections.unmodifiableSortedSet(paths);
    }

    @Override
    public Optional<String> read(TopicPath path) {
        Optional<String> edited = edits.get(path);
        return edited == null ? committed.text(path) : edited;
    }

    @Override
    public void write(TopicPath path, String text) {
        if (committed.text(path).isEmpty()) {
            TopicPath.of(path.value());
        }
        edits.put(path, Optional.of(text));
    }

    @Override
    public void delete(TopicPath path) {
        edits.put(path, Optional.empty());
    }

    /** The paths below {@code topics/}. */
    List<String> paths() {
        return topics().stream().map(TopicPath::belowTopics).toList();
    }

    String text(String below) {
        return read(new TopicPath(TopicPath.ROOT + below)).orElse("");
    }

    /** Everything, to compare two runs byte for byte. */
    Map<String, String> all() {
        Map<String, String> all = new TreeMap<>();
        topics().forEach(path -> all.put(path.value(), read(path).orElse("")));
        return all;
    }

    /** The records of a topic, each block once. */
    List<MemoryRecord> records(String below) {
        TopicPath path = new TopicPath(TopicPath.ROOT + below);
        Topic topic = TopicParser.parse(path, read(path).orElse(""));
        return RecordReader.read(topic, archive).stream()
                .filter(MemoryRecord::own)
                .toList();
    }

    /** The words of the blocks of a topic. */
    List<String> contents(String below) {
        return records(below).stream().map(MemoryRecord::content).toList();
    }

    /** The records of all topics but the core. */
    List<MemoryRecord> records() {
        List<MemoryRecord> all = new ArrayList<>();
        paths().stream().filter(path -> !path.equals("core.md")).forEach(path -> all.addAll(records(path)));
        return all;
    }

    /** An archive that holds every turn of the namespace {@code test}. */
    private static final class Archive implements SourceCatalog {
        private static final String PREFIX = "sources/test/_v2/";
        private final Map<String, SourceRef> known = new HashMap<>();

        @Override
        public Optional<ArchivedSource> find(SourceRef ref) {
            Optional<String> path = ref.namespace().equals("test") ? SourceLocations.v2Path(ref) : Optional.empty();
            return path.map(there -> {
                String anchor = SourceLocations.anchor(ref);
                known.put(there + "#" + anchor, ref);
                return new ArchivedSource(ref, there, anchor, Trust.TRUSTED);
            });
        }

        /** Anchors of turns that were found before, and {@code at-} with the turn's id in hexadecimal. */
        @Override
        public Optional<SourceRef> at(String path, String anchor) {
            SourceRef ref = known.get(path + "#" + anchor);
            if (ref != null || !path.startsWith(PREFIX) || !anchor.startsWith("at-")) {
                return Optional.ofNullable(ref);
            }
            String session = path.substring(PREFIX.length(), path.length() - ".md".length());
            byte[] turn = HexFormat.of().parseHex(anchor.substring(3));
            return Optional.of(new SourceRef("test/" + session + "/" + new String(turn, StandardCharsets.UTF_8)));
        }
    }
}
