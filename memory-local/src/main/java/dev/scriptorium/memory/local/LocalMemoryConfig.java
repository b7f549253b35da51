package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.event.MemoryListener;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.local.tx.InstallCheckpoint;
import dev.scriptorium.memory.local.writer.ExtractiveTopicWriter;
import dev.scriptorium.memory.local.writer.TopicWriter;
import dev.scriptorium.memory.local.writer.WriterLimits;
import dev.scriptorium.memory.markdown.validate.TopicLimits;
import dev.scriptorium.memory.retrieval.embedding.Embedder;
import dev.scriptorium.memory.retrieval.embedding.EmbeddingModel;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Every setting of the local backend. Immutable; invalid values are refused when it is built.
 *
 * @since 0.1
 */
public final class LocalMemoryConfig {
    private static final Pattern NAMESPACE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");

    /** How recall looks for what bears on a turn. */
    public enum Recall {
        /** Not at all; the search index waits for a search on request, which brings it up to date. */
        OFF,
        /** By words. */
        LEXICAL,
        /** By words and by meaning; by words alone where there is no embedding model, or it cannot be used. */
        HYBRID,
        /**
         * By meaning. Without an embedding model that can be used a search on request is refused with
         * {@code EMBEDDING_UNAVAILABLE}, and recall is silent.
         */
        EMBEDDING
    }

    private final Path workspace;
    private final SessionStore sessions;
    private final TopicWriter writer;
    private final int writerTokens;
    private final int writerMaxExchanges;
    private final boolean automaticWriting;
    private final int batchTokens;
    private final Duration idleAfter;
    private final int organiseAfterBatches;
    private final int organiseAfterTokens;
    private final Duration organiseEvery;
    private final Duration backgroundLockTimeout;
    private final Duration interactiveLockTimeout;
    private final Recall recall;
    private final @Nullable EmbeddingModel embeddingModel;
    private final int recallLimit;
    private final int recallTokens;
    private final double recallFloor;
    private final boolean recallSources;
    private final boolean coreInject;
    private final int coreTokens;
    private final int recentLimit;
    private final int lossGuard;
    private final Duration settleAfter;
    private final @Nullable InstallCheckpoint beforeInstall;
    private final Duration checkpointTimeout;
    private final TopicLimits limits;
    private final boolean history;
    private final ZoneId zone;
    private final Clock clock;
    private final @Nullable Executor executor;
    private final @Nullable ScheduledExecutorService scheduler;
    private final Duration watchEvery;
    private final Duration sessionIdle;
    private final LocalTime nightlyAt;
    private final MemoryListener listener;
    private final String sourceNamespace;
    private final @Nullable String owner;
    private final @Nullable Path indexDirectory;
    private final boolean allowNetworkFileSystem;

