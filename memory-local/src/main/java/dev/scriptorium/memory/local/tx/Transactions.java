package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.ref.Revision;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.internal.io.Interrupts;
import dev.scriptorium.memory.local.internal.io.Sha256;
import dev.scriptorium.memory.markdown.normalize.NormalizedEdit;
import dev.scriptorium.memory.markdown.normalize.TopicNormalizer;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import dev.scriptorium.memory.markdown.source.ParsedArchive;
import dev.scriptorium.memory.markdown.source.SourceArchive;
import dev.scriptorium.memory.markdown.source.SourceFrames;
import dev.scriptorium.memory.markdown.source.SourceIndex;
import dev.scriptorium.memory.markdown.source.SourceLocations;
import dev.scriptorium.memory.markdown.token.TokenCounter;
import dev.scriptorium.memory.markdown.topic.MemoryRecord;
import dev.scriptorium.memory.markdown.validate.TopicLimits;
import dev.scriptorium.memory.markdown.view.CoreRendering;
import dev.scriptorium.memory.markdown.view.CreationOrder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one door: every change to topics and sources, whoever makes it, is a transaction here. All or nothing after a
 * crash at any instruction; the install lock is held for the time of the files, never for a writer, Git or the index.
 * What a transaction costs follows what it changes, not what there is.
 *
 * <p>Safe for use by several threads and processes.
 *
 * @since 0.1
 */
public final class Transactions {
    private static final Logger LOG = LoggerFactory.getLogger(Transactions.class);
    private final WorkspaceLayout layout;
    private final TopicLimits limits;
    private final Clock clock;
    private final ZoneId zone;
    private final WorkspaceLock lock;
    private final Journal journal;
    private final Installer installer;
    private final BaseFiles bases;
    private final CatalogueFile catalogue;
    private final ShownViews views;
    private final ResidentBlock resident;
    private final LatestState state;

    /** The door of a workspace that has been made. */
    public Transactions(
            WorkspaceLayout layout,
            TopicLimits limits,
            Clock clock,
            ZoneId zone,
            int coreTokens,
            int recentLimit,
            TokenCounter counter,
            CommittedFiles committed) {
        this.layout = layout;
        this.limits = limits;
        this.clock = clock;
        this.zone = zone;
        this.lock = new WorkspaceLock(layout, "write.lock");
        this.journal = new Journal(layout);
        this.bases = new BaseFiles(layout, clock);
        this.installer = new Installer(layout, journal, bases);
        TopicTexts texts = new TopicTexts(layout, journal, bases, committed);
        this.catalogue = new CatalogueFile(layout, texts);
        this.views = new ShownViews(layout, recentLimit);
        this.resident = new ResidentBlock(layout, coreTokens, counter);
        this.state = new LatestState(new DiskLook.Means(layout, limits, clock, texts), journal, catalogue, views);
    }

    /**
     * The state now: what the disk holds, after a look at it; while somebody installs, the whole state before or after.
     * Takes the install lock for a moment only when a transaction was left unfinished and nobody is at it. In a large
     * workspace a file that somebody rewrote in place may be seen a little later than one that was saved by a rename.
     */
    public Snapshot current() {
        return io(() -> current(LatestState.Depth.DIRECTORIES));
    }

    /** The state now as a change needs to know it: what it touches is looked at again when it is installed. */
    public Snapshot forChange() {
        return io(() -> current(LatestState.Depth.NOW_AND_THEN_EVERYTHING));
    }

    private Snapshot current(LatestState.Depth depth) throws IOException {
        Optional<Snapshot> seen = Optional.empty();
        while (seen.isEmpty()) {
            seen = unfinished() ? besideAnInstall() : state.lookBetweenInstalls(depth);
        }
        return seen.get();
    }

