package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.TopicPath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a unified diff, each line once. The counts of a hunk are not enforced; they only help to tell where it ends.
 * Not thread-safe.
 */
final class PatchReader {
    private static final Pattern HUNK =
            Pattern.compile("@@ -([0-9]{1,9})(?:,([0-9]{1,9}))? \\+([0-9]{1,9})(?:,([0-9]{1,9}))? @@.*");
    private static final String SIGNATURE = "--";

    private final List<String> lines = new ArrayList<>();
    private final Map<TopicPath, FilePatch> files = new LinkedHashMap<>();
    private int at;
    private int oldLeft;
    private int newLeft;

    private PatchReader(String patch) {
        int from = 0;
        while (from < patch.length()) {
            int end = patch.indexOf('\n', from);
            int stop = end < 0 ? patch.length() : end;
            boolean carriage = stop > from && patch.charAt(stop - 1) == '\r';
            lines.add(patch.substring(from, carriage ? stop - 1 : stop));
            from = end < 0 ? patch.length() : end + 1;
        }
    }

    static List<FilePatch> read(String patch) {
        return new PatchReader(patch).read();
    }

    private List<FilePatch> read() {
        while (at < lines.size()) {
            String line = lines.get(at);
            PatchHeaders.refusal(line).ifPresent(why -> {
                throw refused(at, why);
            });
            if (line.startsWith("--- ")) {
                readFile();
            } else if (line.startsWith("+++ ")) {
                throw refused(at, "+++ without ---");
            } else if (line.startsWith("@@")) {
                throw refused(at, "a hunk outside a file");
            } else if (isSignature(line)) {
                skipSignature();
            } else if (!files.isEmpty() && !PatchHeaders.isNoise(line)) {
                throw refused(at, "no line of a patch");
            } else {
                at++;
            }
        }
        if (files.isEmpty()) {
            throw Refusal.invalid("patch: changes no file");
        }
        return List.copyOf(files.values());
    }

    private void readFile() {
        int header = at;
        if (at + 1 >= lines.size() || !lines.get(at + 1).startsWith("+++ ")) {
            throw refused(at, "--- without +++");
        }
        String from = PatchHeaders.path(lines.get(at), "a/");
        String to = PatchHeaders.path(lines.get(at + 1), "b/");
        boolean creates = from.equals(PatchHeaders.NOWHERE);
        boolean deletes = to.equals(PatchHeaders.NOWHERE);
        if (creates && deletes) {
            throw refused(header, "from nowhere to nowhere");
        }
        TopicPath path = path(header, creates ? to : from);
        if (!creates && !deletes && !path(header + 1, to).equals(path)) {
            throw refused(header, "renames are not taken");
        }
        at += 2;
        List<Hunk> hunks = new ArrayList<>();
        while (at < lines.size() && lines.get(at).startsWith("@@")) {
            hunks.add(readHunk());
        }
        if (hunks.isEmpty()) {
            throw refused(header, "a file without hunks");
        }
        FilePatch.Kind kind = creates ? FilePatch.Kind.CREATE : deletes ? FilePatch.Kind.DELETE : FilePatch.Kind.MODIFY;
        if (files.put(path, new FilePatch(path, kind, hunks)) != null) {
            throw refused(header, path + " is patched twice");
        }
    }

    private static TopicPath path(int line, String spelled) {
        try {
            return ChangePaths.read(spelled);
        } catch (MemoryException e) {
            throw Refusal.at("patch line " + (line + 1), e);
        }
    }

    private Hunk readHunk() {
        int header = at;
        Matcher form = HUNK.matcher(lines.get(at));
        if (!form.matches()) {
            throw refused(at, "a malformed hunk header");
        }
        at++;
        int oldCount = count(form.group(2));
        oldLeft = oldCount;
        newLeft = count(form.group(4));
        List<String> body = new ArrayList<>();
        while (at < lines.size()) {
            String line = lines.get(at);
            if (line.isEmpty()) {
                if (!readBlank(body)) {
                    break;
                }
            } else if (!continues(at)) {
                break;
            } else {
                take(line, body);
            }
        }
        if (body.isEmpty()) {
            throw refused(header, "a hunk without lines");
        }
        return new Hunk(header + 1, Integer.parseInt(form.group(1)), oldCount, body);
    }

    private static int count(@org.jspecify.annotations.Nullable String digits) {
        return digits == null ? 1 : Integer.parseInt(digits);
    }

    private void take(String line, List<String> body) {
        at++;
        if (line.charAt(0) == '\\') {
            return;
        }
        body.add(line);
        oldLeft -= line.charAt(0) == '+' ? 0 : 1;
        newLeft -= line.charAt(0) == '-' ? 0 : 1;
    }

    /** Takes empty lines for blank context, unless the hunk is full and ends with them. */
    private boolean readBlank(List<String> body) {
        int end = at;
        while (end < lines.size() && lines.get(end).isEmpty()) {
            end++;
        }
        if (full() && !(end < lines.size() && continues(end))) {
            return false;
        }
        while (at < end) {
            take(" ", body);
        }
        return true;
    }

    private boolean full() {
        return oldLeft <= 0 && newLeft <= 0;
    }

    private boolean continues(int index) {
        String line = lines.get(index);
        char mark = line.charAt(0);
        return (mark == ' ' || mark == '+' || mark == '-' || mark == '\\') && !beginsFile(index) && !endsPatch(line);
    }

    /** Whether a removed line is in truth the header of the next file. Counts that are wrong must not hide one. */
    private boolean beginsFile(int index) {
        if (!lines.get(index).startsWith("--- ")) {
            return false;
        }
        boolean paired = index + 1 < lines.size() && lines.get(index + 1).startsWith("+++ ");
        boolean lastPair = oldLeft == 1 && newLeft == 1;
        return full()
                || (paired
                        && !lastPair
                        && index + 2 < lines.size()
                        && HUNK.matcher(lines.get(index + 2)).matches());
    }

    private boolean endsPatch(String line) {
        return full() && isSignature(line);
    }

    private static boolean isSignature(String line) {
        return line.stripTrailing().equals(SIGNATURE);
    }

    /** What mail programs and Git put below a patch runs to the next one. */
    private void skipSignature() {
        at++;
        while (at < lines.size()
                && !lines.get(at).startsWith("diff ")
                && !lines.get(at).startsWith("--- ")) {
            at++;
        }
    }

    private MemoryException refused(int line, String why) {
        return Refusal.invalid("patch line " + (line + 1) + ": " + why + "; found " + Refusal.shown(lines.get(line)));
    }
}
