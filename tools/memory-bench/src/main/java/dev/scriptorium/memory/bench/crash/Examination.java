package dev.scriptorium.memory.bench.crash;

import dev.scriptorium.memory.bench.crash.Finding.Verdict;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.disk.DiskObserver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Opens what a kill has left, looks at it, and finishes the work. */
final class Examination {
    private static final Pattern MANIFEST = Pattern.compile("([0-9]+)\\.manifest");
    private static final Pattern PART = Pattern.compile("([0-9]+)-.*");
    private static final Pattern NUMBER = Pattern.compile("\"number\"\\s*:\\s*([0-9]+)");

    private final Undisturbed undisturbed;

    Examination(Undisturbed undisturbed) {
        this.undisturbed = undisturbed;
    }

    /**
     * Looks at a home, and finishes its work.
     *
     * @param certain how many transactions must be there
     */
    Finding of(Home home, int certain) {
        Verdict verdict = begun(home.workspace()) ? Verdict.BEFORE : Verdict.AFTER;
        List<String> details = new ArrayList<>();
        try (LocalMemoryBackend backend = home.open(DiskObserver.NONE)) {
            int seen = undisturbed.whole().lastIndexOf(home.memory());
            if (seen < 0) {
                verdict = Verdict.MIXED;
                details.add("topics and sources are of no whole transaction");
            } else if (seen < certain) {
                verdict = Verdict.LOST;
                details.add(seen + " transactions are there, and " + certain + " were done");
            }
            List<String> problems = problems(backend);
            if (!problems.isEmpty()) {
                verdict = Verdict.UNOPENABLE;
                details.addAll(problems);
            }
            new Work(backend).run(step -> {});
            problems(backend).forEach(problem -> details.add("in the end " + problem));
        } catch (RuntimeException e) {
            details.add(e.toString());
            return new Finding(Verdict.UNOPENABLE, true, details);
        }
        List<String> differences = home.memory().differences(undisturbed.end());
        details.addAll(differences);
        return new Finding(verdict, !differences.isEmpty(), details);
    }

    private static List<String> problems(LocalMemoryBackend backend) {
        return backend.workspace().maintain().check().problems().stream()
                .map(problem -> problem.code() + " " + problem.path() + ": " + problem.message())
                .toList();
    }

    /** Whether the journal holds parts of an entry that was not made. */
    private static boolean begun(Path workspace) {
        long made = 0;
        long begun = 0;
        Path state = workspace.resolve(".scriptorium");
        try (Stream<Path> files = Files.list(state.resolve("tx"))) {
            for (Path file : files.toList()) {
                String name = String.valueOf(file.getFileName());
                made = Math.max(made, number(MANIFEST.matcher(name)));
                begun = Math.max(begun, number(PART.matcher(name)));
            }
            Path last = state.resolve("last-entry.json");
            if (Files.exists(last)) {
                Matcher number = NUMBER.matcher(Files.readString(last, StandardCharsets.ISO_8859_1));
                made = Math.max(made, number.find() ? Long.parseLong(number.group(1)) : 0);
            }
        } catch (NoSuchFileException e) {
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return begun > made;
    }

    private static long number(Matcher name) {
        return name.matches() ? Long.parseLong(name.group(1)) : 0;
    }
}
