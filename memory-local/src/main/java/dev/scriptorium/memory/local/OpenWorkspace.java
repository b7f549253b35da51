package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.MemoryBackend;
import dev.scriptorium.memory.api.SessionContext;
import dev.scriptorium.memory.api.recall.MemoryContext;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.session.WrittenMarks;
import dev.scriptorium.memory.api.write.DiscardOutcome;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.ReorganizeReport;
import dev.scriptorium.memory.api.write.ReorganizeRequest;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.api.write.WriteRequest;
import dev.scriptorium.memory.local.commit.EntrySettler;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.git.History;
import dev.scriptorium.memory.local.ingest.PassContext;
import dev.scriptorium.memory.local.ingest.PassQueue;
import dev.scriptorium.memory.local.ingest.SessionWriting;
import dev.scriptorium.memory.local.migrate.PositionalCursors;
import dev.scriptorium.memory.local.recall.Look;
import dev.scriptorium.memory.local.recall.RecallIndex;
import dev.scriptorium.memory.local.schedule.Schedule;
import dev.scriptorium.memory.local.state.RecentRecalls;
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
import dev.scriptorium.memory.retrieval.embedding.Embedder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.Phaser;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A workspace that is open with one set of settings, and the hooks themselves; whatever they throw becomes the neutral
 * value. Other settings make another one beside it, as another process would; this one serves the calls that are under
 * way, and the last of them lets it go.
 */
final class OpenWorkspace implements MemoryBackend {
    private static final Logger LOG = LoggerFactory.getLogger(OpenWorkspace.class);
    private static final Duration TIDYING = Duration.ofSeconds(1);
    private static final WriteFailure REPLACED =
            WriteFailure.of(FailureCode.WORKSPACE_BUSY, "the settings have just been replaced; try again");

    private final LocalMemoryConfig config;
    private final Transactions transactions;
    private final EntrySettler settler;
    private final SessionWriting writing;
    private final PassQueue queue;
    private final WriterState state;
    private final RecallIndex index;
    private final RecentRecalls recalls;
    private final Optional<History> history;
    private final LocalWorkspace workspace;
    private final Housekeeping housekeeping;
    private final Optional<Schedule> schedule;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** Who uses it: the backend that opened it, and every call that is under way. */
    private final Phaser users = new Phaser(1);

    private final AtomicBoolean letGo = new AtomicBoolean();

