package dev.scriptorium.memory.markdown.source;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.Speaker;
import dev.scriptorium.memory.markdown.topic.Whitespace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file below {@code sources/} from before strict archives. Nobody writes these any more; they are read leniently,
 * because what they lack cannot be mended. Immutable.
 *
 * @since 0.1
 */
public final class LegacyArchive implements ParsedArchive {
    private static final Pattern ANCHOR = Pattern.compile("<a id=\"([^\"]+)\"></a>");
    private static final Pattern ID = Pattern.compile("<!-- source-id:(.+) -->");
    private static final Pattern SPEAKER = Pattern.compile("<!-- speaker-id:.* -->");
    private static final Pattern COUNT = Pattern.compile("<!-- record-lines:([0-9]{1,9}) -->");
    private static final Pattern DIALOGUE_ANCHOR = Pattern.compile("d([0-9]+)-([0-9]+)");
    private static final Pattern DIALOGUE_REF = Pattern.compile("D[0-9]+:[0-9]+");
    private static final Pattern HINT = Pattern.compile("\\[([^\\[\\]]+) \\(([^()\\[\\]]+)\\)\\] ");

    private final String path;
    private final List<LegacyTurn> turns = new ArrayList<>();
    private final List<LegacyMention> mentions = new ArrayList<>();
    private final @Nullable ArchiveProblem problem;
    private final Set<SourceRef> seen = new HashSet<>();

    private LegacyArchive(String path, String text, @Nullable ArchiveProblem problem) {
        this.path = path;
        this.problem = problem;
        read(text.split("\n", -1));
    }

    /** Reads a file; never throws for its content. What is not UTF-8 ends the reading at the line that holds it. */
    public static LegacyArchive read(String workspacePath, byte[] bytes) {
        Utf8 utf8 = new Utf8(bytes);
        OptionalInt fault = utf8.firstFault(0, bytes.length);
        int end = fault.orElse(bytes.length);
        while (fault.isPresent() && end > 0 && bytes[end - 1] != '\n') {
            end--;
        }
        String text = utf8.decode(0, end);
        ArchiveProblem problem = fault.isPresent()
                ? new ArchiveProblem(workspacePath, fault.getAsInt(), "UTF-8", "another encoding")
                : null;
        return new LegacyArchive(workspacePath, text == null ? "" : text, problem);
    }

    private void read(String[] lines) {
        int at = 0;
        while (at < lines.length) {
            int end = record(lines, at);
            if (end < 0) {
                mention(lines[at], at);
                end = at + 1;
            }
            at = end;
        }
    }

    /** Reads the record that begins at a line and returns the line after it; -1 when none does. */
    private int record(String[] lines, int at) {
        Matcher anchor = ANCHOR.matcher(lines[at]);
        if (!anchor.matches() || at + 1 >= lines.length) {
            return -1;
        }
        Matcher dialogue = DIALOGUE_ANCHOR.matcher(anchor.group(1));
        if (dialogue.matches()) {
            return dialogue(lines, at, new SourceRef("D" + dialogue.group(1) + ":" + dialogue.group(2)));
        }
        Matcher id = ID.matcher(lines[at + 1]);
        if (!id.matches() || !SourceRef.isValid(id.group(1))) {
            return -1;
        }
        SourceRef ref = new SourceRef(id.group(1));
        return here(ref, anchor.group(1)) ? turn(lines, at + 2, ref) : -1;
    }

    private boolean here(SourceRef ref, String anchor) {
        return SourceLocations.legacyPath(ref).equals(path)
                && SourceLocations.anchor(ref).equals(anchor);
    }

    private int turn(String[] lines, int after, SourceRef ref) {
        int at = after;
        if (at < lines.length && SPEAKER.matcher(lines[at]).matches()) {
            at++;
        }
        int count = 1;
        boolean framed = false;
        if (at < lines.length) {
            Matcher counted = COUNT.matcher(lines[at]);
            if (counted.matches()) {
                framed = true;
                count = Math.max(1, Integer.parseInt(counted.group(1)));
                at++;
            }
        }
        int end = (int) Math.min((long) at + count, lines.length);
        if (at < end && !cutOff(end, lines)) {
            add(ref, String.join("\n", Arrays.asList(lines).subList(at, end)), at, !framed);
        }
        return end;
    }

    private int dialogue(String[] lines, int at, SourceRef ref) {
        if (!here(ref, SourceLocations.anchor(ref))) {
            return -1;
        }
        int end = at + 1;
        while (end < lines.length && !Whitespace.isBlank(lines[end])) {
            end++;
        }
        String text = Whitespace.trimEnd(String.join("\n", Arrays.asList(lines).subList(at + 1, end)));
        String mark = "[" + ref + "]";
        if (text.endsWith(mark)) {
            text = Whitespace.trimEnd(text.substring(0, text.length() - mark.length()));
        }
        if (!text.isEmpty() && !cutOff(end + 1, lines)) {
            add(ref, text, at + 1, false);
        }
        return end;
    }

    /** Whether a record reaches into what could not be read. */
    private boolean cutOff(int end, String[] lines) {
        return problem != null && end >= lines.length;
    }

    private void add(SourceRef ref, String record, int line, boolean hinted) {
        if (!seen.add(ref)) {
            return;
        }
        RecordLine first = RecordLine.read(firstLine(record));
        String label = first == null ? "" : first.label();
        String content = first == null ? record : record.substring(first.contentStart());
        boolean user = label.toLowerCase(Locale.ROOT).equals("user");
        turns.add(new LegacyTurn(
                ref,
                SourceLocations.anchor(ref),
                first == null ? "" : first.stamp(),
                label,
                content,
                line,
                hinted && user ? hint(content) : null));
    }

    private static String firstLine(String record) {
        int end = record.indexOf('\n');
        return end < 0 ? record : record.substring(0, end);
    }

    private static @Nullable Speaker hint(String content) {
        Matcher hint = HINT.matcher(content);
        return hint.lookingAt() ? new Speaker(hint.group(2), hint.group(1)) : null;
    }

    private void mention(String line, int at) {
        List<SourceRef> refs = new ArrayList<>();
        Matcher ref = DIALOGUE_REF.matcher(line);
        while (ref.find()) {
            SourceRef found = new SourceRef(ref.group());
            if (!refs.contains(found)) {
                refs.add(found);
            }
        }
        if (!refs.isEmpty()) {
            mentions.add(new LegacyMention(at, line, refs));
        }
    }

    @Override
    public String path() {
        return path;
    }

    /** The turns in order; each name once. */
    public List<LegacyTurn> turns() {
        return List.copyOf(turns);
    }

    /** The lines outside records that name turns of dialogues, in order. */
    public List<LegacyMention> mentions() {
        return List.copyOf(mentions);
    }

    @Override
    public Optional<ArchiveProblem> problem() {
        return Optional.ofNullable(problem);
    }
}
