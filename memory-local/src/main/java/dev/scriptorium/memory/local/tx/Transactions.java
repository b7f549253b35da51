package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.ref.Revision;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.internal.io.Interrupts;
import dev.scriptorium.memory.local.internal.io.Sha256;
import dev.scriptorium.memory.markdown.normalize.NormalizedEdit;
import dev.scriptorium.memory.markdown.normalize.TopicNormalizer;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import dev.scriptorium.memory.markdown.source.ArchiveAppend;
import dev.scriptorium.memory.markdown.source.ParsedArchive;
import dev.scriptorium.memory.markdown.source.SourceFrame;
import dev.scriptorium.memory.markdown.source.SourceFrames;
import dev.scriptorium.memory.markdown.source.SourceIndex;
import dev.scriptorium.memory.markdown.source.SourceSafety;
import dev.scriptorium.memory.markdown.token.TokenCounter;
import dev.scriptorium.memory.markdown.topic.MemoryRecord;
import dev.scriptorium.memory.markdown.trust.BlockTrust;
import dev.scriptorium.memory.markdown.validate.TopicLimits;
import dev.scriptorium.memory.markdown.view.CoreRendering;
import dev.scriptorium.memory.markdown.view.CoreView;
import dev.scriptorium.memory.markdown.view.CreationOrder;
import dev.scriptorium.memory.markdown.view.Relations;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The one door: every change to topics and sources, whoever makes it, is a transaction here. All or nothing after a
 * crash at any instruction; the install lock is held for the time of the files, never for a writer, Git or the index.
 *
 * <p>Safe for use by several threads and processes.
 *
 * @since 0.1
 */
public final class Transactions {
    private static final int REMEMBERED = 8;

    private final WorkspaceLayout layout;
    private final TopicLimits limits;
    private final Clock clock;
    private final ZoneId zone;
    private final int coreTokens;
    private final TokenCounter counter;
    private final WorkspaceLock lock;
    private final Journal journal;
    private final Installer installer;
    private final SnapshotReader reader;
    private final OrderLog orderLog;
    private final ViewFiles views;
    private final Records records = new Records();
    private final ReentrantLock look = new ReentrantLock();
    private final Deque<Snapshot> recent = new ArrayDeque<>();
    private volatile @Nullable Snapshot snapshot;

    /** The door of a workspace that has been made. */
    public Transactions(
            WorkspaceLayout layout,
            TopicLimits limits,
            Clock clock,
            ZoneId zone,
            int coreTokens,
            int recentLimit,
            TokenCounter counter) {
        this.layout = layout;
        this.limits = limits;
        this.clock = clock;
        this.zone = zone;
        this.coreTokens = coreTokens;
        this.counter = counter;
        this.lock = new WorkspaceLock(layout, "write.lock");
        this.journal = new Journal(layout);
        this.installer = new Installer(layout, journal);
        this.reader = new SnapshotReader(layout, limits, clock);
        this.orderLog = new OrderLog(layout);
        this.views = new ViewFiles(layout, recentLimit);
    }

    /**
     * The state now: what the disk holds, after a look at it; while somebody installs, the whole state before or after.
     * Takes the install lock for a moment only when a transaction was left unfinished and nobody is at it.
     */
    public Snapshot current() {
        return io(() -> {
            Optional<Snapshot> seen = Optional.empty();
            while (seen.isEmpty()) {
                seen = unfinished() ? besideAnInstall() : lookBetweenInstalls();
            }
            return seen.get();
        });
    }

    /** Completes what is unfinished; if somebody is at it already, the state seen last. */
    private Optional<Snapshot> besideAnInstall() throws IOException {
        Optional<WorkspaceLock.Held> held = lock.tryAcquire();
        if (held.isEmpty()) {
            Snapshot before = snapshot;
            return Optional.of(before == null ? lookAgain() : before);
        }
        try (WorkspaceLock.Held holding = held.get()) {
            return Optional.of(refreshed(holding));
        }
    }

    /** Looks at the disk; empty when somebody installed something meanwhile, so that it may be half of each state. */
    private Optional<Snapshot> lookBetweenInstalls() throws IOException {
        look.lock();
        try {
            Optional<JournalEntry> newest = journal.newest();
            Snapshot seen = read(newest);
            boolean same = journal.newest().map(JournalEntry::token).equals(newest.map(JournalEntry::token));
            if (!same || unfinished()) {
                return Optional.empty();
            }
            remember(seen);
            snapshot = seen;
            return Optional.of(seen);
        } finally {
            look.unlock();
        }
    }