    private LocalMemoryConfig(Builder builder) {
        this.workspace = builder.workspace;
        this.sessions = builder.sessions;
        this.writer = builder.writer;
        this.writerTokens = positive("writerTokens", builder.writerTokens);
        this.writerMaxExchanges = positive("writerMaxExchanges", builder.writerMaxExchanges);
        this.automaticWriting = builder.automaticWriting;
        this.batchTokens = positive("batchTokens", builder.batchTokens);
        this.idleAfter = positive("idleAfter", builder.idleAfter);
        this.organiseAfterBatches = positive("organiseAfterBatches", builder.organiseAfterBatches);
        this.organiseAfterTokens = positive("organiseAfterTokens", builder.organiseAfterTokens);
        this.organiseEvery = positive("organiseEvery", builder.organiseEvery);
        this.backgroundLockTimeout = positive("backgroundLockTimeout", builder.backgroundLockTimeout);
        this.interactiveLockTimeout = positive("interactiveLockTimeout", builder.interactiveLockTimeout);
        this.recall = builder.recall;
        this.embeddingModel = builder.embeddingModel;
        if (embeddingModel != null) {
            requirePossible(embeddingModel);
        }
        this.recallLimit = positive("recallLimit", builder.recallLimit);
        this.recallTokens = positive("recallTokens", builder.recallTokens);
        this.recallFloor = share("recallFloor", builder.recallFloor);
        this.recallSources = builder.recallSources;
        this.coreInject = builder.coreInject;
        this.coreTokens = positive("coreTokens", builder.coreTokens);
        this.recentLimit = builder.recentLimit;
        if (recentLimit < 0) {
            throw invalid("recentLimit", recentLimit, "0 or more");
        }
        this.lossGuard = builder.lossGuard;
        if (lossGuard < 0 || lossGuard > 100) {
            throw invalid("lossGuard", lossGuard, "a percentage");
        }
        this.settleAfter = builder.settleAfter;
        if (settleAfter.isNegative()) {
            throw invalid("settleAfter", settleAfter, "0 or more");
        }
        this.beforeInstall = builder.beforeInstall;
        this.checkpointTimeout = positive("checkpointTimeout", builder.checkpointTimeout);
        this.limits = builder.limits;
        this.history = builder.history;
        this.zone = builder.zone;
        this.clock = builder.clock;
        this.executor = builder.executor;
        this.scheduler = builder.scheduler;
        this.watchEvery = positive("watchEvery", builder.watchEvery);
        this.sessionIdle = positive("sessionIdle", builder.sessionIdle);
        this.nightlyAt = builder.nightlyAt;
        this.listener = builder.listener;
        this.sourceNamespace = builder.sourceNamespace;
        if (!NAMESPACE.matcher(sourceNamespace).matches()) {
            throw invalid("sourceNamespace", sourceNamespace, "letters, digits, _ and -");
        }
        this.owner = builder.owner;
        this.indexDirectory = builder.indexDirectory;
        this.allowNetworkFileSystem = builder.allowNetworkFileSystem;
    }

    private static void requirePossible(EmbeddingModel model) {
        try {
            Embedder.of(model, null);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException("embeddingModel: " + e.getMessage(), e);
        }
    }

    private static int positive(String name, int value) {
        if (value < 1) {
            throw invalid(name, value, "a positive number");
        }
        return value;
    }

