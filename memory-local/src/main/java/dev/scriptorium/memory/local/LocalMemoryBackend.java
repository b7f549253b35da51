package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.MemoryBackend;
import dev.scriptorium.memory.api.MemoryBackends;
import dev.scriptorium.memory.api.SessionContext;
import dev.scriptorium.memory.api.recall.MemoryContext;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.session.WrittenMarks;
import dev.scriptorium.memory.api.write.DiscardOutcome;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.api.write.ReorganizeReport;
import dev.scriptorium.memory.api.write.ReorganizeRequest;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.api.write.WriteRequest;
import dev.scriptorium.memory.local.commit.EntrySettler;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.disk.DiskObserver;
import dev.scriptorium.memory.local.git.History;
import dev.scriptorium.memory.local.ingest.PassContext;
import dev.scriptorium.memory.local.ingest.SessionWriting;
import dev.scriptorium.memory.local.recall.RecallIndex;
import dev.scriptorium.memory.local.recall.RecentRecalls;
import dev.scriptorium.memory.local.schedule.Schedule;
import dev.scriptorium.memory.local.state.SidecarMarks;
import dev.scriptorium.memory.local.state.WorkspaceIdentity;
import dev.scriptorium.memory.local.state.WriterState;
import dev.scriptorium.memory.local.tx.CommittedFiles;
import dev.scriptorium.memory.local.tx.InstallCheckpoint;
import dev.scriptorium.memory.local.tx.Transactions;
import dev.scriptorium.memory.local.tx.WorkspaceLayout;
import dev.scriptorium.memory.local.tx.WorkspaceLock;
import dev.scriptorium.memory.local.writer.WriterLimits;
import dev.scriptorium.memory.markdown.token.TokenCounter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The shipped backend: a workspace of plain files. Safe for use by several threads, and by several processes on one
 * workspace. Its hooks never throw for operational trouble.
 *
 * @since 0.1
 */
public final class LocalMemoryBackend implements MemoryBackend {
    private static final Duration TIDYING = Duration.ofSeconds(1);

    private final LocalMemoryConfig config;
    private final Transactions transactions;
    private final EntrySettler settler;
    private final SessionWriting writing;
    private final RecallIndex index;
    private final RecentRecalls recalls;
    private final Optional<History> history;
    private final LocalWorkspace workspace;
    private final MemoryBackend guarded;
    private final Housekeeping housekeeping;
    private final Optional<Schedule> schedule;
    private final AtomicBoolean closed = new AtomicBoolean();