    /**
     * Makes it, or opens what is there.
     *
     * @param before what was open until now with other settings
     */
    OpenWorkspace(Path directory, LocalMemoryConfig config, Disk disk, @Nullable OpenWorkspace before) {
        Deque<Runnable> opened = new ArrayDeque<>();
        try {
            this.config = config;
            WorkspaceLayout layout = WorkspaceOpening.prepare(directory, config.allowNetworkFileSystem(), disk);
            WorkspaceIdentity identity = WorkspaceOpening.identify(layout, config.interactiveLockTimeout());
            TokenCounter counter = new TokenCounter();
            this.history = config.history()
                    ? Optional.of(History.open(layout.root(), layout.runtime("git-locks"), disk.observer()))
                    : Optional.empty();
            history.ifPresent(known -> opened.push(known::close));
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
            WrittenMarks marks =
                    config.sessions().marks().orElseGet(() -> new SidecarMarks(layout.runtime("marks"), disk));
            this.settler = new EntrySettler(layout, transactions, history, marks, identity.id());
            settler.settle(EntrySettler.Archives.WITH_NEXT);
            this.index = new RecallIndex(
                    config.indexDirectory().orElseGet(() -> layout.runtime("index")),
                    transactions,
                    counter,
                    recall(config),
                    events::indexRebuilt);
            opened.push(index::close);
            this.recalls = before == null ? new RecentRecalls(layout.runtime("recalls"), disk) : before.recalls;
            this.housekeeping = new Housekeeping(
                    config.executor(), transactions, settler, index, recalls, config.backgroundLockTimeout());
            settler.whenCommitted(housekeeping::nudge);
            String principal = config.owner().orElse(identity.owner());
            this.state =
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
            this.queue = before == null ? new PassQueue() : before.queue;
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
                    queue,
                    recalls::of,
                    new PositionalCursors(layout));
            this.workspace = new LocalWorkspace(
                    config, layout, identity.id(), principal, transactions, settler, history, writing, index, state);
            // Last: from here on another thread may be at it.
            this.schedule = config.automaticWriting()
                    ? config.scheduler().map(onto -> schedule(layout, onto))
                    : Optional.empty();
        } catch (RuntimeException | Error e) {
            opened.forEach(Runnable::run);
            throw e;
        }
    }

    /** Has a lost index made anew; not part of the opening, for it may take long, and a model may be asked. */
    void begin() {
        housekeeping.mendIndex();
    }

    private static RecallIndex.Settings recall(LocalMemoryConfig config) {
        Look look = switch (config.recall()) {
            case OFF -> Look.NOTHING;
            case LEXICAL -> Look.WORDS;
            case HYBRID -> Look.BOTH;
            case EMBEDDING -> Look.MEANING;
        };
        Embedder model = look == Look.BOTH || look == Look.MEANING
                ? config.embeddingModel()
                        .map(given -> Embedder.of(given, config.executor().orElse(null)))
                        .orElse(null)
                : null;
        return new RecallIndex.Settings(config.recallFloor(), look, model);
    }

    private Schedule schedule(WorkspaceLayout layout, ScheduledExecutorService onto) {
        return Schedule.start(
                layout,
                config.sessions(),
                new Schedule.Times(config.watchEvery(), config.sessionIdle(), config.nightlyAt(), config.zone()),
                new Schedule.Work(
                        () -> using(
                                () -> {
                                    housekeeping.adopt();
                                    return true;
                                },
                                false),
                        session -> using(() -> writing.writeIdle(session), Optional.of(REPLACED)),
                        () -> using(() -> writing.reorganize(false), ReorganizeReport.failed(REPLACED)),
                        () -> using(
                                () -> {
                                    housekeeping.afterPass();
                                    return true;
                                },
                                false)),
                config.clock(),
                onto);
    }

    LocalMemoryConfig config() {
        return config;
    }

    MemoryWorkspace workspace() {
        return workspace;
    }

    Transactions transactions() {
        return transactions;
    }

    /** Begins a call; false when there is another one to turn to. */
    boolean enter() {
        return users.register() >= 0;
    }

    /** Ends a call that was begun. */
    void leave() {
        users.arriveAndDeregister();
        if (isLeft() && !letGo.get()) {
            try {
                // Whoever waits for an answer does not wait for this.
                config.executor().orElse(Runnable::run).execute(this::letGo);
            } catch (RejectedExecutionException e) {
                letGo();
            }
        }
    }

    /** Whether it was retired, and the last call has ended. */
    boolean isLeft() {
        return users.isTerminated();
    }

    private <T> T using(Supplier<T> work, T otherwise) {
        if (!enter()) {
            return otherwise;
        }
        try {
            return work.get();
        } finally {
            leave();
        }
    }

    /** Leaves the index on disk as far as it got, for whoever opens next. */
    void saveIndex() {
        index.saveForNext(TIDYING);
    }

    /** Batches that were refused under other settings are tried again. */
    void forgiveRefused() {
        state.forgiveAll();
    }

    /** Takes no new calls; what it holds is let go with the last that is under way. */
    void retire() {
        schedule.ifPresent(Schedule::end);
        leave();
    }

    /** Lets nothing be installed any more; waits for an install that is under way, and not for a model. */
    void end() {
        transactions.end();
    }

    private void letGo() {
        if (letGo.compareAndSet(false, true)) {
            close(index::close);
            history.ifPresent(known -> close(known::close));
        }
    }

    private static void close(Runnable what) {
        try {
            what.run();
        } catch (RuntimeException e) {
            LOG.warn("what was open with earlier settings is not let go of: {}", e.toString());
        }
    }

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
                recalls.save();
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