    /**
     * Completes what a crash left; for whoever opens the workspace.
     *
     * @throws MemoryException {@code WORKSPACE_BUSY} when somebody holds the lock for too long
     */
    public Snapshot recover(Duration timeout) {
        return io(() -> {
            try (WorkspaceLock.Held holding = lock.acquire(timeout)) {
                Leftovers.sweep(layout);
                return refreshed(holding);
            }
        });
    }

    /** Looks at the disk; for the holder of the lock, beside whom nobody installs. */
    private Snapshot lookAgain() throws IOException {
        look.lock();
        try {
            Snapshot seen = read(journal.newest());
            remember(seen);
            snapshot = seen;
            return seen;
        } finally {
            look.unlock();
        }
    }

    private Snapshot read(Optional<JournalEntry> newest) throws IOException {
        return reader.read(
                snapshot,
                newest.map(JournalEntry::number).orElse(0L),
                newest.map(JournalEntry::token).orElse(""));
    }

    private void remember(Snapshot seen) {
        Snapshot before = snapshot;
        if (before == null || before.topics() != seen.topics()) {
            recent.addLast(seen);
            if (recent.size() > REMEMBERED) {
                recent.removeFirst();
            }
        }
    }

    /** A state that this process has seen lately, by its topics; empty when it has not. */
    public Optional<Snapshot> remembered(Revision revision) {
        look.lock();
        try {
            return recent.stream()
                    .filter(state -> state.revision().sameTopics(revision))
                    .findFirst();
        } finally {
            look.unlock();
        }
    }

    /** Whether the newest entry may not be fully installed: its views are written last of all. */
    private boolean unfinished() throws IOException {
        Optional<JournalEntry> newest = journal.newest();
        return newest.isPresent() && !viewsMark(newest.get()).equals(readViewsMark());
    }

    private static String viewsMark(JournalEntry entry) {
        return entry.number() + " " + entry.token() + "\n";
    }

