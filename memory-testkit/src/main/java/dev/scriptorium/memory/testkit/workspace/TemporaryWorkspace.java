package dev.scriptorium.memory.testkit.workspace;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.WorkspaceId;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.api.write.WriteRequest;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.local.MemoryWorkspace;
import dev.scriptorium.memory.local.writer.ExtractiveTopicWriter;
import dev.scriptorium.memory.local.writer.TopicWriter;
import dev.scriptorium.memory.testkit.session.InMemorySessionStore;
import dev.scriptorium.memory.testkit.time.MutableClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A workspace in a directory of its own, with what a test needs around it: conversations, a clock that stands still, a
 * record of events, and the backends opened on it. {@link WorkspaceExtension} makes one for each test.
 *
 * <p>Settings are the library's defaults but for the clock, the zone, which is UTC, and the listener.
 *
 * <p>Safe for use by several threads, except {@link #close} and {@link #delete}.
 *
 * @since 0.1
 */
public final class TemporaryWorkspace implements AutoCloseable {
    /** Where the clock stands at the beginning; long gone, so that no file of the test is older. */
    public static final String START = "2024-05-06T09:00:00Z";

    private final Path home;
    private final MutableClock clock = MutableClock.at(START);
    private final RecordedEvents events = new RecordedEvents();
    private final CopyOnWriteArrayList<LocalMemoryBackend> opened = new CopyOnWriteArrayList<>();
    private volatile InMemorySessionStore store = InMemorySessionStore.at(clock);
    private volatile TopicWriter writer = new ExtractiveTopicWriter();
    private volatile @Nullable LocalMemoryBackend backend;
    private volatile boolean unchecked;
    private volatile boolean handEdited;

    private TemporaryWorkspace(Path home) {
        this.home = home;
    }

    /** A workspace in a new directory, which is made when a backend is first opened. */
    public static TemporaryWorkspace create() {
        try {
            return new TemporaryWorkspace(Files.createTempDirectory("scriptorium-test-"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The workspace itself. */
    public Path directory() {
        return home.resolve("memory");
    }

    /** A directory beside the workspace for whatever else the test writes; removed with it. */
    public Path beside() {
        return home;
    }

    /** The clock of the backends and the conversations. */
    public MutableClock clock() {
        return clock;
    }

    /** The conversations. */
    public InMemorySessionStore store() {
        return store;
    }

    /** Uses other conversations from the next opening on. */
    public TemporaryWorkspace use(InMemorySessionStore conversations) {
        store = conversations;
        return this;
    }

    /** Uses another writer from the next opening on. */
    public TemporaryWorkspace use(TopicWriter other) {
        writer = other;
        return this;
    }

    /** What the backends told so far. */
    public RecordedEvents events() {
        return events;
    }

    /** The settings that {@link #open()} uses, for a test that changes some of them. */
    public LocalMemoryConfig.Builder config() {
        return LocalMemoryConfig.builder(directory(), store)
                .writer(writer)
                .clock(clock)
                .zone(ZoneOffset.UTC)
                .listener(events);
    }

    /** Opens one more backend; it is closed when the test ends, if not sooner. */
    public LocalMemoryBackend open() {
        return open(same -> same);
    }

    /** Opens one more backend with other settings. */
    public LocalMemoryBackend open(UnaryOperator<LocalMemoryConfig.Builder> settings) {
        LocalMemoryBackend another =
                LocalMemoryBackend.open(settings.apply(config()).build());
        opened.add(another);
        backend = another;
        return another;
    }

    /** The backend opened last; opens one when there is none. */
    public LocalMemoryBackend backend() {
        LocalMemoryBackend latest = backend;
        return latest == null ? open() : latest;
    }

    /** Closes every backend and opens one again, as a restart does. */
    public LocalMemoryBackend reopen() {
        closeBackends();
        return open();
    }

    /** The workspace as tools see it. */
    public MemoryWorkspace workspace() {
        return backend().workspace();
    }

    /** Its id. */
    public WorkspaceId id() {
        return workspace().read().status().workspace();
    }

    /** Writes everything that is pending of a session. */
    public Optional<WriteFailure> write(String session) {
        return backend().write(WriteRequest.force(new SessionId(session)));
    }

    /** Asks as a host does at the end of a turn: writes only what is due. */
    public Optional<WriteFailure> writeDue(String session) {
        return backend().write(WriteRequest.of(new SessionId(session)));
    }

    /** The ids of the turns that are marked as written. */
    public List<String> written(String session) {
        return store.session(session).written(id());
    }

    /** How many commits the history holds. */
    public int commits() {
        return workspace().history().log(Optional.empty(), Integer.MAX_VALUE).size();
    }

    /** Every byte of the workspace now. */
    public ByteSnapshot bytes() {
        return ByteSnapshot.of(directory());
    }

    /** The text of a file of the workspace, our own state included. */
    public String text(String path) {
        try {
            return Files.readString(directory().resolve(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Says that the test edits files by hand, so that they may differ from the history when it ends. */
    public TemporaryWorkspace handEdited() {
        handEdited = true;
        return this;
    }

    boolean isHandEdited() {
        return handEdited;
    }

    /** Lets the test end with a workspace that is broken on purpose. */
    public TemporaryWorkspace leaveUnchecked() {
        unchecked = true;
        return this;
    }

    /**
     * Closes every backend, opens one again, and fails unless the workspace is sound; see {@link WorkspaceInvariants}.
     * Does nothing when none was ever opened.
     */
    public void verify() {
        closeBackends();
        if (!unchecked && !opened.isEmpty()) {
            WorkspaceInvariants.verify(this);
        }
    }

    /**
     * Closes every backend and takes away what this memory knows of its files, and its history: who opens it next finds
     * files that somebody else made.
     */
    public TemporaryWorkspace asFoundElsewhere() {
        closeBackends();
        for (String known : List.of(".scriptorium/catalogue", ".scriptorium/catalogue.log", ".git")) {
            remove(directory().resolve(known));
        }
        return this;
    }

    private void closeBackends() {
        opened.forEach(LocalMemoryBackend::close);
        backend = null;
    }

    /** Closes every backend. */
    @Override
    public void close() {
        closeBackends();
    }

    /** Removes the workspace and everything beside it. */
    public void delete() {
        close();
        remove(home);
    }

    private static void remove(Path place) {
        try {
            Files.walkFileTree(place, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes seen) throws IOException {
                    Files.deleteIfExists(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException trouble)
                        throws IOException {
                    Files.deleteIfExists(directory);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (NoSuchFileException e) {
            // The test has removed it already.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
