package dev.scriptorium.memory.api;

import dev.scriptorium.memory.api.event.MemoryListener;
import java.util.Iterator;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.Executor;

/**
 * Backends from backends: none at all, one that never throws, one that writes in the background, one by its name.
 *
 * @since 0.1
 */
public final class MemoryBackends {
    private static final WarnOnce WARNINGS = new WarnOnce(MemoryBackends.class);
    // Some broken configurations make a service loader fail for ever.
    private static final int MAX_BROKEN_FACTORIES = 64;

    private MemoryBackends() {}

    /** Memory switched off: no prompt, no recall, no writes, no thread, no file. Its name is {@code none}. */
    public static MemoryBackend none() {
        return DisabledMemoryBackend.INSTANCE;
    }

    /**
     * A backend that never throws, over any backend. What a hook throws, other than an error of the virtual machine,
     * becomes its neutral value, and so does null; {@code write} and {@code reorganize} answer with a failure. Each
     * cause is logged once as a warning, afterwards for debugging, without the words of any message. An interrupt stays
     * set.
     *
     * @return the backend itself when it is guarded already
     */
    public static MemoryBackend guard(MemoryBackend backend) {
        Objects.requireNonNull(backend, "backend");
        boolean guarded = backend instanceof GuardedMemoryBackend
                || backend instanceof BackgroundMemoryBackend
                || backend instanceof DisabledMemoryBackend;
        return guarded ? backend : new GuardedMemoryBackend(backend);
    }

    /**
     * The same as {@link #background(MemoryBackend, Executor, MemoryListener)} for a host that does not ask what came of
     * its writes.
     */
    public static MemoryBackend background(MemoryBackend backend, Executor executor) {
        return background(backend, executor, MemoryListener.none());
    }

    /**
     * A guarded backend whose {@code write} returns at once, for the ends of turns; every other method goes straight to
     * the backend.
     *
     * <p>Each session has at most one write that runs and one that waits. A request that finds one waiting takes its
     * place: its own turns and tier count, and it is forced if either is. {@code write} answers empty for a request
     * taken on, and for one after {@code shutdown}, which is ignored. When the executor refuses, it answers with
     * {@code WRITER_PRECONDITION_FAILED}, retryable; the turns stay pending.
     *
     * <p>{@code shutdown} ends the backend; it waits for no write, and those not begun are given up. The executor stays
     * the caller's.
     *
     * @param executor runs the writes, one session's never two at a time
     * @param listener hears {@code writeEnded} of every write taken on, those given up included, with an operation id of
     *     the decorator's own. A backend that has a listener of its own reports to that as well
     */
    public static MemoryBackend background(MemoryBackend backend, Executor executor, MemoryListener listener) {
        Objects.requireNonNull(executor, "executor");
        Objects.requireNonNull(listener, "listener");
        return backend == none() ? backend : new BackgroundMemoryBackend(guard(backend), executor, listener);
    }

    /**
     * Opens the backend of this name: {@code none}, or what a {@link MemoryBackendFactory} of that name makes. Factories
     * are looked for with the thread's context class loader, then with this library's own; of two with one name the
     * first counts. A factory that cannot be loaded harms no other.
     *
     * @return the backend, guarded
     * @throws MemoryException {@code INVALID_ARGUMENT}, with the names there are, when no factory has this name; and
     *     what the factory throws
     */
    public static MemoryBackend open(String name, BackendSettings settings) {
        if (name.equals(DisabledMemoryBackend.NAME)) {
            return none();
        }
        SortedSet<String> known = new TreeSet<>();
        known.add(DisabledMemoryBackend.NAME);
        Optional<MemoryBackendFactory> factory = find(name, ServiceLoader.load(MemoryBackendFactory.class), known);
        if (factory.isEmpty()) {
            ClassLoader own = MemoryBackends.class.getClassLoader();
            factory = find(name, ServiceLoader.load(MemoryBackendFactory.class, own), known);
        }
        return guard(factory.orElseThrow(() -> new MemoryException(
                        ErrorCode.INVALID_ARGUMENT,
                        "no memory backend is called \"" + name + "\"; there are: " + String.join(", ", known)))
                .open(settings));
    }

    private static Optional<MemoryBackendFactory> find(
            String name, ServiceLoader<MemoryBackendFactory> loader, SortedSet<String> known) {
        Iterator<MemoryBackendFactory> factories = loader.iterator();
        int broken = 0;
        while (broken < MAX_BROKEN_FACTORIES) {
            try {
                if (!factories.hasNext()) {
                    break;
                }
                MemoryBackendFactory factory = factories.next();
                String its = factory.name();
                if (its.equals(name)) {
                    return Optional.of(factory);
                }
                known.add(its);
            } catch (ServiceConfigurationError | RuntimeException e) {
                broken++;
                WARNINGS.complain("loading a factory of memory backends", e);
            }
        }
        return Optional.empty();
    }
}
