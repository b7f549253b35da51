package dev.scriptorium.memory.testkit.time;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * A scheduler in which nothing happens until a test lets time pass, on the thread of the test. Time that passes moves the
 * clock too; a clock that is set moves no task. Repeated tasks are not supported.
 *
 * <pre>{@code
 * ManualScheduler scheduler = ManualScheduler.with(clock);
 * scheduler.pass(Duration.ofMinutes(5));
 * }</pre>
 *
 * <p>Safe for use by several threads.
 *
 * @since 0.1
 */
public final class ManualScheduler extends AbstractExecutorService implements ScheduledExecutorService {
    private final MutableClock clock;
    private final List<Task<?>> waiting = new ArrayList<>();
    private long elapsed;
    private boolean shutdown;

    private ManualScheduler(MutableClock clock) {
        this.clock = clock;
    }

    /** A scheduler that moves a clock. */
    public static ManualScheduler with(MutableClock clock) {
        return new ManualScheduler(clock);
    }

    /** Lets time pass, and runs what falls due in it, each task when the clock has come to it. */
    public void pass(Duration time) {
        long until;
        synchronized (this) {
            until = elapsed + time.toNanos();
        }
        for (Optional<Task<?>> task = next(until); task.isPresent(); task = next(until)) {
            task.get().run();
        }
        moveTo(until);
    }

    /** How many tasks wait for their time. */
    public synchronized int waiting() {
        return waiting.size();
    }

    private synchronized Optional<Task<?>> next(long until) {
        Optional<Task<?>> task =
                waiting.stream().filter(one -> one.due <= until).min(Comparator.comparingLong(one -> one.due));
        task.ifPresent(one -> {
            waiting.remove(one);
            moveTo(one.due);
        });
        return task;
    }

    private synchronized void moveTo(long time) {
        if (time > elapsed) {
            clock.advance(Duration.ofNanos(time - elapsed));
            elapsed = time;
        }
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        return schedule(
                () -> {
                    command.run();
                    return command;
                },
                delay,
                unit);
    }

    @Override
    public synchronized <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
        Task<V> task = new Task<>(callable, elapsed + Math.max(0, unit.toNanos(delay)));
        add(task);
        return task;
    }

    private synchronized void add(Task<?> task) {
        if (shutdown) {
            throw new RejectedExecutionException("this scheduler was shut down");
        }
        waiting.add(task);
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long initial, long period, TimeUnit unit) {
        throw new UnsupportedOperationException("repeated tasks are not supported");
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long initial, long delay, TimeUnit unit) {
        throw new UnsupportedOperationException("repeated tasks are not supported");
    }

    @Override
    public synchronized void execute(Runnable command) {
        add(new Task<>(Executors.callable(command), elapsed));
    }

    @Override
    public synchronized void shutdown() {
        shutdown = true;
    }

    @Override
    public synchronized List<Runnable> shutdownNow() {
        shutdown = true;
        List<Runnable> left = List.copyOf(waiting);
        waiting.clear();
        return left;
    }

    @Override
    public synchronized boolean isShutdown() {
        return shutdown;
    }

    @Override
    public synchronized boolean isTerminated() {
        return shutdown && waiting.isEmpty();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return isTerminated();
    }

    private synchronized void drop(Task<?> task) {
        waiting.remove(task);
    }

    private synchronized long left(Task<?> task) {
        return task.due - elapsed;
    }

    private final class Task<V> extends FutureTask<V> implements ScheduledFuture<V> {
        private final long due;

        Task(Callable<V> work, long due) {
            super(work);
            this.due = due;
        }

        @Override
        public boolean cancel(boolean mayInterrupt) {
            drop(this);
            return super.cancel(mayInterrupt);
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(left(this), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }
    }
}
