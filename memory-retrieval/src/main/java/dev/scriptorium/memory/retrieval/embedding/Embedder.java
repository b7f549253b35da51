package dev.scriptorium.memory.retrieval.embedding;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a model, and does not suffer from it: never throws, checks what it gives, leaves it alone for a minute after it
 * has failed, and does not wait for it longer than there is time. Thread-safe; starts no thread.
 *
 * @since 0.1
 */
public final class Embedder {
    private static final Logger LOG = LoggerFactory.getLogger(Embedder.class);

    /** Texts of one request. */
    public static final int BATCH = 64;

    private static final int MAX_DIMENSIONS = 4_096;
    private static final int MAX_NAME = 200;

    /** How much of a question is read, in characters; nobody waits for a pasted document. */
    private static final int MAX_QUESTION = 8_000;

    /** Questions that fail, or are answered too late, one after another, until the model is left alone. */
    private static final int STRIKES = 3;

    private static final Duration PAUSE = Duration.ofMinutes(1);
    private static final Duration INDEXING = Duration.ofMinutes(1);

    /** How often a text is tried that the model throws at while it takes others. */
    private static final int TRIES = 3;

    /** How many such texts are known at most; beyond that it is the model that is to blame. */
    private static final int SET_ASIDE = 2_000;

    /** What any model can read: tells a text that it cannot read from a model that is out of order. */
    private static final String PROBE = "A person";

    private final EmbeddingModel model;
    private final String name;
    private final int dimensions;
    private final double floor;
    private final @Nullable Executor executor;
    private final LongSupplier nanoTime;
    private final AtomicLong pausedUntil;
    private final AtomicInteger strikes = new AtomicInteger();
    private final AtomicInteger overdue = new AtomicInteger();
    private final Set<String> told = ConcurrentHashMap.newKeySet();
    private final Map<String, Trial> setAside = new ConcurrentHashMap<>();

    /** How often a text was tried in vain, and when it was last. */
    private record Trial(int times, long at) {}

    Embedder(EmbeddingModel model, @Nullable Executor executor, LongSupplier nanoTime) {
        this.model = model;
        this.name = model.name();
        this.dimensions = model.dimensions();
        this.floor = model.floor();
        this.executor = executor;
        this.nanoTime = nanoTime;
        this.pausedUntil = new AtomicLong(nanoTime.getAsLong());
        if (name == null
                || name.isBlank()
                || name.length() > MAX_NAME
                || name.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("the name of an embedding model is from 1 to " + MAX_NAME
                    + " characters and no control character: \"" + name + "\"");
        }
        if (dimensions < 1 || dimensions > MAX_DIMENSIONS) {
            throw new IllegalArgumentException(
                    "vectors have from 1 to " + MAX_DIMENSIONS + " dimensions, those of " + name + ": " + dimensions);
        }
        if (!(floor >= -1 && floor <= 1)) {
            throw new IllegalArgumentException("a cosine is from -1 to 1, the floor of " + name + ": " + floor);
        }
    }

    /**
     * Asks a model.
     *
     * @param executor where a question is put to it that has to be answered in time; null: by the thread that asks
     * @throws IllegalArgumentException when what the model says of itself cannot be
     */
    public static Embedder of(EmbeddingModel model, @Nullable Executor executor) {
        return new Embedder(model, executor, System::nanoTime);
    }

    /** The name of the model. */
    public String name() {
        return name;
    }

    /** What tells its vectors from another's. */
    public String identity() {
        return dimensions + " " + name;
    }

    /**
     * The vectors of texts, of length one, each text once; an empty one says that the model can make nothing of the text.
     * Texts that are missing could not be asked for now; {@link #isSetAside} tells which the model threw at.
     *
     * @param stop asked between two requests
     */
    public Map<String, Optional<float[]>> vectors(List<String> texts, BooleanSupplier stop) {
        List<String> distinct = new ArrayList<>(new LinkedHashSet<>(texts));
        distinct.removeIf(this::isSetAside);
        Map<String, Optional<float[]>> vectors = new HashMap<>();
        int from = 0;
        boolean usable = true;
        while (from < distinct.size() && usable && !isPaused() && !stop.getAsBoolean()) {
            int end = Math.min(distinct.size(), from + BATCH);
            usable = request(distinct.subList(from, end), vectors);
            from = end;
        }
        return vectors;
    }

