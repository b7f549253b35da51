package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.ref.PathOrder;
import dev.scriptorium.memory.api.ref.Revision;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import dev.scriptorium.memory.markdown.source.SourceIndex;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * One whole state of a workspace: its topics, what its archives hold, and which files break a rule. Immutable; what a
 * topic says is read from the disk when somebody asks, and is what it was when the snapshot was taken.
 *
 * @since 0.1
 */
public final class Snapshot {
    private static final int HALF = 16;

    private final long generation;
    private final String token;
    private final TopicTree topics;
    private final SourceIndex sources;
    private final FileTree files;
    private final SortedMap<TopicPath, List<Violation>> quarantined;
    private final Set<TopicPath> unresolved;
    private final List<String> unreadable;
    private final Map<String, FileStamp> directories;

    Snapshot(
            long generation,
            String token,
            TopicTree topics,
            SourceIndex sources,
            FileTree files,
            Map<TopicPath, List<Violation>> quarantined,
            Set<TopicPath> unresolved,
            List<String> unreadable,
            Map<String, FileStamp> directories) {
        this.generation = generation;
        this.token = token;
        this.topics = topics;
        this.sources = sources;
        this.files = files;
        this.quarantined = new TreeMap<>(quarantined);
        this.unresolved = Set.copyOf(unresolved);
        this.unreadable = List.copyOf(unreadable);
        this.directories = Map.copyOf(directories);
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

    /** Whether there is any file of topics or sources. */
    public boolean isEmpty() {
        return files.size() == 0;
    }

    /** The hash of every file of topics and sources, by workspace path. Costs a walk over all of them. */
    public SortedMap<String, String> hashes() {
        SortedMap<String, String> hashes = new TreeMap<>(PathOrder.BY_COMPONENT);
        files.forEach((path, known) -> hashes.put(path, known.hash().hex()));
        return hashes;
    }

    /** The hash of a file of topics or sources; empty when there is none. */
    public Optional<String> hash(String path) {
        return Optional.ofNullable(files.get(path)).map(known -> known.hash().hex());
    }

    /** Whether another state holds the same, as far as can be told without comparing. */
    public boolean isSameContent(Snapshot other) {
        return files == other.files && topics == other.topics && sources == other.sources;
    }

    /** The paths of files whose content is not the same as in another state, in path order. */
    public SortedSet<String> differences(Snapshot other) {
        return files.differences(other.files);
    }

    /** The length of a file; 0 when there is none. */
    public long length(String path) {
        FileTree.Known known = files.get(path);
        return known == null ? 0 : known.length();
    }

    /** Topics that are left out because they break rules, with what they break. */
    public SortedMap<TopicPath, List<Violation>> quarantined() {
        return Collections.unmodifiableSortedMap(quarantined);
    }

    /** Topics with a citation that leads nowhere. */
    Set<TopicPath> unresolved() {
        return unresolved;
    }

    /** Paths that could not be read; what was known of them still serves. */
    public List<String> unreadable() {
        return unreadable;
    }

    /** The fingerprint of the content. */
    public Revision revision() {
        return new Revision(files.hash(WorkspaceLayout.TOPICS).substring(0, HALF)
                + files.hash(WorkspaceLayout.SOURCES).substring(0, HALF));
    }

    /** How directories looked when they were listed last. */
    Map<String, FileStamp> directories() {
        return directories;
    }

    FileTree files() {
        return files;
    }
}
