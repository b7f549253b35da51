package dev.scriptorium.memory.bench.contend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.bench.gen.Shape;
import dev.scriptorium.memory.bench.gen.SyntheticWorkspace;
import dev.scriptorium.memory.bench.report.Progress;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RemainsTests {
    @TempDir
    private Path directory;

    private RunFiles files;
    private Edit rewriting;

    @BeforeEach
    void make() throws IOException {
        files = new RunFiles(directory.toRealPath());
        SyntheticWorkspace.write(
                Shape.ofBlocks(60, 0), files.workspace(), new Progress(new PrintWriter(Writer.nullWriter())));
        rewriting = Places.plan(files, 60, 1, 1).edits().stream()
                .filter(edit -> edit.rewritten() != null)
                .findFirst()
                .orElseThrow();
    }

    private Edit edit(int number, @Nullable BlockId rewritten) {
        return new Edit(number, 0, rewriting.topic(), rewriting.title(), rewritten);
    }

    private static Outcome done(Edit edit) {
        return new Outcome(edit.number(), 1, 0, 0, "");
    }

    private Remains after(List<Edit> made, Edit... told) {
        try (LocalMemoryBackend backend = files.open()) {
            EditWork work = new EditWork(backend.workspace(), 1);
            made.forEach(work::attempt);
        }
        return Remains.of(
                files,
                new Plan(List.of(told)),
                List.of(told).stream().map(RemainsTests::done).toList());
    }

    @Test
    void edits_that_are_there_once_are_neither_lost_nor_duplicated() {
        Edit create = edit(1, null);
        Edit first = edit(2, rewriting.rewritten());
        Edit second = edit(3, rewriting.rewritten());
        Remains remains = after(List.of(create, first, second), create, first, second);
        assertThat(remains).isEqualTo(new Remains(0, 0, List.of(), List.of()));
    }

    @Test
    void one_that_is_not_there_or_elsewhere_is_lost() {
        Edit missing = edit(1, null);
        Edit elsewhere = edit(2, null);
        Edit told = new Edit(2, 0, new TopicPath("topics/other.md"), "Other", null);
        Remains remains = after(List.of(elsewhere), missing, told);
        assertThat(remains.lost()).isEqualTo(2);
        assertThat(remains.duplicated()).isZero();
        assertThat(remains.remarks()).hasSize(2).allMatch(remark -> remark.startsWith("lost: edit-00000"));
    }

    @Test
    void one_that_is_there_twice_is_duplicated() {
        Edit create = edit(1, null);
        Edit rewrite = edit(2, rewriting.rewritten());
        Remains remains = after(List.of(create, create, rewrite, rewrite), create, rewrite);
        assertThat(remains.lost()).isZero();
        assertThat(remains.duplicated()).isEqualTo(2);
    }

    @Test
    void one_that_nobody_told_of_is_remarked_upon() throws IOException {
        Edit create = edit(1, null);
        after(List.of(create));
        Remains remains = Remains.of(files, new Plan(List.of(create)), List.of());
        assertThat(remains.lost() + remains.duplicated()).isZero();
        assertThat(remains.remarks()).singleElement().asString().startsWith("there without a word of success");
    }
}