    private LocalMemoryBackend(Path directory, LocalMemoryConfig config, Disk disk) {
        this.config = config;
        WorkspaceLayout layout = WorkspaceOpening.prepare(directory, config.allowNetworkFileSystem(), disk);
        WorkspaceIdentity identity = WorkspaceOpening.identify(layout, config.interactiveLockTimeout());
        TokenCounter counter = new TokenCounter();
        this.history = config.history()
                ? Optional.of(History.open(layout.root(), layout.runtime("git-locks"), disk.observer()))
                : Optional.empty();
        OutsideEvents events = new OutsideEvents(config.listener(), identity.id());
        this.transactions = new Transactions(
                layout,
                new Transactions.Settings(
                        config.limits(),
                        config.clock(),
                        config.zone(),
                        config.coreTokens(),
                        config.recentLimit(),
                        config.settleAfter(),
                        config.beforeInstall().orElse(InstallCheckpoint.NONE),
                        config.checkpointTimeout()),
                counter,
                history.<CommittedFiles>map(LatestCommit::new).orElse(CommittedFiles.NONE),
                events);
        transactions.recover(config.interactiveLockTimeout());
        WorkspaceOpening.mendViews(layout, transactions, config.interactiveLockTimeout());
        history.ifPresent(known -> WorkspaceOpening.adopt(layout, known, transactions));
        WrittenMarks marks = config.sessions().marks().orElseGet(() -> new SidecarMarks(layout.runtime("marks"), disk));
        this.settler = new EntrySettler(layout, transactions, history, marks, identity.id());
        settler.settle(EntrySettler.Archives.WITH_NEXT);
        this.index = new RecallIndex(
                config.indexDirectory().orElseGet(() -> layout.runtime("index")),
                transactions,
                counter,
                config.recallFloor(),
                config.recall() != LocalMemoryConfig.Recall.OFF,
                events::indexRebuilt);
        this.housekeeping =
                new Housekeeping(config.executor(), transactions, settler, index, config.backgroundLockTimeout());
        housekeeping.mendIndex();
        settler.whenCommitted(housekeeping::nudge);
        this.recalls = new RecentRecalls();
        String principal = config.owner().orElse(identity.owner());
        WriterState state =
                new WriterState(layout.runtime("writer-status.json"), layout.runtime("refused-batches.json"), disk);
        PassContext passes = new PassContext(
                transactions,
                settler,
                config.writer(),
                counter,
                identity.id(),
                config.listener(),
                config.clock(),
                config.backgroundLockTimeout(),
                config.lossGuard(),
                WriterLimits.of(config.writerTokens(), config.writerMaxExchanges()),
                index::blocks,
                index::follow);
        this.writing = new SessionWriting(
                passes,
                config.sessions(),
                marks,
                config.sourceNamespace(),
                principal,
                config.zone(),
                new SessionWriting.Triggers(
                        config.batchTokens(),
                        config.idleAfter(),
                        config.organiseAfterBatches(),
                        config.organiseAfterTokens(),
                        config.organiseEvery()),
                state,
                new WorkspaceLock(layout, "writer.lock"),
                recalls::of);
        this.workspace = new LocalWorkspace(
                config, layout, identity.id(), principal, transactions, settler, history, writing, index, state);
        this.guarded = MemoryBackends.guard(new Hooks());
        // Last: from here on another thread may be at it.
        this.schedule =
                config.automaticWriting() ? config.scheduler().map(onto -> schedule(layout, onto)) : Optional.empty();
    }

    private Schedule schedule(WorkspaceLayout layout, ScheduledExecutorService onto) {
        return Schedule.start(
                layout,
                config.sessions(),
                new Schedule.Times(config.watchEvery(), config.sessionIdle(), config.nightlyAt(), config.zone()),
                new Schedule.Work(
                        housekeeping::adopt,
                        writing::writeIdle,
                        () -> writing.reorganize(false),
                        housekeeping::afterPass),
                config.clock(),
                onto);
    }

    /**
     * Creates a workspace, or opens what is there: completes what a crash left, and makes again without a word what
     * can be made again. A large search index that was lost is made on the executor, and recall is silent until then;
     * without an executor this waits for it, since nobody else would make it.
     *
     * @throws dev.scriptorium.memory.api.MemoryException {@code STORAGE_UNAVAILABLE}, {@code FORMAT_TOO_NEW},
     *     {@code WORKSPACE_BUSY}, {@code WORKSPACE_CORRUPT}; the workspace is as it was
     */
    public static LocalMemoryBackend open(LocalMemoryConfig config) {
        return open(config, DiskObserver.NONE);
    }

    /**
     * As {@link #open(LocalMemoryConfig)}, for fault kits and traces: the observer is told of every change to the disk
     * before it is made, and what it throws is thrown there.
     */
    public static LocalMemoryBackend open(LocalMemoryConfig config, DiskObserver observer) {
        return new LocalMemoryBackend(config.workspace(), config, Disk.observedBy(observer));
    }

    /** Opens a workspace that is not in the place the configuration names, yet. */
    static LocalMemoryBackend at(Path directory, LocalMemoryConfig config, Disk disk) {
        return new LocalMemoryBackend(directory, config, disk);
    }

    /**
     * Makes the workspace of a configuration from an export, where there is none: unpacked beside its place, read to the
     * last byte, opened and checked, and only then moved there.
     *
     * @param export a file that {@link WorkspaceMaintenance#export} has made
     * @throws dev.scriptorium.memory.api.MemoryException {@code INVALID_ARGUMENT} when the place is not empty, or the
     *     file is no export, damaged or changed; {@code FORMAT_TOO_NEW}; {@code WORKSPACE_CORRUPT} when what it holds does
     *     not open as what it says; {@code STORAGE_UNAVAILABLE}. Nothing is there then
     */
    public static RestoredExport restoreExport(Path export, LocalMemoryConfig config) {
        return restoreExport(export, config, DiskObserver.NONE);
    }

