package dev.scriptorium.memory.local.recall;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.local.tx.Transactions;
import dev.scriptorium.memory.markdown.parse.RecordReader;
import dev.scriptorium.memory.markdown.source.LegacyArchive;
import dev.scriptorium.memory.markdown.source.ParsedArchive;
import dev.scriptorium.memory.markdown.source.SourceArchive;
import dev.scriptorium.memory.markdown.source.SourceFrame;
import dev.scriptorium.memory.markdown.source.SpeakerLabels;
import dev.scriptorium.memory.markdown.topic.MemoryRecord;
import dev.scriptorium.memory.markdown.topic.Topic;
import dev.scriptorium.memory.retrieval.content.IndexedBlock;
import dev.scriptorium.memory.retrieval.content.IndexedCitation;
import dev.scriptorium.memory.retrieval.content.IndexedFile;
import dev.scriptorium.memory.retrieval.content.IndexedTurn;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/** What the index is to hold of a file of the workspace. */
final class IndexContent {
    private IndexContent() {}

    /** The hash by which the index is to hold a file; empty when it is not to hold it. */
    static Optional<String> wanted(Snapshot snapshot, String path) {
        boolean servedNot =
                path.startsWith(TopicPath.ROOT) && !snapshot.topics().contains(new TopicPath(path));
        return servedNot ? Optional.empty() : snapshot.hash(path);
    }

    /** The files that the index is to hold, and their hashes. */
    static SortedMap<String, String> wanted(Snapshot snapshot) {
        SortedMap<String, String> wanted = snapshot.hashes();
        wanted.keySet().removeIf(path -> wanted(snapshot, path).isEmpty());
        return wanted;
    }

    /** A whole file as a state has it. */
    static IndexedFile read(Transactions transactions, Snapshot snapshot, String path, String hash) {
        return path.startsWith(TopicPath.ROOT)
                ? topic(snapshot, new TopicPath(path), hash)
                : archive(snapshot, transactions.archive(path, snapshot), hash);
    }

    private static IndexedFile topic(Snapshot snapshot, TopicPath path, String hash) {
        Topic topic = snapshot.topics().topic(path).orElseThrow();
        List<MemoryRecord> records = RecordReader.read(topic, snapshot.sources());
        List<IndexedBlock> blocks = new ArrayList<>();
        List<BlockId> aliases = new ArrayList<>();
        for (MemoryRecord record : records) {
            if (!record.own()) {
                aliases.add(record.id());
                continue;
            }
            blocks.add(new IndexedBlock(
                    record.id(),
                    aliases,
                    record.headings(),
                    record.content(),
                    record.dates(),
                    citations(record),
                    record.resolved(),
                    record.line()));
            aliases.clear();
        }
        return IndexedFile.topic(path.value(), hash, blocks);
    }

    private static List<IndexedCitation> citations(MemoryRecord record) {
        Map<SourceRef, IndexedCitation> citations = new LinkedHashMap<>();
        for (int i = 0; i < record.sourceRefs().size(); i++) {
            SourceRef ref = record.sourceRefs().get(i);
            citations.putIfAbsent(
                    ref, new IndexedCitation(ref, record.sourceLabels().get(i)));
        }
        return List.copyOf(citations.values());
    }

    private static IndexedFile archive(Snapshot snapshot, ParsedArchive archive, String hash) {
        List<IndexedTurn> turns = new ArrayList<>();
        if (archive instanceof SourceArchive frames) {
            frames.frames().forEach(frame -> turns.add(turn(frame)));
        } else if (archive instanceof LegacyArchive legacy) {
            legacy.turns().stream()
                    // The v2 frame speaks where there are both.
                    .filter(turn -> snapshot.sources()
                            .find(turn.ref())
                            .map(found -> found.path().equals(archive.path()))
                            .orElse(true))
                    .forEach(turn -> turns.add(new IndexedTurn(
                            turn.ref(),
                            null,
                            null,
                            turn.label(),
                            false,
                            turn.stamp(),
                            turn.content(),
                            Trust.TRUSTED,
                            turn.line())));
        }
        return IndexedFile.archive(archive.path(), hash, turns);
    }

    /** The turns that were added to an archive. */
    static IndexedFile appended(SourceArchive tail, String previousHash, String hash) {
        List<IndexedTurn> turns = new ArrayList<>();
        tail.frames().forEach(frame -> turns.add(turn(frame)));
        return IndexedFile.appended(tail.path(), previousHash, hash, turns);
    }

    private static IndexedTurn turn(SourceFrame frame) {
        return new IndexedTurn(
                frame.ref(),
                frame.speakerId(),
                SpeakerLabels.displayName(frame),
                frame.label(),
                frame.speakerId() != null && frame.trust() == Trust.TRUSTED,
                frame.stamp(),
                frame.content(),
                frame.trust(),
                frame.line());
    }
}
