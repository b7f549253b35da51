package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.ref.Revision;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import dev.scriptorium.memory.markdown.source.SourceIndex;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One whole state of a workspace: its topics, what its archives hold, and which files break a rule. Immutable.
 *
 * @since 0.1
 */
public final class Snapshot {
    /** One file of the state: the hash of its content, its length, and how it looked when it was read. */
    record Known(String hash, long length, FileStamp stamp) {}

    private final long generation;
    private final String token;
    private final TopicTree topics;
    private final SourceIndex sources;
    private final SortedMap<String, Known> files;
    private final SortedMap<TopicPath, List<Violation>> quarantined;
    private final List<String> unreadable;

    Snapshot(
            long generation,
            String token,
            TopicTree topics,
            SourceIndex sources,
            SortedMap<String, Known> files,
            Map<TopicPath, List<Violation>> quarantined,
            List<String> unreadable) {
        this.generation = generation;
        this.token = token;
        this.topics = topics;
        this.sources = sources;
        this.files = files;
        this.quarantined = new TreeMap<>(quarantined);
        this.unreadable = List.copyOf(unreadable);
    }

    /** The number of the transaction that made it; compare for inequality only, together with the token. */
    public long generation() {
        return generation;
    }

    /** The token of the transaction that made it. */
    public String token() {
        return token;
    }

    /** The topics that keep the rules. */
    public TopicTree topics() {
        return topics;
    }

    /** What the archives hold. */
    public SourceIndex sources() {
        return sources;
    }

    /** The hash of every file of topics and sources, by workspace path. */
    public SortedMap<String, String> hashes() {
        SortedMap<String, String> hashes = new TreeMap<>(dev.scriptorium.memory.api.ref.PathOrder.BY_COMPONENT);
        files.forEach((path, known) -> hashes.put(path, known.hash()));
        return hashes;
    }

    /** The length of a file; 0 when there is none. */
    public long length(String path) {
        Known known = files.get(path);
        return known == null ? 0 : known.length();
    }

    /** Topics that are left out because they break rules, with what they break. */
    public SortedMap<TopicPath, List<Violation>> quarantined() {
        return Collections.unmodifiableSortedMap(quarantined);
    }

    /** Paths that could not be read; what was known of them still serves. */
    public List<String> unreadable() {
        return unreadable;
    }

    /** The fingerprint of the content. */
    public Revision revision() {
        return MerkleRevision.of(hashes());
    }

    SortedMap<String, Known> files() {
        return files;
    }
}
