package dev.scriptorium.memory.testkit.together;

import static dev.scriptorium.memory.testkit.together.Page.M;
import static dev.scriptorium.memory.testkit.together.Page.block;
import static dev.scriptorium.memory.testkit.together.Page.rewriting;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.local.CheckFinding;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A person whose editor saves one topic again and again, as fast as it can, while the owner changes its other blocks. */
@ExtendWith(WorkspaceExtension.class)
@Timeout(600)
class RewritingIT {
    private static final Pattern WORD = Pattern.compile("zq[0-9]+x");
    private static final Pattern INSTALL = Pattern.compile("iv[0-9]+x");
    private static final int BLOCKS = 7;
    private static final int PARAGRAPHS = 40;
    /** For one install; an editor may stand for a while between emptying the file and writing it. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** {@code -Drewriting.installs}; a thousand once conflict files do not make every look slower. */
    private static final int INSTALLS = Integer.getInteger("rewriting.installs", 30);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private volatile boolean done;

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    enum Save {
        IN_PLACE,
        ADDING,
        BY_RENAME
    }

    /** The words of contents that somebody replaced before the person did. */
    private static final class Person {
        private final Page page;
        private final Save save;
        private final Set<String> replaced = new HashSet<>();
        private String last = "zq0x";
        private int written;
        private int paragraphs;

        Person(Page page, Save save) {
            this.page = page;
            this.save = save;
        }

        void saveOnce() throws IOException {
            String text = Files.readString(page.file(M));
            if (!text.contains(last)) {
                // Somebody put another content in the place of the last one without having seen it, or set it aside.
                replaced.add(last);
            }
            Matcher word = WORD.matcher(text);
            assertThat(word.find()).as("a whole state: " + text).isTrue();
            written++;
            String next = "zq" + written + "x";
            String changed = word.replaceFirst(next);
            if (save == Save.ADDING && paragraphs < PARAGRAPHS && written % 50 == 0) {
                paragraphs++;
                changed += "\n" + block("The person adds " + next + " here.", "p" + written);
            }
            if (save == Save.BY_RENAME) {
                page.saveByRename(M, changed);
            } else {
                Files.write(page.file(M), changed.getBytes(StandardCharsets.UTF_8));
            }
            last = next;
        }
    }

    @Test
    void nothingThatIsSavedByRenameIsLost(TemporaryWorkspace memory) throws Exception {
        nothingIsLost(Save.BY_RENAME, memory);
    }

    @ParameterizedTest
    @EnumSource(
            value = Save.class,
            names = {"IN_PLACE", "ADDING"})
    void nothingThatIsSavedInPlaceIsLost(Save save, TemporaryWorkspace memory) throws Exception {
        nothingIsLost(save, memory);
    }

    private void nothingIsLost(Save save, TemporaryWorkspace memory) throws Exception {
        Page page = Page.of(memory.handEdited(), BLOCKS);
        page.write(M, page.text() + "\n" + block("The person wrote zq0x here.", "z"));
        List<BlockId> blocks = new ArrayList<>();
        for (int i = 1; i <= BLOCKS; i++) {
            blocks.add(page.id(Page.plain(i)));
        }
        Person person = new Person(page, save);
        Future<?> saving = threads.submit(() -> {
            while (!done) {
                person.saveOnce();
            }
            return null;
        });
        int installs = INSTALLS;
        int retries = 0;
        int most = 0;
        long start = System.nanoTime();
        for (int i = 1; i <= installs; i++) {
            int tries = install(page, blocks.get(i % BLOCKS), i, saving);
            retries += tries;
            most = Math.max(most, tries);
        }
        done = true;
        saving.get(60, TimeUnit.SECONDS);
        long seconds = (System.nanoTime() - start) / 1_000_000_000L;
        memory.workspace().maintain().accept();
        page.change(rewriting(blocks.get(0), "The last change of all."));
        List<Path> kept = page.conflictFiles();
        System.out.println("FIGURE " + save + ": " + installs + " installs in " + seconds + " s beside "
                + person.written + " saves; tried again " + retries + " times, at most " + most + " for one; "
                + person.replaced.size() + " saves replaced unseen by the person; " + kept.size()
                + " conflict files");

        Set<String> found = found(page);
        assertThat(found).as("the last save").contains(person.last);
        Set<String> lost = new HashSet<>(person.replaced);
        lost.removeAll(found);
        assertThat(lost)
                .as("saves that are nowhere, of " + person.replaced.size() + " replaced")
                .isEmpty();
        for (int i = 1; i <= installs; i++) {
            assertThat(found).contains("iv" + i + "x");
        }
        assertThat(memory.workspace().maintain().check().problems())
                .extracting(CheckFinding::path)
                .allSatisfy(path -> assertThat(path).contains(".conflict-"));
        assertThat(memory.workspace().read().status().unadopted())
                .allSatisfy(path -> assertThat(path.value()).contains(".conflict-"));
        page.removeConflictFiles();
    }

    private static int install(Page page, BlockId block, int number, Future<?> saving) throws Exception {
        long start = System.nanoTime();
        for (int tries = 0; ; tries++) {
            try {
                page.change(rewriting(block, "The owner installed iv" + number + "x here."));
                return tries;
            } catch (MemoryException e) {
                assertThat(e.code().retryable()).as(e.toString()).isTrue();
                if (saving.isDone()) {
                    saving.get(); // what ended the person's thread is the failure to show
                }
                if (System.nanoTime() - start > PATIENCE.toNanos()) {
                    throw new AssertionError(tries + " tries; the file holds: " + Files.readString(page.file(M)), e);
                }
            }
        }
    }

    /** Every word that stands in a topic, in a file that was set aside, or in anything that was ever committed. */
    private static Set<String> found(Page page) throws Exception {
        Set<String> words = new HashSet<>();
        try (Stream<Path> topics = Files.walk(page.file("topics"))) {
            for (Path topic : topics.filter(Files::isRegularFile).toList()) {
                words(Files.readString(topic), words);
            }
        }
        Process git = new ProcessBuilder("git", "cat-file", "--batch-all-objects", "--batch")
                .directory(page.file("").toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        words(new String(git.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1), words);
        assertThat(git.waitFor()).isZero();
        return words;
    }

    private static void words(String text, Set<String> into) {
        for (Pattern pattern : List.of(WORD, INSTALL)) {
            Matcher matcher = pattern.matcher(text);
            while (matcher.find()) {
                into.add(matcher.group());
            }
        }
    }
}
