package dev.scriptorium.memory.local.git;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.eclipse.jgit.diff.DiffAlgorithm;
import org.eclipse.jgit.diff.DiffFormatter;
import org.eclipse.jgit.diff.EditList;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.diff.RawTextComparator;

/**
 * The difference of two texts as people know it from Git.
 *
 * @since 0.1
 */
public final class TextDiff {
    private TextDiff() {}

    /** A unified diff of one file; empty where it does not exist before or after. */
    public static String unified(String path, Optional<String> before, Optional<String> after) {
        RawText old = raw(before);
        RawText now = raw(after);
        EditList edits = DiffAlgorithm.getAlgorithm(DiffAlgorithm.SupportedAlgorithm.HISTOGRAM)
                .diff(RawTextComparator.DEFAULT, old, now);
        if (edits.isEmpty() && before.isPresent() == after.isPresent()) {
            return "";
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DiffFormatter formatter = new DiffFormatter(out)) {
            formatter.format(edits, old, now);
        } catch (IOException e) {
            throw new MemoryException(ErrorCode.STORAGE_UNAVAILABLE, "memory refused to hold a diff", e);
        }
        return "--- " + (before.isPresent() ? "a/" + path : "/dev/null") + "\n+++ "
                + (after.isPresent() ? "b/" + path : "/dev/null") + "\n"
                + out.toString(StandardCharsets.UTF_8);
    }

    private static RawText raw(Optional<String> text) {
        return new RawText(text.orElse("").getBytes(StandardCharsets.UTF_8));
    }
}
