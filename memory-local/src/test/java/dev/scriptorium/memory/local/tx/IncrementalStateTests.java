package dev.scriptorium.memory.local.tx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ref.Revision;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.internal.io.Sha256;
import dev.scriptorium.memory.markdown.change.ChangeReader;
import dev.scriptorium.memory.markdown.change.DeclaredSources;
import dev.scriptorium.memory.markdown.change.StagedEdit;
import dev.scriptorium.memory.markdown.change.StructuredEdit;
import dev.scriptorium.memory.markdown.normalize.EditPolicy;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import dev.scriptorium.memory.markdown.source.SourceFrame;
import dev.scriptorium.memory.markdown.token.TokenCounter;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.validate.TopicLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is kept up to date bit by bit is equal to what is made anew: views, revision, keys, catalogue. */
class IncrementalStateTests {
    private static final List<String> DATES =
            List.of("2023", "2023-05", "2023-05-08", "2024-01-01", "2024-01-02", "undated", "1999-13-40");
    private static final List<String> PATHS =
            List.of("topics/a.md", "topics/b.md", "topics/core.md", "topics/people/ada.md", "topics/people/b/c d.md");
    private static final int RECENT = 7;

    @TempDir
    private Path directory;

    private Transactions transactions;
    private int turns;

    @BeforeEach
    void open() throws IOException {
        Files.createDirectories(directory.resolve("topics"));
        Files.createDirectories(directory.resolve("sources"));
        Files.createDirectories(directory.resolve(".scriptorium/tx"));
        transactions = opened();
        transactions.recover(Duration.ofSeconds(5));
        transactions.rebuildViews(Duration.ofSeconds(5));
        archiveTurns(5);
    }

    private Transactions opened() throws IOException {
        return new Transactions(
                WorkspaceLayout.of(directory),
                new Transactions.Settings(
                        TopicLimits.DEFAULT,
                        Clock.systemUTC(),
                        ZoneOffset.UTC,
                        2_000,
                        RECENT,
                        Duration.ZERO,
                        InstallCheckpoint.NONE,
                        Duration.ofSeconds(2)),
                new TokenCounter(),
                CommittedFiles.NONE,
                OutsideListener.NONE);
    }