    private String readViewsMark() throws IOException {
        try {
            return Files.readString(layout.runtime("views"), StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            return "";
        }
    }

    /** Completes what a crash left, and looks at the disk. */
    private Snapshot refreshed(WorkspaceLock.Held holding) throws IOException {
        requireHeld(holding);
        complete();
        return lookAgain();
    }

    private void complete() throws IOException {
        List<JournalEntry> entries = journal.entries();
        Optional<JournalEntry> newest = journal.newest();
        if (newest.isPresent() && !viewsMark(newest.get()).equals(readViewsMark())) {
            // Every entry below was completed before this one was made.
            if (!entries.isEmpty()
                    && entries.get(entries.size() - 1).number() == newest.get().number()) {
                installer.install(newest.get());
            }
            views.distrust();
            finishViews(lookAgain(), newest.get());
        }
        journal.sweep(entries);
    }

    private Set<String> finishViews(Snapshot state, JournalEntry entry) throws IOException {
        List<MemoryRecord> all = records.of(state);
        Set<String> changed = views.write(views.render(
                all, orderLog.extend(all.stream().map(MemoryRecord::id).toList())));
        layout.disk().replaceUnforced(layout.runtime("views"), viewsMark(entry).getBytes(StandardCharsets.UTF_8));
        return changed;
    }

    /**
     * Installs a change.
     *
     * @throws MemoryException {@code WORKSPACE_BUSY} when the lock is not free in time; {@code CONCURRENT_UPDATE} when
     *     a file of the edit is no longer what the edit was made from; {@code INVALID_TOPIC_FORMAT},
     *     {@code SOURCE_COLLISION} and their like when the change breaks a rule. Nothing has changed then.
     *     {@code STORAGE_UNAVAILABLE} when the disk refuses: the change is either whole or not there
     */
    public Installed install(TransactionRequest request, Duration timeout) {
        return io(() -> {
            try (WorkspaceLock.Held holding = lock.acquire(timeout)) {
                return install(request, refreshed(holding), holding);
            }
        });
    }

    private Installed install(TransactionRequest request, Snapshot now, WorkspaceLock.Held holding) throws IOException {
        refuseQuarantined(request, now);
        refuseStale(request, now);
        List<Append> appends = appends(request.frames(), now);
        SourceIndex sources = now.sources();
        int surrogates = 0;
        for (Append append : appends) {
            sources = sources.withAppended(append.path(), append.append().added());
            surrogates += append.append().replacedSurrogates();
        }
        NormalizedEdit edit = normalize(request, now, sources);
        CoreRendering core = renderCore(now.topics().with(edit.files()), sources);

        Entries draft = new Entries(nextNumber(), Disk.randomHex(16));
        for (Map.Entry<TopicPath, Optional<String>> file : edit.files().entrySet()) {
            draft.change(
                    file.getKey().value(),
                    now.topics()
                            .text(file.getKey())
                            .map(text -> hashOnDisk(file.getKey().value()))
                            .orElse(null),
                    file.getValue()
                            .map(text -> text.getBytes(StandardCharsets.UTF_8))
                            .orElse(null));
        }
        draftCore(draft, now, edit, core);
        for (Append append : appends) {
            draft.append(
                    append.path(), now.length(append.path()), append.append().bytes());
        }
        Counters counters = request.counters()
                .apply(journal.newest().map(JournalEntry::counters).orElse(Counters.NONE));
        if (draft.isEmpty() && request.batch() == null) {
            return new Installed(now, edit, null, core, surrogates, Set.of());
        }
        draft.requireWritable();
        requireHeld(holding);
        JournalEntry entry = draft.write(request, message(request, edit), counters, now());
        journal.commit(entry);
        installer.install(entry);
        Snapshot after = lookAgain();
        return new Installed(after, edit, entry, core, surrogates, finishViews(after, entry));
    }

    /** The message of the commit: what the caller says, and every block that goes. */
    private static String message(TransactionRequest request, NormalizedEdit edit) {
        if (edit.removed().isEmpty()) {
            return request.message();
        }
        return request.message() + "\n\nremoved"
                + edit.removed().stream().map(id -> " ^" + id).collect(Collectors.joining(","));
    }

    private static void requireHeld(WorkspaceLock.Held holding) {
        if (!holding.isValid()) {
            throw new MemoryException(ErrorCode.WORKSPACE_BUSY, "the lock was lost before anything was installed");
        }
    }

    private long nextNumber() throws IOException {
        return journal.newest().map(JournalEntry::number).orElse(0L) + 1;
    }

    private NormalizedEdit normalize(TransactionRequest request, Snapshot now, SourceIndex sources) {
        return TopicNormalizer.normalize(request.edit(), now.topics(), sources, request.policy(), limits);
    }

    /**
     * A dry run of a change: what its edit would become, or why it is refused. Takes no lock.
     *
     * @throws MemoryException as {@link #install}
     */
    public NormalizedEdit preview(TransactionRequest request) {
        Snapshot base = request.base() == null ? current() : request.base();
        refuseQuarantined(request, base);
        SourceIndex sources = base.sources();
        for (Append append : appends(request.frames(), base)) {
            sources = sources.withAppended(append.path(), append.append().added());
        }
        return normalize(request, base, sources);
    }

    private static void refuseQuarantined(TransactionRequest request, Snapshot now) {
        List<Violation> broken = new ArrayList<>();
        for (TopicPath path : request.edit().keySet()) {
            broken.addAll(now.quarantined().getOrDefault(path, List.of()));
        }
        if (!broken.isEmpty()) {
            throw new MemoryException(
                    ErrorCode.INVALID_TOPIC_FORMAT,
                    "somebody's edit of " + broken.get(0).path() + " must be mended first: " + broken.get(0),
                    broken);
        }
    }

    private static void refuseStale(TransactionRequest request, Snapshot now) {
        Snapshot base = request.base();
        if (base == null) {
            return;
        }
        for (TopicPath path : request.edit().keySet()) {
            if (!base.topics().text(path).equals(now.topics().text(path))) {
                throw new MemoryException(
                        ErrorCode.CONCURRENT_UPDATE, path + " was changed by somebody else meanwhile; try again");
            }
        }
    }

    private record Append(String path, ArchiveAppend append) {}

    private static List<Append> appends(List<SourceFrame> frames, Snapshot now) {
        if (frames.isEmpty()) {
            return List.of();
        }
        SourceSafety.preflight(frames, now.sources());
        List<Append> appends = new ArrayList<>();
        for (Map.Entry<String, List<SourceFrame>> archive :
                SourceFrames.byArchive(frames).entrySet()) {
            if (!now.sources().complete(archive.getKey())) {
                throw new MemoryException(
                        ErrorCode.SOURCE_MODIFIED,
                        archive.getKey() + " cannot be read to its end; mend or restore it before anything is added");
            }
            ArchiveAppend append = SourceFrames.append(
                    now.sources().appendPoint(archive.getKey()), now.sources()::archived, archive.getValue());
            if (!append.added().isEmpty()) {
                appends.add(new Append(archive.getKey(), append));
            }
        }
        return appends;
    }

    /** The resident block of a state. */
    public CoreRendering renderCore(Snapshot state) {
        return renderCore(state.topics(), state.sources());
    }

    private CoreRendering renderCore(TopicTree topics, SourceIndex sources) {
        return topics.topic(TopicPath.CORE)
                .map(master -> CoreView.render(
                        master,
                        block -> BlockTrust.of(master, block, sources) == Trust.TRUSTED,
                        coreTokens,
                        counter::count))
                .orElseGet(() -> new CoreRendering("", 0, coreTokens, List.of(), List.of()));
    }

    /** The resident block goes with the master: rendered when there is one, removed with it, else left alone. */
    private void draftCore(Entries draft, Snapshot now, NormalizedEdit edit, CoreRendering core) {
        boolean hadMaster = now.topics().topic(TopicPath.CORE).isPresent();
        Optional<String> edited = edit.files().getOrDefault(TopicPath.CORE, Optional.empty());
        boolean hasMaster = edit.files().containsKey(TopicPath.CORE) ? edited.isPresent() : hadMaster;
        if (!hadMaster && !hasMaster) {
            return;
        }
        String before = hashOnDisk(WorkspaceLayout.CORE_VIEW);
        byte[] after = hasMaster ? core.text().getBytes(StandardCharsets.UTF_8) : null;
        String afterHash = after == null ? null : Sha256.hex(after);
        if (!java.util.Objects.equals(before, afterHash)) {
            draft.change(WorkspaceLayout.CORE_VIEW, before, after);
        }
    }

    private @Nullable String hashOnDisk(String path) {
        return io(() -> {
                    try {
                        return Optional.of(Sha256.hex(Files.readAllBytes(layout.file(path))));
                    } catch (NoSuchFileException e) {
                        return Optional.<String>empty();
                    }
                })
                .orElse(null);
    }

    /** Collects the files of an entry while it is made. */
    private final class Entries {
        private final long number;
        private final String token;
        private final List<FileChange> files = new ArrayList<>();
        private final List<FileAppend> appends = new ArrayList<>();
        private final List<byte[]> payloads = new ArrayList<>();

        Entries(long number, String token) {
            this.number = number;
            this.token = token;
        }

        void change(String path, @Nullable String before, byte @Nullable [] after) {
            files.add(new FileChange(
                    path, before, after == null ? null : Sha256.hex(after), after == null ? null : add(after)));
        }

        void append(String path, long before, byte[] bytes) {
            appends.add(new FileAppend(path, before, bytes.length, Sha256.hex(bytes), add(bytes)));
        }

        private String add(byte[] bytes) {
            payloads.add(bytes);
            return number + "-" + token.substring(0, 8) + "-" + (payloads.size() - 1);
        }

        boolean isEmpty() {
            return files.isEmpty() && appends.isEmpty();
        }

        /** What cannot be installed is refused before the entry holds. */
        void requireWritable() {
            files.forEach(file -> layout.writable(file.path()));
            appends.forEach(append -> layout.writable(append.path()));
        }

        JournalEntry write(TransactionRequest request, String message, Counters counters, OffsetDateTime at)
                throws IOException {
            layout.disk().createDirectories(layout.journal());
            for (int i = 0; i < payloads.size(); i++) {
                journal.writePayload(number + "-" + token.substring(0, 8) + "-" + i, payloads.get(i));
            }
            return new JournalEntry(
                    number,
                    token,
                    request.operation(),
                    request.caller(),
                    message,
                    at,
                    files,
                    appends,
                    request.batch(),
                    counters);
        }
    }

    /** The time now, in the zone of days. */
    public OffsetDateTime now() {
        return OffsetDateTime.now(clock.withZone(zone));
    }

    /** What was written since the last organise pass. */
    public Counters counters() {
        return io(() -> journal.newest().map(JournalEntry::counters).orElse(Counters.NONE));
    }

    /** The entries that wait for their commit or their marks, oldest first. */
    public List<JournalEntry> waiting() {
        return io(journal::entries);
    }

    /** The bytes of a payload of a waiting entry. */
    public byte[] payload(String name) {
        return io(() -> Files.readAllBytes(journal.payload(name)));
    }

    /** Drops an entry that is committed and marked. The caller holds the history lease. */
    public void drop(JournalEntry entry) {
        io(() -> {
            journal.drop(entry);
            return entry;
        });
    }

    /** Turns of a session that waiting entries name: as good as marked. */
    public Set<TurnId> turnsInJournal(SessionId session) {
        Set<TurnId> turns = new HashSet<>();
        for (JournalEntry entry : waiting()) {
            BatchRecord batch = entry.batch();
            if (batch != null && batch.session().equals(session)) {
                turns.addAll(batch.turns());
            }
        }
        return turns;
    }

    /** The frames of an archive, read from the disk. */
    public ParsedArchive archive(String path) {
        return io(() -> ParsedArchive.read(path, Files.readAllBytes(layout.file(path))));
    }

    /** Every record of a state. */
    public List<MemoryRecord> records(Snapshot state) {
        return new Records().of(state);
    }

    /** The order in which the blocks of a state were created. */
    public CreationOrder creationOrder(Snapshot state) {
        return io(() -> orderLog.read()
                .with(new Records().of(state).stream().map(MemoryRecord::id).toList()));
    }

    /** What every view would be if it were rendered anew; {@code core.md} only where there is a master. */
    public SortedMap<String, String> renderViews(Snapshot state) {
        return io(() -> {
            List<MemoryRecord> all = new Records().of(state);
            CreationOrder order =
                    orderLog.read().with(all.stream().map(MemoryRecord::id).toList());
            SortedMap<String, String> rendered = views.render(all, order);
            rendered.put(WorkspaceLayout.RELATIONS_VIEW, Relations.render(all));
            if (state.topics().topic(TopicPath.CORE).isPresent()) {
                rendered.put(WorkspaceLayout.CORE_VIEW, renderCore(state).text());
            }
            return rendered;
        });
    }

    /** Makes every view anew from topics and sources; returns the state they show. */
    public Snapshot rebuildViews(Duration timeout) {
        return io(() -> {
            try (WorkspaceLock.Held holding = lock.acquire(timeout)) {
                Snapshot state = refreshed(holding);
                views.distrust();
                List<MemoryRecord> all = records.of(state);
                views.write(views.render(
                        all, orderLog.extend(all.stream().map(MemoryRecord::id).toList())));
                views.writeRelations(all);
                if (state.topics().topic(TopicPath.CORE).isPresent()) {
                    String core = renderCore(state).text();
                    Path file = layout.file(WorkspaceLayout.CORE_VIEW);
                    if (!Sha256.hex(core).equals(hashOnDisk(WorkspaceLayout.CORE_VIEW))) {
                        layout.disk().replace(file, core.getBytes(StandardCharsets.UTF_8));
                    }
                }
                return state;
            }
        });
    }

    /** Brings the view of relations up to date; nothing when somebody else is at work. */
    public void refreshRelations() {
        io(() -> {
            Optional<WorkspaceLock.Held> held = lock.tryAcquire();
            if (held.isPresent()) {
                try (WorkspaceLock.Held holding = held.get()) {
                    views.writeRelations(records.of(refreshed(holding)));
                }
            }
            return held.isPresent();
        });
    }

    private static <T> T io(Interrupts.IoCall<T> call) {
        try {
            return Interrupts.deferred(call);
        } catch (IOException e) {
            throw new MemoryException(ErrorCode.STORAGE_UNAVAILABLE, "the disk refused: " + describe(e), e);
        }
    }

    private static String describe(IOException e) {
        String message = e.getMessage();
        return e.getClass().getSimpleName() + (message == null ? "" : " " + message);
    }
}
