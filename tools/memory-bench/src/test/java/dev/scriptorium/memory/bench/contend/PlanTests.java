package dev.scriptorium.memory.bench.contend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PlanTests {
    private static final List<Plan.Place> PLACES = IntStream.range(0, 40)
            .mapToObj(i ->
                    new Plan.Place(new TopicPath("topics/t" + i + ".md"), "T " + i, new BlockId("aaaa" + (1000 + i))))
            .toList();

    @TempDir
    private Path directory;

    @Test
    void a_third_of_the_edits_meets_in_ten_files_and_half_of_those_in_their_blocks() {
        Plan plan = Plan.of(PLACES, 600, 8, 7);
        List<Edit> rewriting =
                plan.edits().stream().filter(edit -> edit.rewritten() != null).toList();
        assertThat(rewriting).hasSize(100);
        Set<TopicPath> shared = rewriting.stream().map(Edit::topic).collect(Collectors.toSet());
        assertThat(shared).hasSize(10);
        assertThat(plan.edits())
                .filteredOn(edit -> shared.contains(edit.topic()))
                .hasSize(200);
        Map<Integer, Long> ofWriters =
                plan.edits().stream().collect(Collectors.groupingBy(Edit::writer, Collectors.counting()));
        assertThat(ofWriters)
                .hasSize(8)
                .allSatisfy((writer, count) -> assertThat(count).isEqualTo(75));
        assertThat(plan.edits()).extracting(Edit::token).doesNotHaveDuplicates();
    }

    @Test
    void what_is_written_down_is_read_again() throws IOException {
        Plan plan = Plan.of(PLACES, 30, 4, 7);
        Path file = directory.resolve("plan");
        plan.write(file);
        assertThat(Plan.read(file)).isEqualTo(plan).isNotEqualTo(Plan.of(PLACES, 30, 4, 8));
    }
}