    /** Completes what is unfinished; if somebody is at it already, the state seen last. */
    private Optional<Snapshot> besideAnInstall() throws IOException {
        Optional<WorkspaceLock.Held> held = lock.tryAcquire();
        if (held.isEmpty()) {
            Optional<Snapshot> before = state.seenLast();
            return before.isPresent() ? before : Optional.of(state.look(LatestState.Depth.EVERYTHING, List.of()));
        }
        try (WorkspaceLock.Held holding = held.get()) {
            return Optional.of(refreshed(holding, LatestState.Depth.DIRECTORIES, List.of()));
        }
    }

    /**
     * Completes what a crash, or a disk that refused, left; for whoever opens or checks the workspace.
     *
     * @throws MemoryException {@code WORKSPACE_BUSY} when somebody holds the lock for too long
     */
    public Snapshot recover(Duration timeout) {
        return io(() -> {
            try (WorkspaceLock.Held holding = lock.acquire(timeout)) {
                Leftovers.sweep(layout);
                bases.sweep();
                state.recall();
                Snapshot seen = refreshed(holding, LatestState.Depth.EVERYTHING, List.of());
                Optional<JournalEntry> newest = journal.newest();
                if (newest.isPresent() && views.behind()) {
                    finishViews(seen, newest.get());
                }
                return seen;
            }
        });
    }

    /** A state that this process has seen lately, by its topics; empty when it has not. */
    public Optional<Snapshot> remembered(Revision revision) {
        return io(() -> state.remembered(revision));
    }

    /** Whether the newest entry may not be fully installed: its views are written last of all. */
    private boolean unfinished() throws IOException {
        return !views.show(journal.newest());
    }

    /** Completes what a crash left, and looks at the disk. */
    private Snapshot refreshed(WorkspaceLock.Held holding, LatestState.Depth depth, Collection<String> touched)
            throws IOException {
        requireHeld(holding);
        return state.look(complete() ? LatestState.Depth.EVERYTHING : depth, touched);
    }

    /** Completes the newest entry if need be; whether there was anything to complete. */
    private boolean complete() throws IOException {
        Optional<JournalEntry> newest = journal.newest();
        boolean unfinished = newest.isPresent() && !views.show(newest);
        if (unfinished) {
            // Every entry below was completed before this one was made.
            List<JournalEntry> entries = journal.entries();
            if (!entries.isEmpty()
                    && entries.get(entries.size() - 1).number() == newest.get().number()) {
                installer.install(newest.get());
            }
            state.quietly(() -> {
                views.distrust();
                return newest;
            });
            finishViews(state.look(LatestState.Depth.EVERYTHING, List.of()), newest.get());
        }
        journal.sweep();
        return unfinished;
    }

