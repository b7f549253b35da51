package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.ref.TopicPath;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Applies the hunks of one file, each exactly where it says. Lines are compared without their ends and keep those they
 * have; added lines end with LF. Not thread-safe.
 */
final class PatchedText {
    private final TopicPath path;
    private final List<String> lines = new ArrayList<>();
    private final StringBuilder out;
    private int at;

    private PatchedText(TopicPath path, String text) {
        this.path = path;
        this.out = new StringBuilder(text.length() + 256);
        int from = 0;
        while (from < text.length()) {
            int end = text.indexOf('\n', from);
            int stop = end < 0 ? text.length() : end + 1;
            lines.add(text.substring(from, stop));
            from = stop;
        }
    }

    /**
     * The patched text.
     *
     * @throws MemoryException {@code PATCH_CONFLICT} with the line, what was expected there, and what was found
     */
    static String apply(FilePatch patch, String text, LabelReplacement labels) {
        PatchedText patched = new PatchedText(patch.path(), text);
        List<Hunk> hunks = new ArrayList<>(patch.hunks());
        hunks.sort(Comparator.comparingInt(Hunk::place));
        hunks.forEach(hunk -> patched.apply(hunk, labels));
        return patched.finish();
    }

    private void apply(Hunk hunk, LabelReplacement labels) {
        int place = hunk.place();
        if (place < at) {
            throw conflict(
                    place,
                    "hunks that do not overlap",
                    "the hunk of patch line " + hunk.patchLine() + " begins in the one before it");
        }
        if (place > lines.size()) {
            throw conflict(lines.size(), "a line " + (place + 1), "the end of the file");
        }
        copyTo(place);
        for (String line : hunk.lines()) {
            String text = line.substring(1);
            if (line.charAt(0) == '+') {
                endLine();
                out.append(labels.apply(text)).append('\n');
            } else {
                match(text);
                if (line.charAt(0) == ' ') {
                    copyTo(at + 1);
                } else {
                    at++;
                }
            }
        }
    }

    private void match(String expected) {
        if (at >= lines.size()) {
            throw conflict(at, Refusal.shown(expected), "the end of the file");
        }
        String found = bare(at);
        boolean same = found.equals(expected) || (at == 0 && withoutMark(found).equals(withoutMark(expected)));
        if (!same) {
            throw conflict(at, Refusal.shown(expected), Refusal.shown(found));
        }
    }

    private String bare(int index) {
        String line = lines.get(index);
        int end = line.endsWith("\n") ? line.length() - 1 : line.length();
        return line.substring(0, end > 0 && line.charAt(end - 1) == '\r' ? end - 1 : end);
    }

    private static String withoutMark(String line) {
        return line.startsWith("\uFEFF") ? line.substring(1) : line;
    }

    private void copyTo(int end) {
        while (at < end) {
            out.append(lines.get(at++));
        }
    }

    private void endLine() {
        if (out.length() > 0 && out.charAt(out.length() - 1) != '\n') {
            out.append('\n');
        }
    }

    private String finish() {
        copyTo(lines.size());
        return out.toString();
    }

    private MemoryException conflict(int line, String expected, String found) {
        return conflict(path, line + 1, expected, found);
    }

    static MemoryException conflict(TopicPath path, int line, String expected, String found) {
        return new MemoryException(
                ErrorCode.PATCH_CONFLICT,
                path + (line > 0 ? ":" + line : "") + " does not fit the patch: expected " + expected + ", found "
                        + found,
                List.of(new Violation(
                        path.value(),
                        line,
                        "patch-conflict",
                        expected,
                        found,
                        "make the patch anew from the file as it stands")));
    }
}
