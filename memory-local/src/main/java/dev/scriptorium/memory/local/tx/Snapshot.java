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
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

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
    private final SortedMap<TopicPath, OutsideEdit> outside;
    private final SortedMap<String, OutsideArchive> outsideArchives;
    private final @Nullable MassDeletion held;
    private final Set<TopicPath> unresolved;
    private final List<String> unreadable;
    private final Map<String, FileStamp> directories;

    Snapshot(
            long generation,
            String token,
            TopicTree topics,
            SourceIndex sources,
            FileTree files,
            Map<TopicPath, OutsideEdit> outside,
            Map<String, OutsideArchive> outsideArchives,
            @Nullable MassDeletion held,
            Set<TopicPath> unresolved,
            List<String> unreadable,
            Map<String, FileStamp> directories) {
        this.generation = generation;
        this.token = token;
        this.topics = topics;
        this.sources = sources;
        this.files = files;
        this.outside = Collections.unmodifiableSortedMap(new TreeMap<>(outside));
        this.outsideArchives = Collections.unmodifiableSortedMap(new TreeMap<>(outsideArchives));
        this.held = held;
        this.unresolved = Set.copyOf(unresolved);
        this.unreadable = List.copyOf(unreadable);
        this.directories = Map.copyOf(directories);
    }

    /** The same, with a mass deletion that is held. */
    Snapshot holding(Optional<MassDeletion> deletion) {
        return new Snapshot(
                generation,
                token,
                topics,
                sources,
                files,
                outside,
                outsideArchives,
                deletion.orElse(null),
                unresolved,
                unreadable,
                directories);
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

    /** Topics whose last edit breaks rules, with what it breaks; their last good version serves. */
    public SortedMap<TopicPath, List<Violation>> quarantined() {
        SortedMap<TopicPath, List<Violation>> quarantined = new TreeMap<>();
        outside.forEach((path, edit) -> {
            if (!edit.broken().isEmpty()) {
                quarantined.put(path, edit.broken());
            }
        });
        return quarantined;
    }

    /** Topics that somebody changed in their own editor, and that are no part of the memory yet. */
    public SortedSet<TopicPath> unadopted() {
        return new TreeSet<>(outside.keySet());
    }

    /** Archives of which what this memory wrote is no longer how they begin; what was known of them serves. */
    public SortedSet<String> modifiedArchives() {
        SortedSet<String> modified = new TreeSet<>();
        outsideArchives.forEach((path, archive) -> {
            if (archive.modified()) {
                modified.add(path);
            }
        });
        return modified;
    }

    /** Whether somebody's edit that is no part of the memory yet lacks blocks: perhaps they are in the middle of saving. */
    public boolean isLosingBlocks() {
        return outside.values().stream().anyMatch(OutsideEdit::vanishing);
    }

    /** What is not adopted because so much is gone; empty when nothing is held. */
    public Optional<MassDeletion> held() {
        return Optional.ofNullable(held);
    }

    SortedMap<TopicPath, OutsideEdit> outside() {
        return outside;
    }

    SortedMap<String, OutsideArchive> outsideArchives() {
        return outsideArchives;
    }

    /** The names of the files in a directory that somebody changed. */
    Set<String> outsideIn(String directory) {
        Set<String> names = new TreeSet<>();
        for (String path : outsideBelow(directory)) {
            String name = path.substring(directory.length() + 1);
            if (name.indexOf('/') < 0) {
                names.add(name);
            }
        }
        return names;
    }

    /** The paths of the files below a directory that somebody changed. */
    Set<String> outsideBelow(String directory) {
        Set<String> paths = new TreeSet<>();
        if (!outside.isEmpty()) {
            outside.keySet().stream()
                    .map(TopicPath::value)
                    .filter(path -> path.startsWith(directory + "/"))
                    .forEach(paths::add);
        }
        outsideArchives.keySet().stream()
                .filter(path -> path.startsWith(directory + "/"))
                .forEach(paths::add);
        return paths;
    }

    /** Whether it is the state that an entry made. */
    boolean isOf(Optional<JournalEntry> entry) {
        return generation == entry.map(JournalEntry::number).orElse(0L)
                && token.equals(entry.map(JournalEntry::token).orElse(""));
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
        return revision(files);
    }

    private static Revision revision(FileTree of) {
        return new Revision(of.hash(WorkspaceLayout.TOPICS).substring(0, HALF)
                + of.hash(WorkspaceLayout.SOURCES).substring(0, HALF));
    }

    /** The fingerprint of a state that holds these files of topics and sources, by workspace path and hash. */
    public static Revision revisionOf(Map<String, String> hashes) {
        Map<String, Optional<FileTree.Known>> files = new TreeMap<>();
        hashes.forEach(
                (path, hash) -> files.put(path, Optional.of(new FileTree.Known(Hash.ofHex(hash), 0, FileStamp.NONE))));
        return revision(FileTree.EMPTY.with(files));
    }

    /** The fingerprint that it would have if some topics said something else; empty where there is none. */
    public Revision revisionWith(Map<TopicPath, Optional<byte[]>> topics) {
        Map<String, Optional<FileTree.Known>> changes = new TreeMap<>();
        topics.forEach((path, bytes) -> changes.put(
                path.value(),
                bytes.map(present -> new FileTree.Known(Hash.of(present), present.length, FileStamp.NONE))));
        return revision(files.with(changes));
    }

    /** How directories looked when they were listed last. */
    Map<String, FileStamp> directories() {
        return directories;
    }

    FileTree files() {
        return files;
    }
}