    private Set<String> finishViews(Snapshot shown, JournalEntry entry) throws IOException {
        return state.quietly(() -> {
            Set<String> changed = views.update(shown);
            views.mark(entry);
            return changed;
        });
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
            // A look at everything takes its time, which nobody else should wait for.
            if (state.isLookDue()) {
                current(LatestState.Depth.NOW_AND_THEN_EVERYTHING);
            }
            Set<String> touched =
                    new TreeSet<>(SourceFrames.byArchive(request.frames()).keySet());
            request.edit().keySet().forEach(path -> touched.add(path.value()));
            try (WorkspaceLock.Held holding = lock.acquire(timeout)) {
                return install(
                        request, refreshed(holding, LatestState.Depth.NOW_AND_THEN_EVERYTHING, touched), holding);
            }
        });
    }

    private Installed install(TransactionRequest request, Snapshot now, WorkspaceLock.Held holding) throws IOException {
        refuseQuarantined(request, now);
        refuseStale(request, now);
        ArchiveAppends appends = ArchiveAppends.of(request.frames(), now);
        SourceIndex sources = appends.to(now.sources());
        NormalizedEdit edit = normalize(request, now, sources);
        CoreRendering core = resident.of(withMaster(now, edit), sources);

        Optional<JournalEntry> newest = journal.newest();
        EntryDraft draft = new EntryDraft(newest.map(JournalEntry::number).orElse(0L) + 1);
        edit.files()
                .forEach((path, text) -> draft.change(
                        path.value(),
                        now.hash(path.value()).orElse(null),
                        text.map(present -> present.getBytes(StandardCharsets.UTF_8))
                                .orElse(null)));
        boolean coreChanges = draftCore(draft, now, edit, core);
        appends.byPath().forEach((path, append) -> draft.append(path, now.length(path), append.bytes()));
        if (draft.isEmpty() && request.batch() == null) {
            return new Installed(now, edit, null, core, appends.replacedSurrogates(), Set.of(), 0);
        }
        draft.requireWritable(layout);
        requireHeld(holding);
        Counters counters =
                request.counters().apply(newest.map(JournalEntry::counters).orElse(Counters.NONE));
        JournalEntry entry = draft.write(journal, request, message(request, edit), counters, now());
        journal.commit(entry);
        List<String> foreign = installer.install(entry);
        Snapshot after = state.installed(now, entry, sources, edit, foreign);
        if (coreChanges) {
            resident.note();
        }
        Set<String> changedViews = shown(after, entry);
        return new Installed(after, edit, entry, core, appends.replacedSurrogates(), changedViews, views.rendered());
    }

    /** What follows an install that holds: its trouble fails no change. What is not shown now is completed by the next look. */
    private Set<String> shown(Snapshot after, JournalEntry entry) {
        try {
            return state.quietly(() -> {
                Set<String> changed = views.update(after);
                views.mark(entry);
                catalogue.append(entry, after, views.updated());
                return changed;
            });
        } catch (MemoryException | IOException e) {
            LOG.warn("the views of {} are behind: {}", entry.operation(), e.toString());
            return Set.of();
        }
    }

    /** The topics, as far as the resident block is concerned. */
    private static TopicTree withMaster(Snapshot now, NormalizedEdit edit) {
        Optional<String> master = edit.files().get(TopicPath.CORE);
        return master == null ? now.topics() : now.topics().with(Map.of(TopicPath.CORE, master));
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
        SourceIndex sources = ArchiveAppends.of(request.frames(), base).to(base.sources());
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
            if (!base.hash(path.value()).equals(now.hash(path.value()))) {
                throw new MemoryException(
                        ErrorCode.CONCURRENT_UPDATE, path + " was changed by somebody else meanwhile; try again");
            }
        }
    }

    /** The resident block of a state. */
    public CoreRendering renderCore(Snapshot state) {
        return resident.of(state.topics(), state.sources());
    }

    /** The resident block goes with the master: rendered when there is one, removed with it, else left alone. */
    private boolean draftCore(EntryDraft draft, Snapshot now, NormalizedEdit edit, CoreRendering core) {
        boolean hadMaster = now.topics().contains(TopicPath.CORE);
        Optional<String> edited = edit.files().getOrDefault(TopicPath.CORE, Optional.empty());
        boolean hasMaster = edit.files().containsKey(TopicPath.CORE) ? edited.isPresent() : hadMaster;
        if (!hadMaster && !hasMaster) {
            return false;
        }
        String before = hashOnDisk(WorkspaceLayout.CORE_VIEW);
        byte[] after = hasMaster ? core.text().getBytes(StandardCharsets.UTF_8) : null;
        String afterHash = after == null ? null : Sha256.hex(after);
        if (Objects.equals(before, afterHash)) {
            return false;
        }
        draft.change(WorkspaceLayout.CORE_VIEW, before, after);
        return true;
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
            bases.sweepNowAndThen();
            return entry;
        });
    }

    /**
     * Keeps what is here now readable for a pass that works on it, whatever is installed meanwhile, until it is closed.
     */
    public Registration register() {
        Path file = io(bases::register);
        return () -> io(() -> {
            bases.release(file);
            return file;
        });
    }

    /**
     * A pass that works on a state.
     *
     * @since 0.1
     */
    @FunctionalInterface
    public interface Registration extends AutoCloseable {
        @Override
        void close();
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

    /** The frames of an archive in a state, read from the disk. */
    public ParsedArchive archive(String path, Snapshot of) {
        return io(() -> {
            byte[] bytes = Files.readAllBytes(layout.file(path));
            // What was added since is another state's.
            int length = (int) Math.min(bytes.length, of.length(path));
            return ParsedArchive.read(path, Arrays.copyOf(bytes, length));
        });
    }

    /**
     * What was added to an archive.
     *
     * @param length how long it was
     * @param hash the hash of what it held then
     * @return empty when it holds something else now, or what was added is not frames and nothing else
     */
    public Optional<SourceArchive> archiveAfter(String path, long length, String hash) {
        return io(() -> {
            byte[] bytes = Files.readAllBytes(layout.file(path));
            if (!SourceLocations.isV2Path(path)
                    || bytes.length <= length
                    || !Sha256.hex(bytes, (int) length).equals(hash)) {
                return Optional.empty();
            }
            return Optional.of(SourceArchive.readFrom(path, bytes, (int) length))
                    .filter(SourceArchive::complete);
        });
    }

    /** Every record of some topics of a state, topic by topic. Reads them. */
    public void forEachRecord(Snapshot state, Collection<TopicPath> topics, Consumer<MemoryRecord> action) {
        topics.forEach(path -> ShownViews.records(state, path).forEach(action));
    }

    /** The order in which the blocks of a state were created. */
    public CreationOrder creationOrder(Snapshot of) {
        return io(() -> views.order(of));
    }

    /**
     * What every view would be if it were rendered anew, one after the other; {@code core.md} only where there is a
     * master.
     */
    public void renderViews(Snapshot shown, BiConsumer<String, String> view) {
        io(() -> {
            views.forEach(shown, view);
            return shown;
        });
        if (shown.topics().contains(TopicPath.CORE)) {
            view.accept(WorkspaceLayout.CORE_VIEW, renderCore(shown).text());
        }
    }

    /** Whether some views could not be written, and are to be made anew. */
    public boolean areViewsBehind() {
        return io(views::behind);
    }

    /** Makes every view anew from topics and sources; returns the state they show. */
    public Snapshot rebuildViews(Duration timeout) {
        return io(() -> {
            try (WorkspaceLock.Held holding = lock.acquire(timeout)) {
                Snapshot now = refreshed(holding, LatestState.Depth.EVERYTHING, List.of());
                // The resident block is in the history, so what it becomes is a change like any other.
                Snapshot shown = install(
                                TransactionRequest.builder(
                                                "op-" + Disk.randomHex(12), "rebuild", "memory: render core.md")
                                        .build(),
                                now,
                                holding)
                        .snapshot();
                state.quietly(() -> {
                    views.distrust();
                    views.update(shown);
                    views.updateRelations(shown, true);
                    Optional<JournalEntry> newest = journal.newest();
                    if (newest.isPresent()) {
                        views.mark(newest.get());
                    }
                    return shown;
                });
                catalogue.write(shown, journal.newest());
                return shown;
            }
        });
    }

    /** Brings the view of relations, and the catalogue, up to date; nothing when somebody else is at work. */
    public void tidyUp() {
        io(() -> {
            Optional<WorkspaceLock.Held> held = lock.tryAcquire();
            if (held.isPresent()) {
                try (WorkspaceLock.Held holding = held.get()) {
                    Snapshot shown = refreshed(holding, LatestState.Depth.DIRECTORIES, List.of());
                    state.quietly(() -> {
                        views.updateRelations(shown, false);
                        if (views.showEverything()) {
                            catalogue.writeIfDue(shown, journal.newest());
                        }
                        return shown;
                    });
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
