package dev.scriptorium.memory.local.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Growth is bounded, and packing is never in the way. */
class HistoryPackingTests {
    @TempDir
    Path directory;

    private final Random random = new Random(42);
    private final Map<String, String> files = new TreeMap<>();
    private final Map<String, Map<String, String>> commits = new TreeMap<>();
    private HistoryFixture fixture;
    private Optional<String> head = Optional.empty();

    @BeforeEach
    void open() throws IOException {
        fixture = new HistoryFixture(directory.toRealPath());
    }

    @AfterEach
    void close() throws Exception {
        fixture.close();
        try (Stream<Path> left = Files.walk(fixture.git())) {
            assertThat(left.map(path -> path.getFileName().toString())).noneMatch(name -> name.startsWith("tmp_"));
        }
        if (HistoryFixture.hasGit()) {
            assertThat(fixture.git("fsck", "--strict", "--full")).doesNotContain("error", "warning", "missing");
        }
    }

    /** Changes to one of 60 topics each, with an archive that grows; 18 objects a commit. */
    private void commit(int count) {
        for (int i = 0; i < count; i++) {
            commitOf(1);
        }
    }

    private void commitOf(int topics) {
        String archive = "sources/x/_v2/1/2/3/4/s.md";
        CommitDraft.Builder draft =
                CommitDraft.builder("change " + commits.size(), HistoryFixture.AT.plusSeconds(commits.size()));
        for (int i = 0; i < topics; i++) {
            int topic = random.nextInt(60);
            String path = "topics/a/b/c/d/e/g" + topic % 4 + "/t" + topic + ".md";
            String text = files.getOrDefault(path, "# Topic\n");
            files.put(path, text.length() > 4000 ? "# Topic\n" : text + "A sentence " + random.nextInt() + ".[^e]\n\n");
            draft.put(path, files.get(path).getBytes(StandardCharsets.UTF_8));
        }
        files.merge(archive, "turn " + random.nextLong() + "\n", (a, b) -> (a.length() > 9000 ? "" : a) + b);
        draft.put(archive, files.get(archive).getBytes(StandardCharsets.UTF_8));
        head = fixture.history().commit(draft.build()).commit();
        commits.put(head.orElseThrow(), new TreeMap<>(files));
    }

    private void everythingIsThere() {
        commits.forEach((commit, held) -> {
            Map<String, String> ids = new TreeMap<>();
            held.forEach((path, text) -> ids.put(path, History.blobId(text.getBytes(StandardCharsets.UTF_8))));
            assertThat(fixture.history().files(commit)).isEqualTo(ids);
        });
        Map<String, String> last = commits.get(head.orElseThrow());
        last.forEach((path, text) ->
                assertThat(fixture.text(head.orElseThrow(), path)).isEqualTo(text));
        assertThat(fixture.history().log(100_000, Optional.empty())).hasSize(commits.size());
    }

    private long packs() throws IOException {
        try (Stream<Path> packs = Files.list(fixture.git().resolve("objects/pack"))) {
            return packs.filter(path -> path.toString().endsWith(".pack")).count();
        }
    }

    private long size() throws IOException {
        try (Stream<Path> packs = Files.walk(fixture.git().resolve("objects"))) {
            long size = 0;
            for (Path path : packs.filter(Files::isRegularFile).toList()) {
                size += Files.size(path);
            }
            return size;
        }
    }

    @Test
    void versionsOfTheSameSecondAreDeltasOfEachOtherAllTheSame() throws IOException {
        for (int i = 0; i < 300; i++) {
            CommitDraft draft = CommitDraft.builder("turn " + i, HistoryFixture.AT)
                    .put("sources/local/_v2/" + Integer.toHexString(random.nextInt()) + ".md", new byte[] {(byte) i})
                    .build();
            assertThat(fixture.history().commit(draft).outcome()).isEqualTo(CommitResult.Outcome.COMMITTED);
        }
        long before = size();

        fixture.pack();

        assertThat(size()).isLessThan(before / 5);
    }