    /** Whether the model could be used. */
    private boolean request(List<String> texts, Map<String, Optional<float[]>> vectors) {
        if (take(texts, vectors)) {
            return true;
        }
        // One text may be to blame, and must not keep the others from being found. Or the service was short of breath,
        // so that nothing is said of the text for good.
        for (String text : texts) {
            if (!take(List.of(text), vectors)) {
                if (!take(List.of(PROBE), new HashMap<>())) {
                    if (!Thread.currentThread().isInterrupted()) {
                        pause();
                    }
                    return false;
                }
                if (!setAside(text)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** False when there are so many that the model is left alone instead. */
    private boolean setAside(String text) {
        if (setAside.size() >= SET_ASIDE && !setAside.containsKey(text)) {
            setAside.clear();
            pause();
            return false;
        }
        long now = nanoTime.getAsLong();
        setAside.merge(text, new Trial(1, now), (before, again) -> new Trial(before.times() + 1, now));
        return true;
    }

    /** Whether any text may be left aside. */
    public boolean setsAside() {
        return !setAside.isEmpty();
    }

    /**
     * Whether a text is left aside because the model threw at it alone and took another: for a minute, and after three
     * times as long as this embedder lives.
     */
    public boolean isSetAside(String text) {
        Trial trial = setAside.get(text);
        return trial != null && (trial.times() >= TRIES || nanoTime.getAsLong() - trial.at() < PAUSE.toNanos());
    }

    private boolean take(List<String> texts, Map<String, Optional<float[]>> vectors) {
        try {
            List<float[]> given = ask(texts, INDEXING);
            for (int i = 0; i < texts.size(); i++) {
                vectors.put(texts.get(i), unit(given.get(i)));
                setAside.remove(texts.get(i));
            }
            return true;
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable e) {
            tell(e);
            return false;
        }
    }

    /** What the model gives, as many vectors as texts and each of the length it said. */
    private List<float[]> ask(List<String> texts, Duration atMost) {
        List<float[]> given = model.embed(List.copyOf(texts), atMost);
        if (given == null || given.size() != texts.size()) {
            throw new IllegalStateException("the embedding model " + name + " gave "
                    + (given == null ? "nothing" : given.size() + " vectors") + " for " + texts.size() + " texts");
        }
        for (float[] vector : given) {
            if (vector == null || vector.length != dimensions) {
                throw new IllegalStateException("the embedding model " + name + " gave a vector of "
                        + (vector == null ? 0 : vector.length) + " dimensions, not " + dimensions);
            }
        }
        return given;
    }

    /** The vector made one of length one; empty when that cannot be done. */
    private static Optional<float[]> unit(float[] vector) {
        double square = 0;
        for (float value : vector) {
            square += (double) value * value;
        }
        double length = Math.sqrt(square);
        if (!(length > 1e-12) || Double.isInfinite(length)) {
            return Optional.empty();
        }
        float[] unit = new float[vector.length];
        for (int i = 0; i < unit.length; i++) {
            unit[i] = (float) (vector[i] / length);
        }
        return Optional.of(unit);
    }

    /**
     * The meaning of a question for whoever waits for the answer as long as it takes, up to a limit that is left to the
     * model; empty when the model cannot be used, or can make nothing of the question.
     */
    public Optional<Meaning> meaning(String question, Duration atMost, boolean alone) {
        return isPaused() || question.isBlank() ? Optional.empty() : answered(question, atMost, alone);
    }

    /**
     * The meaning of a question for whoever has to go on in time. On the executor, if there is one, no longer than it
     * says; else a model that takes longer is left alone from then on.
     */
    public Optional<Meaning> meaningInTime(String question, Duration atMost, boolean alone) {
        if (isPaused() || question.isBlank() || atMost.isNegative() || atMost.isZero() || overdue.get() > 0) {
            return Optional.empty();
        }
        if (executor != null) {
            return elsewhere(executor, question, atMost, alone);
        }
        long began = nanoTime.getAsLong();
        Optional<Meaning> meaning = answered(question, atMost, alone);
        if (nanoTime.getAsLong() - began > atMost.toNanos()) {
            tell(new TimeoutException());
            pause();
        }
        return meaning;
    }

    private Optional<Meaning> elsewhere(Executor elsewhere, String question, Duration atMost, boolean alone) {
        FutureTask<Optional<Meaning>> task = new FutureTask<>(() -> answered(question, atMost, alone));
        AtomicInteger late = new AtomicInteger();
        try {
            elsewhere.execute(() -> {
                task.run();
                overdue.addAndGet(-late.getAndSet(-1));
            });
            return task.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            // Until it is done nobody else waits for it; if it has not begun, it never does.
            overdue.incrementAndGet();
            if (!late.compareAndSet(0, 1)) {
                overdue.decrementAndGet();
            }
            task.cancel(false);
            strike(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            task.cancel(false);
        } catch (ExecutionException | RejectedExecutionException e) {
            tell(e);
        }
        return Optional.empty();
    }

    private Optional<Meaning> answered(String question, Duration atMost, boolean alone) {
        try {
            Optional<float[]> vector =
                    unit(ask(List.of(beginning(question)), atMost).get(0));
            strikes.set(0);
            return vector.map(unit -> new Meaning(identity(), unit, floor, alone));
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable e) {
            strike(e);
            return Optional.empty();
        }
    }

    private static String beginning(String question) {
        if (question.length() <= MAX_QUESTION) {
            return question;
        }
        int end = Character.isHighSurrogate(question.charAt(MAX_QUESTION - 1)) ? MAX_QUESTION - 1 : MAX_QUESTION;
        return question.substring(0, end);
    }

    private void strike(Throwable trouble) {
        tell(trouble);
        if (!Thread.currentThread().isInterrupted() && strikes.incrementAndGet() >= STRIKES) {
            pause();
        }
    }

    private void pause() {
        strikes.set(0);
        pausedUntil.set(nanoTime.getAsLong() + PAUSE.toNanos());
    }

    /** Whether the model is being left alone. */
    public boolean isPaused() {
        return nanoTime.getAsLong() - pausedUntil.get() < 0;
    }

    /** Once of each kind; without the message, in which a model may repeat what it was asked. */
    private void tell(Throwable trouble) {
        if (told.add(trouble.getClass().getName())) {
            LOG.warn(
                    "the embedding model {} cannot be used for now, what it is missing for is found by words: {}",
                    name,
                    trouble.getClass().getName());
        } else {
            LOG.debug(
                    "the embedding model {} cannot be used: {}",
                    name,
                    trouble.getClass().getName());
        }
    }
}
