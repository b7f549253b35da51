package dev.scriptorium.memory.local.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.function.Supplier;

/** Time limits that a busy machine does not break: what the thread itself has used. */
final class CpuLimit {
    private CpuLimit() {}

    static <T> T within(Duration limit, Supplier<T> work) {
        long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        T result = work.get();
        long used = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before;
        assertThat(Duration.ofNanos(used)).isLessThan(limit);
        return result;
    }
}
