package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.ref.Revision;
import dev.scriptorium.memory.api.ref.SourceRef;
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
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
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
    private final Settings settings;
    private final WorkspaceLock lock;
    private final Journal journal;
    private final Installer installer;
    private final BaseFiles bases;
    private final TopicTexts texts;
    private final CommittedFiles committed;
    private final CatalogueFile catalogue;
    private final ShownViews views;
    private final ResidentBlock resident;
    private final OwedSources owed;
    private final CheckpointGate gate;
    private final Notices notices;
    private final RenderedViews renderings;
    private final LatestState state;
    private final AdoptingInstall installing;
    private final ReentrantLock door = new ReentrantLock();
    private boolean ended;

    /**
     * How transactions are made.
     *
     * @param limits of topics
     * @param clock the time
     * @param zone of days
     * @param coreTokens the most the resident block may have
     * @param recentLimit how many events the view of recent ones has
     * @param settleAfter how long a file must have been left alone before somebody's edit of it is adopted
     * @param checkpoint asked before every change of topics
     * @param checkpointTimeout how long it may take
     * @since 0.1
     */
    public record Settings(
            TopicLimits limits,
            Clock clock,
            ZoneId zone,
            int coreTokens,
            int recentLimit,
            Duration settleAfter,
            InstallCheckpoint checkpoint,
            Duration checkpointTimeout) {

        /** The time now, in the zone of days. */
        OffsetDateTime now() {
            return OffsetDateTime.now(clock.withZone(zone));
        }
    }

    /** The door of a workspace that has been made. */
    public Transactions(
            WorkspaceLayout layout,
            Settings settings,
            TokenCounter counter,
            CommittedFiles committed,
            OutsideListener listener) {
        this.layout = layout;
        this.settings = settings;
        this.lock = new WorkspaceLock(layout, "write.lock");
        this.journal = new Journal(layout);
        this.bases = new BaseFiles(layout, settings.clock());
        this.installer = new Installer(layout, journal, bases);
        this.texts = new TopicTexts(layout, journal, bases, committed);
        this.committed = committed;
        this.catalogue = new CatalogueFile(layout, texts);
        this.notices = new Notices(listener);
        this.renderings = new RenderedViews(layout, notices);
        this.views = new ShownViews(layout, settings.recentLimit(), renderings);
        this.resident = new ResidentBlock(layout, settings.coreTokens(), counter);
        this.owed = new OwedSources(layout);
        this.gate = new CheckpointGate(settings.checkpoint(), settings.checkpointTimeout());
        this.state = new LatestState(
                new DiskLook.Means(
                        layout,
                        settings.limits(),
                        settings.clock(),
                        texts,
                        committed,
                        views::issued,
                        new FirstLooks(layout)),
                journal,
                catalogue,
                views,
                notices);
        EntryWriter entries =
                new EntryWriter(layout, settings, journal, installer, catalogue, views, renderings, resident, state);
        this.installing = new AdoptingInstall(layout, settings, installer, texts, views, notices, entries);
    }

    /**
     * The state now: what the disk holds, after a look at it; while somebody installs, the whole state before or after.
     * Takes the install lock for a moment only when a transaction was left unfinished and nobody is at it. In a large
     * workspace a file that somebody rewrote in place may be seen a little later than one that was saved by a rename.
     */
    public Snapshot current() {
        return told(() -> current(LatestState.Depth.DIRECTORIES));
    }

    /** The state now as a change needs to know it: what it touches is looked at again when it is installed. */
    public Snapshot forChange() {
        return told(() -> current(LatestState.Depth.NOW_AND_THEN_EVERYTHING));
    }

    private Snapshot current(LatestState.Depth depth) throws IOException {
        Optional<Snapshot> seen = state.lookBetweenInstalls(depth);
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
        Snapshot recovered = io(() -> {
            try (WorkspaceLock.Held holding = lock.acquire(timeout)) {
                Leftovers.sweep(layout);
                state.recall();
                boolean cutShort = unfinished();
                Snapshot seen = refreshed(holding, LatestState.Depth.EVERYTHING, List.of());
                if (cutShort) {
                    notices.add(told -> told.recovered(1, 0));
                }
                Optional<JournalEntry> newest = journal.newest();
                if (newest.isPresent() && views.behind()) {
                    finishViews(seen, newest.get());
                }
                state.noteFirstLooks();
                keepCopies(seen);
                bases.sweep(journal.entries(), state.heldHashes());
                state.quietly(() -> {
                    // From here on this process and others can tell what is whose.
                    catalogue.writeIfDue(seen, views.showEverything());
                    return seen;
                });
                return seen;
            }
        });
        notices.deliver();
        return recovered;
    }

    /** Without a history, what somebody saves over would be nowhere. */
    private void keepCopies(Snapshot seen) {
        if (committed == CommittedFiles.NONE) {
            seen.files().forEach((path, known) -> {
                if (path.startsWith(TopicPath.ROOT)) {
                    try {
                        bases.keepCopy(layout.file(path), known.hash());
                    } catch (IOException e) {
                        LOG.debug("no copy of {} is kept", path, e);
                    }
                }
            });
        }
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
            Snapshot seen = state.look(LatestState.Depth.EVERYTHING, List.of());
            state.quietly(() -> {
                for (JournalEntry entry : entries) {
                    if (entry.number() > catalogue.number()) {
                        catalogue.append(entry, seen, false);
                    }
                }
                return seen;
            });
            // Before anybody takes the entry for complete: what was found in its place was made from something older.
            state.noteFirstLooks();
            finishViews(seen, newest.get());
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
        return told(() -> {
            // A look at everything takes its time, which nobody else should wait for.
            if (state.isLookDue()) {
                current(LatestState.Depth.NOW_AND_THEN_EVERYTHING);
            }
            askCheckpoint(request);
            Set<String> touched =
                    new TreeSet<>(SourceFrames.byArchive(request.frames()).keySet());
            touched.addAll(request.repaired().keySet());
            Admission admission = request.admission();
            if (admission != null) {
                touched.addAll(admission.touched());
            }
            request.edit().keySet().forEach(path -> touched.add(path.value()));
            try (WorkspaceLock.Held holding = lock.acquire(timeout)) {
                door.lock();
                try {
                    return installed(request, touched, holding);
                } finally {
                    door.unlock();
                }
            }
        });
    }

    private Installed installed(TransactionRequest request, Set<String> touched, WorkspaceLock.Held holding)
            throws IOException {
        if (ended) {
            throw new MemoryException(
                    ErrorCode.WORKSPACE_BUSY, "the memory was closed before anything was installed; open it again");
        }
        Snapshot seen = refreshed(holding, LatestState.Depth.NOW_AND_THEN_EVERYTHING, touched);
        refuseQuarantined(request, seen);
        ArchiveRepair.check(request.repaired(), seen);
        Admission admission = request.admission();
        if (admission != null) {
            admission.check(layout, seen);
        }
        if (!seen.unadopted().isEmpty()) {
            // A change that is refused changes nothing, so it must not be what has an edit adopted.
            SourceIndex sources = ArchiveAppends.of(request.frames(), seen).to(seen.sources());
            Rebase.onto(seen, request, sources, settings.limits())
                    .files()
                    .keySet()
                    .forEach(path -> touched.add(path.value()));
        }
        Snapshot now = installing.adopt(seen, touched, Adoption.Consent.SILENT, holding);
        // First: a turn that is not archived after all is owed to nobody.
        owed.owe(request.owing());
        Installed installed = installing.install(request, now, holding);
        state.noteFirstLooks();
        return installed;
    }

    /** Installs nothing from now on; waits until what is being installed is, and for nothing else. */
    public void end() {
        door.lock();
        try {
            ended = true;
        } finally {
            door.unlock();
        }
    }

    /** Shows the checkpoint what a change was made from, if the change keeps the rules there. */
    private void askCheckpoint(TransactionRequest request) throws IOException {
        if (gate.isOpen() || request.edit().isEmpty()) {
            return;
        }
        Snapshot now = current(LatestState.Depth.DIRECTORIES);
        TopicTree base = request.base() == null ? now.topics() : request.base();
        refuseQuarantined(request, now);
        SourceIndex sources = ArchiveAppends.of(request.frames(), now).to(now.sources());
        NormalizedEdit edit =
                TopicNormalizer.normalize(request.edit(), base, sources, request.policy(), settings.limits());
        if (edit.files().isEmpty()) {
            return;
        }
        Registration reading = register();
        try {
            gate.pass(new StateBefore(
                    revision(base, now), base, new TreeSet<>(edit.files().keySet())));
        } finally {
            reading.close();
        }
    }

    /** The fingerprint that a state has with other topics. */
    private static Revision revision(TopicTree topics, Snapshot now) {
        Map<TopicPath, Optional<byte[]>> others = new TreeMap<>();
        Set<TopicPath> paths = new TreeSet<>();
        if (topics != now.topics()) {
            paths.addAll(topics.paths());
            paths.addAll(now.topics().paths());
        }
        for (TopicPath path : paths) {
            // What both took from one look is the same object.
            if (!topics.stored(path).equals(now.topics().stored(path))) {
                others.put(path, topics.text(path).map(text -> text.getBytes(StandardCharsets.UTF_8)));
            }
        }
        return now.revisionWith(others);
    }

    /**
     * Makes edits of other people part of the memory that have been left alone for a while.
     *
     * @return whether there were any
     */
    public boolean adoptSettled(Duration timeout) {
        return adopted(timeout, Adoption.Consent.SILENT);
    }

    /** Makes everything that people did part of the memory, mass deletions and changed archives too, if it keeps the rules. */
    public boolean accept(Duration timeout) {
        return adopted(timeout, Adoption.Consent.GIVEN);
    }

    private boolean adopted(Duration timeout, Adoption.Consent consent) {
        Snapshot seen = forChange();
        if (seen.outside().isEmpty() && seen.outsideArchives().isEmpty()) {
            return false;
        }
        return told(() -> {
            if (consent == Adoption.Consent.SILENT
                    && state.hasNotedFirstLooks(seen)
                    && Adoption.due(seen, List.of(), installing.quietSince(), consent)
                            .isEmpty()) {
                return false;
            }
            try (WorkspaceLock.Held holding = lock.acquire(timeout)) {
                Snapshot now = refreshed(holding, LatestState.Depth.EVERYTHING, List.of());
                boolean adopted = installing.adopt(now, List.of(), consent, holding) != now;
                state.noteFirstLooks();
                return adopted;
            }
        });
    }

    static void requireHeld(WorkspaceLock.Held holding) {
        if (!holding.isValid()) {
            throw new MemoryException(ErrorCode.WORKSPACE_BUSY, "the lock was lost before anything was installed");
        }
    }

    /**
     * A dry run of a change of a state: what its edit would become, or why it is refused. Takes no lock.
     *
     * @throws MemoryException as {@link #install}
     */
    public NormalizedEdit preview(TransactionRequest request, Snapshot of) {
        refuseQuarantined(request, of);
        SourceIndex sources = ArchiveAppends.of(request.frames(), of).to(of.sources());
        return TopicNormalizer.normalize(request.edit(), of.topics(), sources, request.policy(), settings.limits());
    }

    private static void refuseQuarantined(TransactionRequest request, Snapshot now) {
        List<Violation> broken = new ArrayList<>();
        for (TopicPath path : request.edit().keySet()) {
            OutsideEdit edit = now.outside().get(path);
            // One in conflict is kept beside as soon as a change needs the file.
            if (edit == null || !edit.isInConflict()) {
                broken.addAll(now.quarantined().getOrDefault(path, List.of()));
            }
        }
        if (!broken.isEmpty()) {
            throw new MemoryException(
                    ErrorCode.INVALID_TOPIC_FORMAT,
                    "somebody's edit of " + broken.get(0).path() + " must be mended first: " + broken.get(0),
                    broken);
        }
        if (now.held().isPresent()
                && request.edit().keySet().stream()
                        .anyMatch(path -> now.outside().containsKey(path))) {
            throw new MemoryException(
                    ErrorCode.CONCURRENT_UPDATE,
                    "so many blocks are gone that nothing of it is taken over; bring the files back, or accept it with"
                            + " check --accept");
        }
    }

    /** The resident block of a state. */
    public CoreRendering renderCore(Snapshot state) {
        return resident.of(state.topics(), state.sources());
    }

    /** The time now, in the zone of days. */
    public OffsetDateTime now() {
        return settings.now();
    }

    /**
     * Refuses whoever is called by the checkpoint.
     *
     * @throws MemoryException {@code CHECKPOINT_FAILED}
     */
    public void requireOutsideCheckpoint() {
        gate.requireOutside();
    }

    /** What was written since the last organise pass. */
    public Counters counters() {
        return io(() -> journal.newest().map(JournalEntry::counters).orElse(Counters.NONE));
    }

    /**
     * The archived turns that hosts have dropped since and no pass was shown, in the order in which they were dropped;
     * those that a waiting entry names are left out. A host may still hold some of them.
     */
    public List<OwedSource> owedSources(Snapshot of) {
        return io(() -> {
            List<OwedSource> sources = owed.owed();
            if (sources.isEmpty()) {
                return sources;
            }
            List<BatchRecord> written = journal.entries().stream()
                    .map(JournalEntry::batch)
                    .filter(Objects::nonNull)
                    .toList();
            return sources.stream()
                    .filter(source -> of.sources().archived(source.ref()))
                    .filter(source -> written.stream().noneMatch(batch -> batch.writes(source.ref())))
                    .toList();
        });
    }

    /** The turns that a pass was shown because they were owed, to their end: they are as good as marked. */
    public Set<SourceRef> shownAsOwed() {
        return io(() -> {
            Set<SourceRef> shown = new HashSet<>(owed.settled());
            for (JournalEntry entry : journal.entries()) {
                BatchRecord batch = entry.batch();
                if (batch != null) {
                    shown.addAll(batch.owed());
                }
            }
            return shown;
        });
    }

    /** The turns that a writer has seen the beginning of. */
    public OpenPieces openPieces() {
        return io(() -> journal.newest().map(JournalEntry::pieces).orElse(OpenPieces.NONE));
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
        told(() -> {
            List<Installer.Slip> slips = installer.slips(entry);
            if (!slips.isEmpty() && !settleLate(slips)) {
                // Somebody is at work; whoever settles next looks again.
                return entry;
            }
            if (!settleOwed(entry.batch())) {
                return entry;
            }
            installer.forget(entry);
            keepCopies(entry);
            journal.drop(entry);
            bases.sweepNowAndThen(journal::entries, state::heldHashes);
            return entry;
        });
    }

    /** Notes that what a batch was owed is written; false when the lock is not free. */
    private boolean settleOwed(@Nullable BatchRecord batch) throws IOException {
        if (batch == null || !owed.isSettledBy(batch)) {
            return true;
        }
        Optional<WorkspaceLock.Held> held = lock.tryAcquire();
        if (held.isEmpty()) {
            return false;
        }
        try (WorkspaceLock.Held holding = held.get()) {
            requireHeld(holding);
            owed.settle(batch);
        }
        return true;
    }

    private void keepCopies(JournalEntry entry) throws IOException {
        if (committed != CommittedFiles.NONE) {
            return;
        }
        for (FileChange file : entry.files()) {
            if (file.payload() != null && file.after() != null && file.path().startsWith(TopicPath.ROOT)) {
                bases.keepCopy(journal.payload(file.payload()), Hash.ofHex(file.after()));
            }
        }
    }

    /** Brings in what somebody saved into a file after it was replaced; false when the lock is not free. */
    private boolean settleLate(List<Installer.Slip> slips) throws IOException {
        Optional<WorkspaceLock.Held> held = lock.tryAcquire();
        if (held.isEmpty()) {
            return false;
        }
        try (WorkspaceLock.Held holding = held.get()) {
            Snapshot now = refreshed(holding, LatestState.Depth.DIRECTORIES, List.of());
            for (Installer.Slip slip : slips) {
                now = installing.slipped(now, slip, holding);
            }
        }
        return true;
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
            if (of.modifiedArchives().contains(path)) {
                // What this memory wrote is what counts, as long as it is anywhere.
                bytes = committed.read(path).orElse(bytes);
            }
            // What was added since is another state's.
            int length = (int) Math.min(bytes.length, of.length(path));
            return ParsedArchive.read(path, Arrays.copyOf(bytes, length));
        });
    }

    /**
     * The bytes of a topic or an archive as a state has them, wherever they are by now.
     *
     * @throws MemoryException {@code CONCURRENT_UPDATE} when they are nowhere any more; {@code STORAGE_UNAVAILABLE} when
     *     the file cannot be read
     */
    public byte[] bytes(String path, Snapshot of) {
        Hash hash = Hash.ofHex(of.hash(path).orElseThrow());
        if (path.startsWith(TopicPath.ROOT)) {
            Optional<byte[]> found =
                    texts.find(new TopicPath(path), hash).map(text -> text.getBytes(StandardCharsets.UTF_8));
            if (found.filter(bytes -> Hash.of(bytes).equals(hash)).isPresent()) {
                return found.get();
            }
        }
        return io(() -> {
            byte[] bytes = Files.readAllBytes(layout.file(path));
            int length = (int) Math.min(bytes.length, of.length(path));
            return Optional.of(length == bytes.length ? bytes : Arrays.copyOf(bytes, length))
                    .filter(prefix -> Hash.of(prefix).equals(hash))
                    .or(() ->
                            committed.read(path).filter(known -> Hash.of(known).equals(hash)))
                    .orElseThrow(() -> new MemoryException(
                            ErrorCode.CONCURRENT_UPDATE, path + " was changed while it was being read; try again"));
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

    /** Whether this workspace once gave a block this id. */
    public boolean issued(String id) {
        return views.issued(id);
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

    /** What is in views says nothing any more: the power may have been cut since they were written. */
    public void distrustViews() {
        io(() -> {
            renderings.forget();
            return true;
        });
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
                Snapshot shown = installing
                        .install(
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
                catalogue.write(shown, views.showEverything());
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
                        catalogue.writeIfDue(shown, views.showEverything());
                        return shown;
                    });
                }
            }
            return held.isPresent();
        });
    }

    /** Does something, and tells afterwards what came up, when no lock is held. */
    private <T> T told(Interrupts.IoCall<T> call) {
        gate.requireOutside();
        try {
            return io(call);
        } finally {
            notices.deliver();
        }
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