    /** As {@link #restoreExport(Path, LocalMemoryConfig)}, for fault kits and traces. */
    public static RestoredExport restoreExport(Path export, LocalMemoryConfig config, DiskObserver observer) {
        return ExportRestore.fresh(export, config, Disk.observedBy(observer));
    }

    Transactions transactions() {
        return transactions;
    }

    /** The workspace, for tools, the command line and people's own programs. */
    public MemoryWorkspace workspace() {
        return workspace;
    }

    @Override
    public String name() {
        return guarded.name();
    }

    @Override
    public boolean isAvailable() {
        return guarded.isAvailable();
    }

    @Override
    public void initialize(SessionContext context) {
        guarded.initialize(context);
    }

    @Override
    public void shutdown() {
        guarded.shutdown();
    }

    @Override
    public Optional<String> systemPrompt(SessionContext context) {
        return guarded.systemPrompt(context);
    }

    @Override
    public Optional<String> search(MemoryQuery query) {
        return guarded.search(query);
    }

    @Override
    public Optional<WriteFailure> write(WriteRequest request) {
        return guarded.write(request);
    }

    @Override
    public ReorganizeReport reorganize(ReorganizeRequest request) {
        return guarded.reorganize(request);
    }

    @Override
    public DiscardOutcome extractBeforeDiscard(DiscardRequest request) {
        return guarded.extractBeforeDiscard(request);
    }

    /** The hooks themselves; whatever they throw becomes the neutral value. */
    private final class Hooks implements MemoryBackend {
        @Override
        public String name() {
            return "local";
        }

        @Override
        public boolean isAvailable() {
            return !closed.get();
        }

        @Override
        public void shutdown() {
            if (closed.compareAndSet(false, true)) {
                schedule.ifPresent(Schedule::end);
                try {
                    // A pass that still waits for its model will find the door closed; an install is waited for.
                    transactions.end();
                    settler.settle(EntrySettler.Archives.ALL);
                    settler.tidy(TIDYING);
                    transactions.tidyUp();
                    index.saveForNext(TIDYING);
                } finally {
                    index.close();
                    history.ifPresent(History::close);
                }
            }
        }

        @Override
        public Optional<String> systemPrompt(SessionContext context) {
            if (closed.get()) {
                return Optional.empty();
            }
            String injected = workspace.read().core().injected();
            return injected.isEmpty() ? Optional.empty() : Optional.of(injected);
        }

        @Override
        public Optional<String> search(MemoryQuery query) {
            if (closed.get()
                    || config.recall() == LocalMemoryConfig.Recall.OFF
                    || Thread.currentThread().isInterrupted()) {
                return Optional.empty();
            }
            String text = index.recall(query, config.recallLimit(), config.recallTokens(), config.recallSources());
            housekeeping.nudge();
            if (text.isBlank() || Thread.currentThread().isInterrupted()) {
                return Optional.empty();
            }
            String fenced = MemoryContext.fence(text);
            query.session().ifPresent(session -> recalls.remember(session, fenced));
            return Optional.of(fenced);
        }

        @Override
        public Optional<WriteFailure> write(WriteRequest request) {
            if (closed.get() || !config.automaticWriting()) {
                return Optional.empty();
            }
            try {
                return writing.write(request);
            } finally {
                housekeeping.afterPass();
            }
        }

        @Override
        public ReorganizeReport reorganize(ReorganizeRequest request) {
            if (closed.get()) {
                return ReorganizeReport.skipped();
            }
            try {
                return writing.reorganize(request.isDryRun());
            } finally {
                housekeeping.afterPass();
            }
        }

        @Override
        public DiscardOutcome extractBeforeDiscard(DiscardRequest request) {
            return closed.get() ? DiscardOutcome.none() : writing.extractBeforeDiscard(request);
        }
    }
}