    @Test
    void packingIsDueAtAThousandObjects() throws IOException {
        commit(50);
        assertThat(fixture.history().packingDue()).isFalse();
        assertThat(fixture.history().pack(() -> true)).isFalse();
        commit(10);
        assertThat(fixture.history().packingDue()).isTrue();

        long before = size();
        fixture.pack();

        assertThat(fixture.history().packingDue()).isFalse();
        assertThat(packs()).isEqualTo(1);
        assertThat(size()).isLessThan(before * 2 / 3);
        everythingIsThere();
        fixture.reopened();
        everythingIsThere();
    }

    @Test
    void commitsGoOnBetweenTheStepsOfPacking() throws IOException {
        commit(60);
        int steps = 0;
        while (fixture.history().pack(() -> false)) {
            if (steps++ % 200 == 0) {
                commit(1);
            }
        }

        assertThat(steps).isGreaterThan(1000);
        assertThat(packs()).isGreaterThan(1);
        everythingIsThere();
    }

    @Test
    void packingThatIsBrokenOffLeavesNothing() throws IOException {
        commit(60);
        for (int i = 0; i < 700; i++) {
            fixture.history().pack(() -> false);
        }
        fixture.reopened();

        assertThat(packs()).isEqualTo(60);
        everythingIsThere();
        fixture.pack();
        everythingIsThere();
    }

    @Test
    void anotherHistoryOfTheWorkspaceFindsWhatWasPacked() throws IOException {
        commit(60);
        try (History other = History.open(fixture.root(), fixture.notes())) {
            String first = other.log(1000, Optional.empty()).get(59).id();
            fixture.pack();
            assertThat(other.files(first)).hasSize(2);
            assertThat(other.log(1000, Optional.of("topics"))).hasSize(60);
        }
    }

    @Test
    void looseObjectsOfGitArePackedToo() throws Exception {
        assumeTrue(HistoryFixture.hasGit(), "no git on the path");
        commit(1);
        for (int i = 0; i < 1000; i++) {
            fixture.write("topics/many/" + i + ".md", "text " + i);
        }
        fixture.git("add", "-A");
        fixture.git("commit", "-qm", "many");
        assertThat(fixture.history().packingDue()).isTrue();

        fixture.pack();

        assertThat(fixture.git("count-objects", "-v")).contains("count: 0\n").contains("packs: 1\n");
        String now = fixture.history().head().orElseThrow();
        assertThat(fixture.history().files(now)).hasSize(1000);
        assertThat(fixture.text(now, "topics/many/999.md")).isEqualTo("text 999");
    }

    @Test
    void packsThatArePacksOfAPersonStayAsTheyAre() throws Exception {
        assumeTrue(HistoryFixture.hasGit(), "no git on the path");
        commit(60);
        fixture.git("gc", "-q");
        Path kept;
        try (Stream<Path> packs = Files.list(fixture.git().resolve("objects/pack"))) {
            kept = packs.filter(path -> path.toString().endsWith(".pack"))
                    .findAny()
                    .orElseThrow();
        }
        Files.createFile(Path.of(kept.toString().replace(".pack", ".keep")));
        commit(60);

        fixture.pack();

        assertThat(kept).exists();
        assertThat(packs()).isEqualTo(2);
        everythingIsThere();
    }

    @Test
    void aLongHistoryStaysSmall() throws Exception {
        assumeTrue(HistoryFixture.hasGit(), "no git on the path");
        boolean merged = false;
        for (int i = 0; i < 240; i++) {
            long before = packs();
            commitOf(80);
            fixture.pack();
            merged |= packs() < before - 5;
        }
        assertThat(merged).as("many packs became one").isTrue();
        long ours = size();
        everythingIsThere();
        assertThat(packs()).isLessThan(30);

        fixture.git("repack", "-adfq");
        fixture.git("prune-packed", "-q");
        assertThat(ours).isLessThan(3 * size());
    }
}