    private void archiveTurns(int count) {
        List<SourceFrame> frames = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            frames.add(SourceFrame.of(ref(turns++), null, null, "2024-01-01T00:00:00Z", "User", "what was said " + i));
        }
        transactions.install(
                TransactionRequest.builder("op", "test", "archive")
                        .archive(frames)
                        .build(),
                Duration.ofSeconds(5));
    }

    private static SourceRef ref(int turn) {
        return new SourceRef("local/s1/t" + turn);
    }

    private Installed change(Map<String, Object> change) {
        Snapshot now = transactions.current();
        StagedEdit staged = StructuredEdit.stage(
                ChangeReader.read(List.of(change)), DeclaredSources.NONE, now.topics(), now.sources());
        return transactions.install(
                TransactionRequest.builder("op", "test", "change")
                        .edit(staged.files(), now, staged.permittedBy(EditPolicy.keepingAll()))
                        .build(),
                Duration.ofSeconds(5));
    }

    private Map<String, Object> record(Random random, String op) {
        Map<String, Object> change = new HashMap<>();
        change.put("op", op);
        change.put("content", "Words " + random.nextInt(50) + " of no. " + random.nextInt(1_000) + ".");
        change.put("time", DATES.get(random.nextInt(DATES.size() - 1)));
        change.put("source_refs", List.of(ref(random.nextInt(turns)).value()));
        return change;
    }

    private static Map<String, Object> at(Random random) {
        return Map.of("topic_path", PATHS.get(random.nextInt(PATHS.size())), "headings", List.of(), "position", "end");
    }

    private Optional<Map<String, Object>> randomChange(Random random) {
        List<String> ids = new ArrayList<>();
        TopicTree topics = transactions.current().topics();
        topics.paths()
                .forEach(path -> topics.topic(path)
                        .orElseThrow()
                        .blocks()
                        .forEach(block -> block.ownId().ifPresent(id -> ids.add(id.value()))));
        int kind = ids.size() < 4 ? 0 : random.nextInt(8);
        Map<String, Object> change;
        if (kind < 4) {
            change = record(random, "create_record");
            change.put("content", "Words " + random.nextInt(1_000_000) + " that are new.");
            change.put("destination", at(random));
        } else {
            String id = ids.get(random.nextInt(ids.size()));
            if (kind == 4) {
                change = record(random, "update_record");
                change.put("content", "Other words " + random.nextInt(1_000_000) + ".");
                change.put("memory_id", id);
            } else if (kind == 5) {
                change = Map.of("op", "delete_record", "memory_id", id);
            } else {
                String path = PATHS.get(random.nextInt(PATHS.size()));
                if (topics.topicOf(id).orElseThrow().value().equals(path)) {
                    return Optional.empty();
                }
                change = Map.of(
                        "op",
                        "move_records",
                        "memory_ids",
                        List.of(id),
                        "destination",
                        Map.of("topic_path", path, "headings", List.of(), "position", "end"));
            }
        }
        return Optional.of(change);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void viewsOfRandomChangesAreThoseOfAFullRenderingAndOnlyWhatChangedIsRendered(long seed) throws IOException {
        Random random = new Random(seed);
        for (int i = 0; i < 60; i++) {
            Optional<Map<String, Object>> change = randomChange(random);
            if (change.isEmpty()) {
                continue;
            }
            NavigableMap<String, String> before = viewsOnDisk();
            Installed installed = change(change.get());
            assertThat(viewsOnDisk())
                    .as("after change " + i + ": " + change.get())
                    .isEqualTo(fullRendering());
            long changedDates = viewsOnDisk().entrySet().stream()
                            .filter(view -> view.getKey().startsWith("timeline/"))
                            .filter(view -> !view.getValue().equals(before.get(view.getKey())))
                            .count()
                    + before.keySet().stream()
                            .filter(path -> path.startsWith("timeline/") && !exists(path))
                            .count();
            assertThat((long) installed.renderedViews()).isLessThanOrEqualTo(changedDates + 3);
            equalToAFreshLook();
            if (i % 20 == 19) {
                transactions.tidyUp();
                transactions = opened();
                transactions.recover(Duration.ofSeconds(5));
            }
        }
    }

    private boolean exists(String path) {
        return Files.exists(directory.resolve(path));
    }

    private NavigableMap<String, String> fullRendering() {
        NavigableMap<String, String> views = new TreeMap<>();
        transactions.renderViews(transactions.current(), views::put);
        views.remove(WorkspaceLayout.RELATIONS_VIEW);
        return views;
    }

    private NavigableMap<String, String> viewsOnDisk() throws IOException {
        NavigableMap<String, String> views = new TreeMap<>();
        List<Path> files = new ArrayList<>();
        if (Files.isDirectory(directory.resolve("timeline"))) {
            try (var walk = Files.walk(directory.resolve("timeline"))) {
                walk.filter(Files::isRegularFile).forEach(files::add);
            }
        }
        files.add(directory.resolve("recent_events.jsonl"));
        if (exists("core.md")) {
            files.add(directory.resolve("core.md"));
        }
        for (Path file : files) {
            views.put(directory.relativize(file).toString(), Files.readString(file));
        }
        return views;
    }

    private void equalToAFreshLook() throws IOException {
        Snapshot known = transactions.current();
        // Nothing but the files themselves is known to a door that was given no catalogue.
        Transactions stranger = opened();
        Snapshot fresh = stranger.current();
        assertThat(fresh.hashes()).isEqualTo(known.hashes());
        assertThat(fresh.revision()).isEqualTo(known.revision()).isEqualTo(revisionByHand(known));
        assertThat(fresh.topics().blockCount()).isEqualTo(known.topics().blockCount());
        assertThat(fresh.topics().paths()).isEqualTo(known.topics().paths());
        for (TopicPath path : known.topics().paths()) {
            for (Block block : known.topics().topic(path).orElseThrow().blocks()) {
                for (String id : block.ids()) {
                    assertThat(known.topics().topicOf(id)).contains(path);
                    assertThat(known.topics().linkingTo(id))
                            .isEqualTo(fresh.topics().linkingTo(id));
                }
                assertThat(known.topics().maySay(block)).contains(path);
            }
        }
        for (String date : DATES) {
            assertThat(known.topics().dated(date)).isEqualTo(fresh.topics().dated(date));
        }
        assertThat(fresh.sources().paths()).isEqualTo(known.sources().paths());
        for (String archive : known.sources().paths()) {
            assertThat(fresh.sources().listing(archive))
                    .isEqualTo(known.sources().listing(archive));
        }
    }

    /** The definition of the revision (D35), without any tree. */
    private static Revision revisionByHand(Snapshot state) {
        return new Revision(half(state, "topics/") + half(state, "sources/"));
    }

    private static String half(Snapshot state, String root) {
        NavigableMap<String, String> below = new TreeMap<>();
        state.hashes().forEach((path, hash) -> {
            if (path.startsWith(root)) {
                below.put(path.substring(root.length()), hash);
            }
        });
        return directoryHash(below).substring(0, 16);
    }

    private static String directoryHash(NavigableMap<String, String> below) {
        NavigableMap<String, String> entries = new TreeMap<>();
        for (String path : below.keySet()) {
            int slash = path.indexOf('/');
            if (slash < 0) {
                entries.put(path, below.get(path));
            } else {
                String name = path.substring(0, slash + 1);
                NavigableMap<String, String> deeper = new TreeMap<>();
                below.forEach((other, hash) -> {
                    if (other.startsWith(name)) {
                        deeper.put(other.substring(name.length()), hash);
                    }
                });
                entries.put(name, directoryHash(deeper));
            }
        }
        StringBuilder text = new StringBuilder();
        entries.forEach(
                (name, hash) -> text.append(name).append('\0').append(hash).append('\n'));
        return Sha256.hex(text.toString());
    }

    @Test
    void anEditByHandIsInTheViewsOfTheNextTransaction() throws IOException {
        Random random = new Random(9);
        for (int i = 0; i < 12; i++) {
            Map<String, Object> create = record(random, "create_record");
            create.put("content", "Words " + i + ".");
            create.put("destination", at(random));
            change(create);
        }
        Path edited = directory.resolve("topics/a.md");
        String text = Files.readString(edited);
        Files.writeString(edited, text.replace("Words", "Edited words"));
        Path dropped = directory.resolve("topics/people/ada.md");
        Files.deleteIfExists(dropped);
        Map<String, Object> create = record(random, "create_record");
        create.put("destination", Map.of("topic_path", "topics/z.md", "headings", List.of(), "position", "end"));
        change(create);
        assertThat(viewsOnDisk()).isEqualTo(fullRendering());
        equalToAFreshLook();
    }

    @Test
    void whatIsNotThereAnyMoreIsSaidAndTheOlderStateIsStillRead() throws IOException {
        Map<String, Object> create = record(new Random(3), "create_record");
        create.put("destination", Map.of("topic_path", "topics/a.md", "headings", List.of(), "position", "end"));
        change(create);
        Snapshot before = transactions.current();
        String text = before.topics().text(new TopicPath("topics/a.md")).orElseThrow();
        create.put("content", "Something else.");
        change(create);
        assertThat(before.topics().text(new TopicPath("topics/a.md"))).contains(text);
        assertThat(transactions
                        .current()
                        .topics()
                        .text(new TopicPath("topics/a.md"))
                        .orElseThrow())
                .contains("Something else.")
                .isNotEqualTo(text);
    }

    @Test
    void aCatalogueThatIsTornMeansThatTheFilesAreReadAgain() throws IOException {
        Random random = new Random(4);
        for (int i = 0; i < 10; i++) {
            Map<String, Object> create = record(random, "create_record");
            create.put("content", "Words " + i + ".");
            create.put("destination", at(random));
            change(create);
        }
        transactions.rebuildViews(Duration.ofSeconds(5));
        Path catalogue = directory.resolve(".scriptorium/catalogue");
        byte[] whole = Files.readAllBytes(catalogue);
        Snapshot known = transactions.current();
        for (int length : new int[] {0, 1, whole.length / 3, whole.length - 2}) {
            Files.write(catalogue, java.util.Arrays.copyOf(whole, length));
            Transactions again = opened();
            assertThat(again.recover(Duration.ofSeconds(5)).hashes()).isEqualTo(known.hashes());
        }
        byte[] flipped = whole.clone();
        flipped[whole.length / 2] ^= 1;
        Files.write(catalogue, flipped);
        Transactions again = opened();
        Snapshot read = again.recover(Duration.ofSeconds(5));
        assertThat(read.hashes()).isEqualTo(known.hashes());
        assertThat(read.topics().paths()).isEqualTo(known.topics().paths());
    }

    @Test
    void aRewriteOfEqualLengthWithTheOldTimeIsNoticed() throws IOException {
        Map<String, Object> create = record(new Random(3), "create_record");
        create.put("content", "A cat sat here.");
        create.put("destination", Map.of("topic_path", "topics/a.md", "headings", List.of(), "position", "end"));
        change(create);
        transactions.tidyUp();
        Path file = directory.resolve("topics/a.md");
        for (Instant time :
                List.of(Instant.now().minusSeconds(3_600), Instant.now().plusSeconds(3_600))) {
            Files.setLastModifiedTime(file, FileTime.from(time));
            transactions.current();
            for (String animal : List.of("dog", "cat")) {
                String text = Files.readString(file).replace(animal.equals("dog") ? "cat" : "dog", animal);
                Files.write(file, text.getBytes(StandardCharsets.UTF_8));
                Files.setLastModifiedTime(file, FileTime.from(time));
                assertThat(transactions.current().topics().text(new TopicPath("topics/a.md")))
                        .contains(text);
            }
        }
    }

    @Test
    void directoriesAreWhatALargeWorkspaceIsLookedAtBy() throws IOException {
        String definition = "[^e-1]: Time: `2024`; Sources: [s](../../sources/local/_v2/s1.md#"
                + dev.scriptorium.memory.markdown.source.SourceLocations.anchor(ref(0)) + ")\n";
        for (int d = 0; d < 10; d++) {
            Path topic = directory.resolve("topics/d" + d);
            Files.createDirectories(topic);
            for (int i = 0; i < 20; i++) {
                String id = String.format("%02d%02d0000", d, i);
                Files.writeString(topic.resolve(i + ".md"), "Words.[^e-1] ^" + id + "\n\n" + definition);
            }
        }
        // Nothing is known of them: they are what the memory begins with.
        Files.deleteIfExists(directory.resolve(".scriptorium/catalogue"));
        transactions = opened();
        assertThat(transactions.current().topics().size()).isEqualTo(200);
        Path saved = directory.resolve("topics/d3/new.tmp");
        Files.writeString(saved, "Saved by a rename.[^e-1] ^03050000\n\n" + definition);
        Files.move(saved, directory.resolve("topics/d3/5.md"), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        Files.delete(directory.resolve("topics/d4/7.md"));
        Path moved = directory.resolve("topics/d5");
        Files.move(moved, directory.resolve("topics/e5"));
        Snapshot seen = transactions.current();
        assertThat(seen.topics().text(new TopicPath("topics/d3/5.md")).orElseThrow())
                .startsWith("Saved");
        assertThat(seen.topics().contains(new TopicPath("topics/d4/7.md"))).isFalse();
        assertThat(seen.topics().topicOf("05030000")).contains(new TopicPath("topics/e5/3.md"));
        assertThat(new TreeSet<>(seen.topics().paths())).hasSize(199);
        equalToAFreshLook();
    }
}
