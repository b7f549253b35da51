package dev.scriptorium.memory.retrieval;

import static dev.scriptorium.memory.retrieval.Fixtures.apply;
import static dev.scriptorium.memory.retrieval.Fixtures.archive;
import static dev.scriptorium.memory.retrieval.Fixtures.archivePath;
import static dev.scriptorium.memory.retrieval.Fixtures.block;
import static dev.scriptorium.memory.retrieval.Fixtures.found;
import static dev.scriptorium.memory.retrieval.Fixtures.topic;
import static dev.scriptorium.memory.retrieval.Fixtures.turn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.retrieval.content.IndexMark;
import dev.scriptorium.memory.retrieval.content.IndexedFile;
import dev.scriptorium.memory.retrieval.content.IndexedTurn;
import dev.scriptorium.memory.retrieval.rank.SearchAnswer;
import dev.scriptorium.memory.retrieval.rank.SearchOptions;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class MemoryIndexStorageTests {
    @TempDir
    Path temp;

    private Path directory;

    @BeforeEach
    void name() {
        directory = temp.resolve("index");
    }

    private MemoryIndex open() {
        return MemoryIndex.open(directory, Fixtures.SETTINGS);
    }

    private static IndexedFile walrus(String hash, String text) {
        return topic("topics/animal.md", hash, block("b1", text, "m1"));
    }

    @Test
    void opening_where_nothing_is_makes_nothing() {
        try (MemoryIndex index = open()) {
            assertThat(index.files()).isEmpty();
            assertThat(index.documents()).isZero();
            assertThat(index.mark()).isEmpty();
            assertThat(index.damaged()).isFalse();
            assertThat(found(index, "walrus")).isEmpty();
        }
        assertThat(directory).doesNotExist();
    }

    @Test
    void a_change_is_seen_by_the_very_next_search() {
        try (MemoryIndex index = open()) {
            apply(index, walrus("h1", "The walrus sleeps"));
            assertThat(found(index, "walrus sleeps")).containsExactly("b1");
            apply(index, walrus("h2", "The dolphin swims"));
            assertThat(found(index, "walrus sleeps")).isEmpty();
            assertThat(found(index, "dolphin")).containsExactly("b1");
            assertThat(index.documents()).isEqualTo(1);
            assertThat(index.files()).isEqualTo(Map.of("topics/animal.md", "h2"));
            index.apply(List.of(), List.of("topics/animal.md"));
            assertThat(found(index, "dolphin")).isEmpty();
            assertThat(index.files()).isEmpty();
        }
    }

    @Test
    void what_is_saved_is_there_without_being_given_again() {
        try (MemoryIndex index = open()) {
            apply(
                    index,
                    walrus("h1", "The walrus sleeps"),
                    archive("s1", "h", turn("m1", "Ada", "It sleeps, the walrus")));
            assertThat(Fixtures.save(index, 7, "rev")).isTrue();
            assertThat(found(index, "walrus")).contains("b1");
        }
        try (MemoryIndex index = open()) {
            assertThat(index.mark()).contains(new IndexMark(7, "rev"));
            assertThat(index.files()).containsEntry("topics/animal.md", "h1").containsEntry(archivePath("s1"), "h");
            assertThat(index.contentHash("topics/animal.md")).contains("h1");
            assertThat(index.contentHash("topics/none.md")).isEmpty();
            assertThat(found(index, "walrus")).contains("b1");
            apply(index, walrus("h2", "The dolphin swims"));
            assertThat(found(
                            index,
                            MemoryQuery.builder("walrus").pathPrefix("topics").floor(false)))
                    .isEmpty();
            index.apply(List.of(), List.of(archivePath("s1")));
            assertThat(found(index, "walrus")).isEmpty();
            assertThat(found(index, "dolphin")).containsExactly("b1");
        }
    }

    @Test
    void saving_carries_changes_and_removals_forward() {
        try (MemoryIndex index = open()) {
            for (int i = 0; i < 20; i++) {
                apply(index, topic("topics/t" + i + ".md", "h" + i, block("b" + i, "Walrus number " + i, "m1")));
                if (i % 3 == 0) {
                    assertThat(Fixtures.save(index, i, "r" + i)).isTrue();
                }
                if (i % 5 == 4) {
                    index.apply(List.of(), List.of("topics/t" + (i - 2) + ".md"));
                }
            }
            assertThat(Fixtures.save(index, 20, "r20")).isTrue();
            assertThat(index.documents()).isEqualTo(16);
        }
        try (MemoryIndex index = open()) {
            assertThat(index.documents()).isEqualTo(16);
            assertThat(index.files()).hasSize(16).doesNotContainKeys("topics/t2.md", "topics/t17.md");
            assertThat(found(index, MemoryQuery.builder("walrus").limit(50).floor(false)))
                    .hasSize(16);
        }
    }

    @Test
    void appended_turns_join_their_neighbours() {
        try (MemoryIndex whole = open();
                MemoryIndex grown = MemoryIndex.open(temp.resolve("grown"), Fixtures.SETTINGS)) {
            List<IndexedTurn> turns = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                turns.add(turn(
                        "m" + i, i % 2 == 0 ? "Ada" : "Bo", "Word" + i + "x was said " + "and said. ".repeat(i * 40)));
            }
            whole.apply(List.of(IndexedFile.archive(archivePath("s1"), "h12", turns)), List.of());
            apply(grown, IndexedFile.archive(archivePath("s1"), "h3", turns.subList(0, 3)));
            for (int i = 3; i < 12; i += 3) {
                if (i == 6) {
                    assertThat(Fixtures.save(grown, 1, "r")).isTrue();
                }
                apply(grown, IndexedFile.appended(archivePath("s1"), "h" + i, "h" + (i + 3), turns.subList(i, i + 3)));
            }
            assertThat(grown.documents()).isEqualTo(whole.documents());
            assertThat(grown.contentHash(archivePath("s1"))).contains("h12");
            for (int round = 0; round < 2; round++) {
                for (int i = 0; i < 12; i++) {
                    MemoryQuery.Builder query =
                            MemoryQuery.builder("word" + i + "x").limit(50).floor(false);
                    assertThat(found(grown, query))
                            .isEqualTo(found(whole, query))
                            .contains("m" + i);
                }
                assertThat(Fixtures.save(grown, 2, "r2")).isTrue();
            }
        }
    }

    @Test
    void turns_appended_to_something_else_are_refused() {
        try (MemoryIndex index = open()) {
            apply(index, archive("s1", "h1", turn("m1", "Ada", "A walrus")));
            IndexedFile misfit =
                    IndexedFile.appended(archivePath("s1"), "h0", "h2", List.of(turn("m2", "Ada", "A dolphin")));
            assertThat(index.apply(List.of(misfit, walrus("h", "Nothing")), List.of()))
                    .containsExactly(archivePath("s1"));
            assertThat(index.files()).isEqualTo(Map.of(archivePath("s1"), "h1"));
            assertThat(found(index, "dolphin")).isEmpty();
        }
    }

    @Test
    void a_build_replaces_everything_and_keeps_what_came_meanwhile() {
        try (MemoryIndex index = open()) {
            apply(index, walrus("h1", "The walrus sleeps"));
            try (IndexBuilding build = index.build().orElseThrow()) {
                assertThat(index.build()).isEmpty();
                build.add(walrus("h1", "The walrus sleeps"));
                build.add(topic("topics/seal.md", "h1", block("b2", "The seal barks", "m2")));
                apply(index, topic("topics/seal.md", "h2", block("b2", "The seal whistles", "m2")));
                assertThat(found(index, "walrus")).containsExactly("b1");
                build.finish(3, "r3");
            }
            assertThat(found(index, "walrus")).containsExactly("b1");
            assertThat(found(index, "barks")).isEmpty();
            assertThat(found(index, "whistles")).containsExactly("b2");
            assertThat(index.mark()).contains(new IndexMark(3, "r3"));
            assertThat(Fixtures.save(index, 4, "r4")).isTrue();
        }
        try (MemoryIndex index = open()) {
            assertThat(found(index, "whistles")).containsExactly("b2");
            try (IndexBuilding build = index.build().orElseThrow()) {
                build.add(walrus("h9", "Given up"));
            }
            assertThat(index.mark()).contains(new IndexMark(4, "r4"));
        }
        try (MemoryIndex index = open()) {
            assertThat(found(index, "whistles")).containsExactly("b2");
        }
    }

    /** Rows 21 and 22. */
    @Test
    void a_damaged_file_is_noticed_and_the_index_made_anew() throws IOException {
        for (String damage : List.of("cut", "empty", "zero", "gone")) {
            for (int file = 0; ; file++) {
                try (MemoryIndex index = open()) {
                    apply(index, walrus("h1", "The walrus sleeps"));
                    assertThat(Fixtures.save(index, file + 2, "r")).isTrue();
                }
                List<Path> files = indexFiles();
                if (file == files.size()) {
                    assertThat(file).isGreaterThan(1);
                    break;
                }
                String what = damage + " " + files.get(file).getFileName();
                harm(files.get(file), damage);
                try (MemoryIndex index = open()) {
                    assertThat(index.mark()).as(what).isEmpty();
                    assertThat(index.files()).as(what).isEmpty();
                    assertThat(found(index, "walrus")).isEmpty();
                    apply(index, walrus("h1", "The walrus sleeps"));
                    assertThat(found(index, "walrus")).containsExactly("b1");
                    assertThat(Fixtures.save(index, 1, "r")).as(what).isTrue();
                    assertThat(index.damaged()).isFalse();
                }
                try (MemoryIndex index = open()) {
                    assertThat(index.mark()).as(what).contains(new IndexMark(1, "r"));
                    assertThat(found(index, "walrus")).containsExactly("b1");
                }
            }
        }
    }

    private List<Path> indexFiles() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> !file.endsWith("write.lock")).sorted().toList();
        }
    }

    private static void harm(Path file, String damage) throws IOException {
        switch (damage) {
            case "gone" -> Files.delete(file);
            case "empty" -> Files.write(file, new byte[0]);
            case "zero" -> Files.write(file, new byte[(int) Files.size(file)]);
            default -> {
                try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
                    open.setLength(open.length() - 1);
                }
            }
        }
    }

    @Test
    void an_index_of_another_format_is_not_used() throws IOException {
        try (MemoryIndex index = open()) {
            apply(index, walrus("h1", "The walrus sleeps"));
            Fixtures.save(index, 1, "r");
        }
        IndexFormats.pretendOtherFormat(directory);
        try (MemoryIndex index = open()) {
            assertThat(index.damaged()).isTrue();
            assertThat(index.files()).isEmpty();
            apply(index, walrus("h1", "The walrus sleeps"));
            assertThat(Fixtures.save(index, 2, "r")).isTrue();
        }
        try (MemoryIndex index = open()) {
            assertThat(index.damaged()).isFalse();
            assertThat(found(index, "walrus")).containsExactly("b1");
        }
    }

    /** Row 29: several instances, in this process and in others, share a directory. */
    @Test
    void two_instances_share_a_directory_and_each_keeps_its_own_view() {
        try (MemoryIndex first = open();
                MemoryIndex second = open()) {
            apply(
                    first,
                    walrus("h1", "The walrus sleeps"),
                    topic("topics/a.md", "h1", block("b2", "An eel of the first", "m1")));
            assertThat(Fixtures.save(first, 1, "r1")).isTrue();
            apply(
                    second,
                    walrus("h1", "The walrus sleeps"),
                    topic("topics/b.md", "h1", block("b3", "An eel of the second", "m1")));
            assertThat(found(second, "eel")).containsExactly("b3");
            assertThat(Fixtures.save(second, 2, "r2")).isTrue();
            assertThat(found(second, "eel")).containsExactly("b3");
            assertThat(found(first, "eel")).containsExactly("b2");
            apply(first, walrus("h2", "The walrus wakes"));
            assertThat(Fixtures.save(first, 3, "r3")).isTrue();
            assertThat(found(first, "eel")).containsExactly("b2");
            assertThat(found(first, "walrus wakes")).containsExactly("b1");
            assertThat(first.files()).isEqualTo(Map.of("topics/animal.md", "h2", "topics/a.md", "h1"));
            try (MemoryIndex third = open()) {
                assertThat(third.mark()).contains(new IndexMark(3, "r3"));
                assertThat(third.files()).isEqualTo(first.files());
                assertThat(found(third, "eel")).containsExactly("b2");
            }
            assertThat(found(second, "eel")).containsExactly("b3");
        }
    }

    @Test
    void an_archive_that_others_saved_further_is_kept_as_this_instance_has_it() {
        IndexedTurn one = turn("m1", "Ada", "First comes the walrus");
        IndexedTurn two = turn("m2", "Bo", "Then comes the dolphin");
        IndexedTurn three = turn("m3", "Bo", "Last comes the octopus");
        try (MemoryIndex first = open()) {
            apply(first, archive("s1", "h1", one));
            assertThat(Fixtures.save(first, 1, "r1")).isTrue();
            try (MemoryIndex second = open()) {
                apply(second, IndexedFile.appended(archivePath("s1"), "h1", "h2", List.of(two)));
                apply(first, IndexedFile.appended(archivePath("s1"), "h1", "h3", List.of(two, three)));
                assertThat(Fixtures.save(second, 2, "r2")).isTrue();
                assertThat(Fixtures.save(first, 3, "r3")).isTrue();
                assertThat(found(second, "octopus")).isEmpty();
            }
            assertThat(found(
                            first, MemoryQuery.builder("octopus dolphin walrus").floor(false)))
                    .containsExactlyInAnyOrder("m1", "m2", "m3");
        }
        try (MemoryIndex again = open()) {
            assertThat(again.documents()).isEqualTo(3);
            assertThat(again.contentHash(archivePath("s1"))).contains("h3");
        }
    }

    @Test
    void a_lock_of_somebody_else_is_respected() throws IOException {
        try (MemoryIndex index = open()) {
            apply(index, walrus("h1", "The walrus sleeps"));
            assertThat(Fixtures.save(index, 1, "r1")).isTrue();
            try (MemoryIndex other = open();
                    IndexBuilding build = other.build().orElseThrow()) {
                build.add(walrus("h1", "The walrus sleeps"));
                apply(index, walrus("h2", "The walrus wakes"));
                assertThat(Fixtures.save(index, 2, "r2")).isFalse();
                assertThat(index.build()).isEmpty();
            }
            assertThat(Fixtures.save(index, 2, "r2")).isTrue();
            // A lock that another process holds: the file lock alone tells.
            try (FileChannel channel = FileChannel.open(directory.resolve("write.lock"), StandardOpenOption.WRITE);
                    FileLock held = channel.lock()) {
                assertThat(held.isValid()).isTrue();
                apply(index, walrus("h3", "The walrus yawns"));
                assertThat(Fixtures.save(index, 3, "r3")).isFalse();
                assertThat(found(index, "yawns")).containsExactly("b1");
            }
            assertThat(Fixtures.save(index, 3, "r3")).isTrue();
        }
    }

    @Test
    void a_directory_that_cannot_be_written_leaves_the_index_in_memory() throws IOException {
        Path file = Files.writeString(temp.resolve("file"), "not a directory");
        try (MemoryIndex index = MemoryIndex.open(file.resolve("index"), Fixtures.SETTINGS)) {
            apply(index, walrus("h1", "The walrus sleeps"));
            assertThat(found(index, "walrus")).containsExactly("b1");
            assertThat(Fixtures.save(index, 1, "r")).isFalse();
            assertThat(index.build()).isEmpty();
            assertThat(found(index, "walrus")).containsExactly("b1");
        }
    }

    @Test
    void files_are_private() throws IOException {
        try (MemoryIndex index = open()) {
            apply(index, walrus("h1", "The walrus sleeps"));
            Fixtures.save(index, 1, "r");
        }
        assertThat(Files.getPosixFilePermissions(directory))
                .containsExactlyInAnyOrder(
                        PosixFilePermission.OWNER_READ,
                        PosixFilePermission.OWNER_WRITE,
                        PosixFilePermission.OWNER_EXECUTE);
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                assertThat(Files.getPosixFilePermissions(file))
                        .as(file.toString())
                        .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
            }
        }
    }

    @Test
    void interrupts_break_nothing() {
        try (MemoryIndex index = open()) {
            Thread.currentThread().interrupt();
            apply(index, walrus("h1", "The walrus sleeps"));
            assertThat(Fixtures.save(index, 1, "r")).isTrue();
            assertThat(Thread.interrupted()).isTrue();
            Thread.currentThread().interrupt();
            try (MemoryIndex again = open()) {
                assertThat(again.damaged()).isFalse();
                assertThat(found(again, "walrus")).containsExactly("b1");
            }
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void a_change_that_fails_is_not_half_taken() {
        AtomicBoolean failing = new AtomicBoolean();
        IndexSettings settings = IndexSettings.of(text -> {
            if (failing.get() && text.contains("second")) {
                throw new IllegalStateException("no tokens");
            }
            return text.length();
        });
        try (MemoryIndex index = MemoryIndex.open(directory, settings)) {
            apply(index, walrus("h1", "The walrus sleeps"));
            Fixtures.save(index, 1, "r");
            failing.set(true);
            assertThatThrownBy(() -> index.apply(
                            List.of(
                                    walrus("h2", "The dolphin swims"),
                                    topic("topics/z.md", "h", block("b2", "The second", "m1"))),
                            List.of()))
                    .isInstanceOf(IllegalStateException.class);
            assertThat(found(index, "walrus")).containsExactly("b1");
            assertThat(found(index, "dolphin")).isEmpty();
            assertThat(index.files()).isEqualTo(Map.of("topics/animal.md", "h1"));
            failing.set(false);
            apply(index, walrus("h2", "The dolphin swims"));
            assertThat(found(index, "dolphin")).containsExactly("b1");
        }
    }

    @Test
    void a_state_is_not_shown_by_an_index_that_lost_something_since_it_was_looked_at() {
        AtomicBoolean failing = new AtomicBoolean();
        IndexSettings settings = IndexSettings.of(text -> {
            if (failing.get()) {
                throw new IllegalStateException("no counting now");
            }
            return text.length();
        });
        try (MemoryIndex index = MemoryIndex.open(directory, settings)) {
            apply(index, walrus("h1", "The walrus sleeps"));
            long known = index.losses();
            assertThat(index.show(1, "r1", known)).isTrue();
            assertThat(index.shown()).contains(new IndexMark(1, "r1"));

            failing.set(true);
            assertThatThrownBy(() -> apply(index, walrus("h2", "The dolphin swims")))
                    .isInstanceOf(IllegalStateException.class);

            assertThat(index.losses()).isGreaterThan(known);
            assertThat(index.show(2, "r2", known)).isFalse();
            assertThat(index.shown()).isEmpty();
            assertThat(index.show(2, "r2", index.losses())).isTrue();
        }
    }

    @Test
    void a_change_that_finds_the_saved_part_broken_leaves_an_empty_index() throws IOException {
        try (MemoryIndex index = open()) {
            apply(index, walrus("h1", "The walrus sleeps"));
            Fixtures.save(index, 1, "r1");
            try (Stream<Path> files = Files.list(directory)) {
                for (Path file : files.filter(
                                each -> each.getFileName().toString().startsWith("_"))
                        .toList()) {
                    try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
                        out.write(new byte[(int) out.length()]);
                    }
                }
            }

            assertThatThrownBy(() -> apply(index, walrus("h2", "The dolphin swims")))
                    .isInstanceOf(RuntimeException.class);

            assertThat(index.damaged()).isTrue();
            assertThat(index.files()).isEmpty();
            assertThat(index.shown()).isEmpty();
            apply(index, walrus("h2", "The dolphin swims"));
            assertThat(found(index, "dolphin")).containsExactly("b1");
        }
    }

    @Test
    void a_closed_index_answers_nothing_and_takes_nothing() {
        MemoryIndex index = open();
        index.close();
        index.close();
        SearchAnswer answer = index.search(MemoryQuery.of("walrus"), SearchOptions.recall());
        assertThat(answer.hits()).isEmpty();
        assertThat(answer.complete()).isFalse();
        assertThatThrownBy(() -> apply(index, walrus("h", "x"))).isInstanceOf(IllegalStateException.class);
    }

    @Test
    @Timeout(120)
    void threads_search_while_files_change_and_are_saved() throws Exception {
        try (MemoryIndex index = open()) {
            apply(index, walrus("h0", "The walrus sleeps"));
            AtomicBoolean done = new AtomicBoolean();
            AtomicReference<Throwable> trouble = new AtomicReference<>();
            List<Thread> readers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                boolean interrupting = i == 0;
                Thread reader = new Thread(() -> {
                    try {
                        while (!done.get()) {
                            if (interrupting) {
                                Thread.currentThread().interrupt();
                            }
                            SearchAnswer answer = index.search(
                                    MemoryQuery.builder("walrus").floor(false).build(), SearchOptions.recall());
                            assertThat(answer.complete()).isTrue();
                            assertThat(index.damaged()).isFalse();
                        }
                    } catch (Throwable e) {
                        trouble.set(e);
                    }
                });
                reader.start();
                readers.add(reader);
            }
            Thread saver = new Thread(() -> {
                while (!done.get()) {
                    Fixtures.save(index, 1, "r");
                }
            });
            saver.start();
            for (int i = 1; i <= 60; i++) {
                apply(
                        index,
                        walrus("h" + i, "The walrus sleeps " + i),
                        archive("s" + i, "h", turn("x" + i, "Ada", "Walrus talk " + i)));
                assertThat(found(
                                index,
                                MemoryQuery.builder("walrus sleeps " + i)
                                        .pathPrefix("topics")
                                        .floor(false)))
                        .containsExactly("b1");
            }
            done.set(true);
            saver.join();
            for (Thread reader : readers) {
                reader.join();
            }
            assertThat(trouble.get()).isNull();
            assertThat(Fixtures.save(index, 2, "end")).isTrue();
        }
        try (MemoryIndex index = open()) {
            assertThat(index.documents()).isEqualTo(61);
            assertThat(index.mark()).contains(new IndexMark(2, "end"));
        }
    }

    @Test
    void a_save_falls_due_by_documents() {
        try (MemoryIndex index = open()) {
            assertThat(index.saveDue()).isFalse();
            IndexedTurn[] turns = new IndexedTurn[1_001];
            Arrays.setAll(turns, i -> turn("m" + i, "Ada", "Turn " + i));
            apply(index, archive("s1", "h", turns));
            assertThat(index.saveDue()).isTrue();
            assertThat(Fixtures.save(index, 1, "r")).isTrue();
            assertThat(index.saveDue()).isFalse();
        }
    }
}
