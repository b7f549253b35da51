package dev.scriptorium.memory.bench.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.local.disk.DiskOperation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class StepsTests {
    private static final Path ROOT = Path.of("/w");

    private final List<OperationLog.Entry> log = new ArrayList<>();

    private void at(long nanos, DiskOperation operation) {
        log.add(new OperationLog.Entry(nanos, operation));
    }

    private static Path path(String below) {
        return ROOT.resolve(below);
    }

    private void entry(long from, long number) {
        at(from, new DiskOperation.Rename(path(".scriptorium/a.tmp"), path(".scriptorium/write.lock.owner")));
        at(from + 10, new DiskOperation.Create(path(".scriptorium/tx/" + number + "-0")));
        at(from + 11, new DiskOperation.Create(path(".scriptorium/tx/" + number + ".writing")));
        at(
                from + 12,
                new DiskOperation.Rename(
                        path(".scriptorium/tx/" + number + ".writing"),
                        path(".scriptorium/tx/" + number + ".manifest")));
        at(from + 13, new DiskOperation.ForceDirectory(path(".scriptorium/tx")));
        at(from + 15, new DiskOperation.Link(path(".scriptorium/tx/" + number + "-0"), path("topics/a.tmp")));
        at(from + 17, new DiskOperation.ForceDirectory(path("topics")));
        at(from + 20, new DiskOperation.Write(path(".scriptorium/order.log"), new byte[1]));
        at(from + 24, new DiskOperation.Rename(path(".scriptorium/b.tmp"), path(".scriptorium/views")));
    }

    @Test
    void each_step_lasts_to_the_first_operation_of_the_next() {
        entry(107, 1);
        at(140, new DiskOperation.Rename(path(".scriptorium/c.tmp"), path(".scriptorium/history.lock.owner")));
        at(160, new DiskOperation.Rename(path(".scriptorium/d.tmp"), path(".scriptorium/last-entry.json")));
        at(161, new DiskOperation.Remove(path(".scriptorium/tx/1-0")));
        assertThat(Steps.nanos(100, log, 165, ROOT))
                .isEqualTo(Map.of(
                        Steps.PREPARE, 17L,
                        Steps.JOURNAL, 5L,
                        Steps.INSTALL, 5L,
                        Steps.VIEWS, 4L,
                        Steps.INDEX, 9L,
                        Steps.HISTORY, 20L,
                        Steps.DROP, 5L));
    }

    @Test
    void the_steps_of_two_entries_add_up() {
        entry(100, 1);
        entry(200, 2);
        Map<Steps, Long> spent = Steps.nanos(100, log, 300, ROOT);
        assertThat(spent).containsEntry(Steps.PREPARE, 20L).containsEntry(Steps.JOURNAL, 10L);
        assertThat(spent).containsEntry(Steps.INDEX, 76L + 76L).containsEntry(Steps.HISTORY, 0L);
        assertThat(spent.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(200);
    }

    @Test
    void a_call_that_touches_nothing_only_prepares() {
        assertThat(Steps.nanos(5, log, 9, ROOT))
                .containsEntry(Steps.PREPARE, 4L)
                .containsEntry(Steps.DROP, 0L);
    }
}
