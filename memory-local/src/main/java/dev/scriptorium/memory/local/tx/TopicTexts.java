package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.internal.io.Interrupts;
import dev.scriptorium.memory.markdown.normalize.StoredTopic;
import dev.scriptorium.memory.markdown.normalize.TopicSummary;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.topic.Topic;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The texts of topics by hash: a few in memory, the others read when somebody asks. What stands at a path is believed
 * only when it has the hash; else the content is looked for in the journal and among the files replaced lately.
 * Safe for use by several threads.
 */
final class TopicTexts {
    private static final int MAX_CHARACTERS = 512 << 10;

    private final WorkspaceLayout layout;
    private final Journal journal;
    private final CommittedFiles committed;
    private final BaseFiles bases;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Hash, Parsed> latest = new LinkedHashMap<>(64, 0.75f, true);
    private long characters;

    TopicTexts(WorkspaceLayout layout, Journal journal, BaseFiles bases, CommittedFiles committed) {
        this.layout = layout;
        this.committed = committed;
        this.journal = journal;
        this.bases = bases;
    }

    private record Parsed(TopicPath path, String text, Topic topic) {}

    /** A topic that is nowhere but in memory. */
    static StoredTopic inMemory(TopicPath path, String text) {
        return TopicTree.EMPTY
                .with(Map.of(path, Optional.of(text)))
                .stored(path)
                .orElseThrow();
    }

    /** The text of a topic as the history has it; empty when it has none, or cannot say. */
    Optional<String> committed(TopicPath path) {
        return committed.read(path.value()).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    /** A topic of a content that is known by its hash. */
    StoredTopic stored(TopicPath path, Hash hash, TopicSummary summary) {
        return new OnDisk(path, hash, summary);
    }

    /** A topic whose text has just been read or written; others like it are read again later. */
    StoredTopic stored(TopicPath path, Hash hash, String text, Topic topic) {
        remember(hash, new Parsed(path, text, topic));
        return new OnDisk(path, hash, TopicSummary.of(topic));
    }

    private final class OnDisk implements StoredTopic {
        private final TopicPath path;
        private final Hash hash;
        private final TopicSummary summary;

        OnDisk(TopicPath path, Hash hash, TopicSummary summary) {
            this.path = path;
            this.hash = hash;
            this.summary = summary;
        }

        @Override
        public TopicSummary summary() {
            return summary;
        }

        @Override
        public String text() {
            return parsed(path, hash).text();
        }

        @Override
        public Topic topic() {
            return parsed(path, hash).topic();
        }
    }

    private Parsed parsed(TopicPath path, Hash hash) {
        lock.lock();
        try {
            Parsed known = latest.get(hash);
            // The same words in two files are two topics: their links start from different places.
            if (known != null && known.path().equals(path)) {
                return known;
            }
        } finally {
            lock.unlock();
        }
        String text = read(path, hash);
        Parsed parsed = new Parsed(path, text, TopicParser.parse(path, text));
        remember(hash, parsed);
        return parsed;
    }

    private void remember(Hash hash, Parsed parsed) {
        lock.lock();
        try {
            Parsed before = latest.put(hash, parsed);
            characters +=
                    parsed.text().length() - (before == null ? 0 : before.text().length());
            Iterator<Parsed> oldest = latest.values().iterator();
            while (characters > MAX_CHARACTERS && oldest.hasNext()) {
                characters -= oldest.next().text().length();
                oldest.remove();
            }
        } finally {
            lock.unlock();
        }
    }

    private String read(TopicPath path, Hash hash) {
        return find(path, hash)
                .orElseThrow(() -> new MemoryException(
                        ErrorCode.CONCURRENT_UPDATE, path + " was changed while it was being read; try again"));
    }

    /** The text of a content: from the disk, the journal, what was replaced lately, or the history; empty when nowhere. */
    Optional<String> find(TopicPath path, Hash hash) {
        lock.lock();
        try {
            Parsed known = latest.get(hash);
            if (known != null) {
                return Optional.of(known.text());
            }
        } finally {
            lock.unlock();
        }
        try {
            return Interrupts.deferred(() -> {
                        for (int attempt = 0; attempt < 2; attempt++) {
                            Optional<byte[]> bytes = atHome(path, hash)
                                    .or(() -> with(bases.file(hash), hash))
                                    .or(() -> inJournal(hash));
                            if (bytes.isPresent()) {
                                return bytes;
                            }
                        }
                        return fromHistory(path, hash);
                    })
                    .map(bytes -> new String(bytes, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new MemoryException(
                    ErrorCode.STORAGE_UNAVAILABLE,
                    path + " cannot be read: " + e.getClass().getSimpleName() + " " + e.getMessage(),
                    e);
        }
    }

    /** Remembered when it is found: looking for it costs a walk over the history. */
    private Optional<byte[]> fromHistory(TopicPath path, Hash hash) {
        Optional<byte[]> found = committed.read(path.value(), hash.hex());
        found.map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                .ifPresent(text -> remember(hash, new Parsed(path, text, TopicParser.parse(path, text))));
        return found;
    }

    private Optional<byte[]> inJournal(Hash hash) {
        try {
            for (JournalEntry entry : journal.entries()) {
                for (FileChange file : entry.files()) {
                    if (file.payload() != null && hash.hex().equals(file.after())) {
                        Optional<byte[]> bytes = with(journal.payload(file.payload()), hash);
                        if (bytes.isPresent()) {
                            return bytes;
                        }
                    }
                }
            }
            return Optional.empty();
        } catch (IOException e) {
            throw new MemoryException(
                    ErrorCode.STORAGE_UNAVAILABLE,
                    "the journal cannot be read: " + e.getClass().getSimpleName() + " " + e.getMessage(),
                    e);
        }
    }

    /** Whatever stands there instead, a directory or what nobody may read, the content may still be elsewhere. */
    private Optional<byte[]> atHome(TopicPath path, Hash hash) {
        try {
            return Optional.of(Files.readAllBytes(layout.file(path.value())))
                    .filter(bytes -> Hash.of(bytes).equals(hash));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static Optional<byte[]> with(Path file, Hash hash) {
        try {
            return Optional.of(Files.readAllBytes(file))
                    .filter(bytes -> Hash.of(bytes).equals(hash));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new MemoryException(
                    ErrorCode.STORAGE_UNAVAILABLE,
                    file.getFileName() + " cannot be read: " + e.getClass().getSimpleName() + " " + e.getMessage(),
                    e);
        }
    }
}