    private static Duration positive(String name, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw invalid(name, value, "a positive duration");
        }
        return value;
    }

    private static double share(String name, double value) {
        if (!(value >= 0 && value <= 1)) {
            throw invalid(name, value, "between 0 and 1");
        }
        return value;
    }

    private static IllegalArgumentException invalid(String name, Object value, String expected) {
        return new IllegalArgumentException(name + " is " + value + ", expected " + expected);
    }

    /** Starts from the defaults, over the host's conversations. */
    public static Builder builder(Path workspace, SessionStore sessions) {
        return new Builder(workspace, sessions);
    }

    /** The memory directory. */
    public Path workspace() {
        return workspace;
    }

    /** The host's conversations. */
    public SessionStore sessions() {
        return sessions;
    }

    /** Who edits the stage. */
    public TopicWriter writer() {
        return writer;
    }

    /** Tokens that a writer shows a model besides the batch. */
    public int writerTokens() {
        return writerTokens;
    }

    /** Requests that a writer makes to a model for one task. */
    public int writerMaxExchanges() {
        return writerMaxExchanges;
    }

    /** Whether {@code write} does anything. */
    public boolean automaticWriting() {
        return automaticWriting;
    }

    /** Tokens of pending text that make a batch. */
    public int batchTokens() {
        return batchTokens;
    }

    /** How old the newest pending turn must be for a write below the threshold. */
    public Duration idleAfter() {
        return idleAfter;
    }

    /** Batches after which an organise pass is due. */
    public int organiseAfterBatches() {
        return organiseAfterBatches;
    }

    /** Tokens written after which an organise pass is due. */
    public int organiseAfterTokens() {
        return organiseAfterTokens;
    }

    /** Time after which an organise pass is due, when something was written. */
    public Duration organiseEvery() {
        return organiseEvery;
    }

    /** How long background work waits for a lock. */
    public Duration backgroundLockTimeout() {
        return backgroundLockTimeout;
    }

    /** How long a person waits for a lock. */
    public Duration interactiveLockTimeout() {
        return interactiveLockTimeout;
    }

    /** How recall looks. */
    public Recall recall() {
        return recall;
    }

    /** Tells how near texts are in meaning; empty when nothing does. */
    public Optional<EmbeddingModel> embeddingModel() {
        return Optional.ofNullable(embeddingModel);
    }

    /** Hits of a recall. */
    public int recallLimit() {
        return recallLimit;
    }

    /** Tokens of a recall. */
    public int recallTokens() {
        return recallTokens;
    }

    /** The least share of a query that a hit must match. */
    public double recallFloor() {
        return recallFloor;
    }

    /** Whether archived turns are recalled beside blocks. */
    public boolean recallSources() {
        return recallSources;
    }

    /** Whether a session starts with the resident block. */
    public boolean coreInject() {
        return coreInject;
    }

    /** Tokens of the resident block. */
    public int coreTokens() {
        return coreTokens;
    }

    /** Lines of {@code recent_events.jsonl}. */
    public int recentLimit() {
        return recentLimit;
    }

    /** Percentage of the blocks shown to it that a writer may remove. */
    public int lossGuard() {
        return lossGuard;
    }

    /** How long a file must have been left alone before somebody's edit of it is adopted. */
    public Duration settleAfter() {
        return settleAfter;
    }

    /** Asked before every change of topics is installed; empty when nobody is. */
    public Optional<InstallCheckpoint> beforeInstall() {
        return Optional.ofNullable(beforeInstall);
    }

    /** How long {@link #beforeInstall()} may take. */
    public Duration checkpointTimeout() {
        return checkpointTimeout;
    }

    /** How large topics may be. */
    public TopicLimits limits() {
        return limits;
    }

    /** Whether changes are committed to Git. */
    public boolean history() {
        return history;
    }

    /** The zone of days. */
    public ZoneId zone() {
        return zone;
    }

    /** The clock. */
    public Clock clock() {
        return clock;
    }

    /** Where housekeeping runs; empty for none. */
    public Optional<Executor> executor() {
        return Optional.ofNullable(executor);
    }

    /** Where idle sessions are written and the nightly pass is made; empty for nowhere. */
    public Optional<ScheduledExecutorService> scheduler() {
        return Optional.ofNullable(scheduler);
    }

    /** How long after one look for idle sessions the next one begins. */
    public Duration watchEvery() {
        return watchEvery;
    }

    /** How long a session must have been left alone to be written as it is. */
    public Duration sessionIdle() {
        return sessionIdle;
    }

    /** The local time of the nightly pass. */
    public LocalTime nightlyAt() {
        return nightlyAt;
    }

    /** Who is told what happens. */
    public MemoryListener listener() {
        return listener;
    }

    /** The first part of source references. */
    public String sourceNamespace() {
        return sourceNamespace;
    }

    /** The owner's principal; empty for the one made with the workspace. */
    public Optional<String> owner() {
        return Optional.ofNullable(owner);
    }

    /** Where the index is kept; empty for the workspace. */
    public Optional<Path> indexDirectory() {
        return Optional.ofNullable(indexDirectory);
    }

    /** Whether a workspace on a network file system is opened. */
    public boolean allowNetworkFileSystem() {
        return allowNetworkFileSystem;
    }

    /** Builder of {@link LocalMemoryConfig}. Not thread-safe. */
    public static final class Builder {
        private final Path workspace;
        private final SessionStore sessions;
        private TopicWriter writer = new ExtractiveTopicWriter();
        private int writerTokens = WriterLimits.DEFAULT.tokens();
        private int writerMaxExchanges = WriterLimits.DEFAULT.exchanges();
        private boolean automaticWriting = true;
        private int batchTokens = 8_000;
        private Duration idleAfter = Duration.ofHours(1);
        private int organiseAfterBatches = 5;
        private int organiseAfterTokens = 40_000;
        private Duration organiseEvery = Duration.ofHours(24);
        private Duration backgroundLockTimeout = Duration.ofSeconds(1);
        private Duration interactiveLockTimeout = Duration.ofSeconds(10);
        private Recall recall = Recall.LEXICAL;
        private @Nullable EmbeddingModel embeddingModel;
        private int recallLimit = 5;
        private int recallTokens = 1_200;
        private double recallFloor = .16;
        private boolean recallSources = true;
        private boolean coreInject = true;
        private int coreTokens = 2_000;
        private int recentLimit = 50;
        private int lossGuard = 25;
        private Duration settleAfter = Duration.ofSeconds(10);
        private @Nullable InstallCheckpoint beforeInstall;
        private Duration checkpointTimeout = Duration.ofSeconds(2);
        private TopicLimits limits = TopicLimits.DEFAULT;
        private boolean history = true;
        private ZoneId zone = ZoneId.systemDefault();
        private Clock clock = Clock.systemUTC();
        private @Nullable Executor executor;
        private @Nullable ScheduledExecutorService scheduler;
        private Duration watchEvery = Duration.ofMinutes(5);
        private Duration sessionIdle = Duration.ofMinutes(30);
        private LocalTime nightlyAt = LocalTime.of(3, 0);
        private MemoryListener listener = MemoryListener.none();
        private String sourceNamespace = "local";
        private @Nullable String owner;
        private @Nullable Path indexDirectory;
        private boolean allowNetworkFileSystem;

        private Builder(Path workspace, SessionStore sessions) {
            this.workspace = workspace;
            this.sessions = sessions;
        }

        /** Who edits the stage. */
        public Builder writer(TopicWriter value) {
            this.writer = value;
            return this;
        }

        /** Tokens that a writer shows a model besides the batch, and again what its tools may show. */
        public Builder writerTokens(int value) {
            this.writerTokens = value;
            return this;
        }

        /** Requests that a writer makes to a model for one task. */
        public Builder writerMaxExchanges(int value) {
            this.writerMaxExchanges = value;
            return this;
        }

        /** Whether {@code write} does anything. */
        public Builder automaticWriting(boolean value) {
            this.automaticWriting = value;
            return this;
        }

        /** Tokens of pending text that make a batch. */
        public Builder batchTokens(int value) {
            this.batchTokens = value;
            return this;
        }

        /** How old the newest pending turn must be for a write below the threshold. */
        public Builder idleAfter(Duration value) {
            this.idleAfter = value;
            return this;
        }

        /** Batches after which an organise pass is due. */
        public Builder organiseAfterBatches(int value) {
            this.organiseAfterBatches = value;
            return this;
        }

        /** Tokens written after which an organise pass is due. */
        public Builder organiseAfterTokens(int value) {
            this.organiseAfterTokens = value;
            return this;
        }

        /** Time after which an organise pass is due, when something was written. */
        public Builder organiseEvery(Duration value) {
            this.organiseEvery = value;
            return this;
        }

        /** How long background work waits for a lock. */
        public Builder backgroundLockTimeout(Duration value) {
            this.backgroundLockTimeout = value;
            return this;
        }

        /** How long a person waits for a lock. */
        public Builder interactiveLockTimeout(Duration value) {
            this.interactiveLockTimeout = value;
            return this;
        }

        /** How recall looks. */
        public Builder recall(Recall value) {
            this.recall = value;
            return this;
        }

        /**
         * Tells how near texts are in meaning, for {@link Recall#HYBRID} and {@link Recall#EMBEDDING}; null for nothing. It
         * is given the text of every block and archived turn. An {@link #executor(Executor)} is all but required: questions
         * are put to the model there, so that a slow one holds up no turn. Without one a slow model blocks a turn once a
         * minute for as long as it takes, and one that hangs blocks it for good.
         */
        public Builder embeddingModel(@Nullable EmbeddingModel value) {
            this.embeddingModel = value;
            return this;
        }

        /** Hits of a recall. */
        public Builder recallLimit(int value) {
            this.recallLimit = value;
            return this;
        }

        /** Tokens of a recall. */
        public Builder recallTokens(int value) {
            this.recallTokens = value;
            return this;
        }

        /** The least share of a query that one of its best two hits must match; else nothing is recalled. */
        public Builder recallFloor(double value) {
            this.recallFloor = value;
            return this;
        }

        /** Whether archived turns are recalled beside blocks. */
        public Builder recallSources(boolean value) {
            this.recallSources = value;
            return this;
        }

        /** Whether a session starts with the resident block. */
        public Builder coreInject(boolean value) {
            this.coreInject = value;
            return this;
        }

        /** Tokens of the resident block. */
        public Builder coreTokens(int value) {
            this.coreTokens = value;
            return this;
        }

        /** Lines of {@code recent_events.jsonl}. */
        public Builder recentLimit(int value) {
            this.recentLimit = value;
            return this;
        }

        /** Percentage of the blocks shown to it that a writer may remove. */
        public Builder lossGuard(int value) {
            this.lossGuard = value;
            return this;
        }

        /** How long a file must have been left alone before somebody's edit of it is adopted. */
        public Builder settleAfter(Duration value) {
            this.settleAfter = value;
            return this;
        }

        /** Asked before every change of topics is installed; it must not call back into the workspace. */
        public Builder beforeInstall(@Nullable InstallCheckpoint value) {
            this.beforeInstall = value;
            return this;
        }

        /** How long {@link #beforeInstall(InstallCheckpoint)} may take. */
        public Builder checkpointTimeout(Duration value) {
            this.checkpointTimeout = value;
            return this;
        }

        /** How large topics may be. */
        public Builder limits(TopicLimits value) {
            this.limits = value;
            return this;
        }

        /** Whether changes are committed to Git. */
        public Builder history(boolean value) {
            this.history = value;
            return this;
        }

        /** The zone of days. */
        public Builder zone(ZoneId value) {
            this.zone = value;
            return this;
        }

        /** The clock. */
        public Builder clock(Clock value) {
            this.clock = value;
            return this;
        }

        /** Where housekeeping runs; empty for none. */
        public Builder executor(@Nullable Executor value) {
            this.executor = value;
            return this;
        }

        /**
         * Where idle sessions are written and the nightly pass is made; null for nowhere. A thread of it is taken for as
         * long as a writer works. It stays the host's: closing the backend leaves it running.
         */
        public Builder scheduler(@Nullable ScheduledExecutorService value) {
            this.scheduler = value;
            return this;
        }

        /** How long after one look for idle sessions the next one begins. */
        public Builder watchEvery(Duration value) {
            this.watchEvery = value;
            return this;
        }

        /** How long a session must have been left alone to be written as it is, below the threshold too. */
        public Builder sessionIdle(Duration value) {
            this.sessionIdle = value;
            return this;
        }

        /** The local time of the nightly pass. */
        public Builder nightlyAt(LocalTime value) {
            this.nightlyAt = value;
            return this;
        }

        /** Who is told what happens. */
        public Builder listener(MemoryListener value) {
            this.listener = value;
            return this;
        }

        /** The first part of source references. */
        public Builder sourceNamespace(String value) {
            this.sourceNamespace = value;
            return this;
        }

        /** The owner's principal; empty for the one made with the workspace. */
        public Builder owner(@Nullable String value) {
            this.owner = value;
            return this;
        }

        /** Where the index is kept; empty for the workspace. */
        public Builder indexDirectory(@Nullable Path value) {
            this.indexDirectory = value;
            return this;
        }

        /** Whether a workspace on a network file system is opened. */
        public Builder allowNetworkFileSystem(boolean value) {
            this.allowNetworkFileSystem = value;
            return this;
        }

        /**
         * Builds the configuration.
         *
         * @throws IllegalArgumentException when a value is out of its range; the message names it
         */
        public LocalMemoryConfig build() {
            return new LocalMemoryConfig(this);
        }
    }
}
