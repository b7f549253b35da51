package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.ref.PathOrder;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.internal.io.Sha256;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import dev.scriptorium.memory.markdown.source.ParsedArchive;
import dev.scriptorium.memory.markdown.source.SourceIndex;
import dev.scriptorium.memory.markdown.validate.Rule;
import dev.scriptorium.memory.markdown.validate.TopicLimits;
import dev.scriptorium.memory.markdown.validate.TopicRules;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Looks at the disk and makes the snapshot of what is there, reading only what has changed since another one. */
final class SnapshotReader {
    private final WorkspaceLayout layout;
    private final TopicLimits limits;
    private final Clock clock;

    SnapshotReader(WorkspaceLayout layout, TopicLimits limits, Clock clock) {
        this.layout = layout;
        this.limits = limits;
        this.clock = clock;
    }

    /** The state of the disk; the same object as before when nothing has changed. */
    Snapshot read(@Nullable Snapshot before, long generation, String token) throws IOException {
        Look look = new Look(before);
        look.at(WorkspaceLayout.TOPICS);
        look.at(WorkspaceLayout.SOURCES);
        return look.finish(generation, token);
    }

    private final class Look extends SimpleFileVisitor<Path> {
        private final @Nullable Snapshot before;
        private final SortedMap<String, Snapshot.Known> files = new TreeMap<>(PathOrder.BY_COMPONENT);
        private final Map<TopicPath, Optional<String>> topicChanges = new HashMap<>();
        private final Map<TopicPath, List<Violation>> quarantined = new HashMap<>();
        private final List<String> unreadable = new ArrayList<>();
        private SourceIndex sources;
        private boolean changed;

        Look(@Nullable Snapshot before) {
            this.before = before;
            this.sources = before == null ? SourceIndex.empty() : before.sources();
        }

        void at(String directory) throws IOException {
            Path start = layout.file(directory);
            if (Files.isDirectory(start)) {
                Files.walkFileTree(start, this);
            }
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            String name = String.valueOf(file.getFileName());
            if (!attributes.isRegularFile() || !name.endsWith(".md") || Disk.isTemporary(name)) {
                return FileVisitResult.CONTINUE;
            }
            String path = layout.path(file);
            if (path.startsWith(TopicPath.ROOT) && !isTopicPath(path)) {
                unreadable.add(path);
                return FileVisitResult.CONTINUE;
            }
            Snapshot.@Nullable Known known =
                    before == null ? null : before.files().get(path);
            try {
                FileStamp stamp = FileStamp.of(file, attributes, clock.instant());
                if (stamp == null) {
                    return FileVisitResult.CONTINUE;
                }
                if (known != null && known.stamp().proves(stamp)) {
                    keep(path, known);
                } else {
                    byte[] bytes = Files.readAllBytes(file);
                    String hash = Sha256.hex(bytes);
                    Snapshot.Known now = new Snapshot.Known(hash, bytes.length, stamp);
                    if (known != null && known.hash().equals(hash)) {
                        keep(path, now);
                    } else {
                        changed = true;
                        files.put(path, now);
                        take(path, bytes);
                    }
                }
            } catch (NoSuchFileException e) {
                // Gone between the listing and the reading: as if it had been gone before.
                return FileVisitResult.CONTINUE;
            } catch (IOException e) {
                cannotRead(path, known);
            }
            return FileVisitResult.CONTINUE;
        }

        private static boolean isTopicPath(String path) {
            try {
                return path.equals(new TopicPath(path).value());
            } catch (MemoryException e) {
                // A name that no link could lead to: named by status, left alone.
                return false;
            }
        }

        /** A directory that cannot be listed: what is known of it still serves. "Cannot read" is never "deleted". */
        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) {
            if (failure instanceof NoSuchFileException || before == null) {
                if (before == null && !(failure instanceof NoSuchFileException)) {
                    unreadable.add(layout.path(file));
                }
                return FileVisitResult.CONTINUE;
            }
            String path = layout.path(file);
            unreadable.add(path);
            before.files().forEach((known, value) -> {
                if (known.equals(path) || known.startsWith(path + "/")) {
                    keep(known, value);
                }
            });
            return FileVisitResult.CONTINUE;
        }

        private void cannotRead(String path, Snapshot.@Nullable Known known) {
            unreadable.add(path);
            if (known != null) {
                keep(path, known);
            }
        }

        private void keep(String path, Snapshot.Known known) {
            files.put(path, known);
            if (before != null && path.startsWith(TopicPath.ROOT)) {
                TopicPath topic = new TopicPath(path);
                List<Violation> broken = before.quarantined().get(topic);
                if (broken != null) {
                    quarantined.put(topic, broken);
                }
            }
        }

        private void take(String path, byte[] bytes) {
            if (path.startsWith(TopicPath.ROOT)) {
                takeTopic(new TopicPath(path), bytes);
            } else {
                sources = sources.with(ParsedArchive.read(path, bytes));
            }
        }

        private void takeTopic(TopicPath path, byte[] bytes) {
            String text;
            try {
                text = StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(bytes))
                        .toString();
            } catch (CharacterCodingException e) {
                quarantined.put(path, List.of(Rule.ENCODING.in(path, "bytes that are not UTF-8")));
                return;
            }
            // An id in the file counts as known: this is not an edit but a state.
            List<Violation> violations = TopicRules.check(path, text, limits, id -> true);
            if (violations.isEmpty()) {
                topicChanges.put(path, Optional.of(text));
            } else {
                // The last good version, if this process has seen one, goes on serving.
                quarantined.put(path, violations);
            }
        }

        Snapshot finish(long generation, String token) {
            if (before != null) {
                for (String path : before.files().keySet()) {
                    if (!files.containsKey(path)) {
                        changed = true;
                        if (path.startsWith(TopicPath.ROOT)) {
                            topicChanges.put(new TopicPath(path), Optional.empty());
                        } else {
                            sources = sources.without(path);
                        }
                    }
                }
                if (!changed
                        && before.generation() == generation
                        && before.token().equals(token)) {
                    return new Snapshot(generation, token, before.topics(), sources, files, quarantined, unreadable);
                }
            }
            TopicTree topics = (before == null ? TopicTree.EMPTY : before.topics()).with(topicChanges);
            return new Snapshot(generation, token, topics, sources, files, quarantined, unreadable);
        }
    }
}
