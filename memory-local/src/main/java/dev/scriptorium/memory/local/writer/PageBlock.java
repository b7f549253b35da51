package dev.scriptorium.memory.local.writer;

import dev.scriptorium.memory.markdown.topic.SourceLink;
import java.util.ArrayList;
import java.util.List;

/** One block of a topic that is being edited: stretches of words, each with its evidence. */
final class PageBlock {

    /** Words and what they rest on. */
    private record Stretch(String words, List<Cited> evidence) {}

    private final List<Stretch> stretches = new ArrayList<>();
    private final String tail;
    private final boolean oneLine;
    private boolean changed;

    /** A block whose raw text ends with this tail: its ids, and the white space before them. */
    PageBlock(String tail, boolean oneLine) {
        this.tail = tail;
        this.oneLine = oneLine;
    }

    /** Appends words, white space before them included. */
    void append(String words, List<Cited> evidence) {
        stretches.add(new Stretch(words, new ArrayList<>(evidence)));
    }

    /** Whether it differs from what stands in the topic. */
    boolean changed() {
        return changed;
    }

    /** The normalised statements it holds: each sentence. */
    List<String> statements() {
        List<String> found = new ArrayList<>();
        for (Stretch stretch : stretches) {
            for (Sentences.Span span : Sentences.of(stretch.words())) {
                found.add(Words.normalised(span.of(stretch.words())));
            }
        }
        return found;
    }

    /**
     * Adds a source to the evidence of a statement it holds.
     *
     * @param own whether the time is the statement's own, not merely that of the turn: then evidence of another time
     *     does not do
     */
    void cite(String statement, String time, boolean own, SourceLink source) {
        for (int i = 0; i < stretches.size(); i++) {
            String words = stretches.get(i).words();
            for (Sentences.Span span : Sentences.of(words)) {
                if (Words.normalised(span.of(words)).equals(statement)) {
                    cite(isolate(i, span), time, own, source);
                    return;
                }
            }
        }
    }

    /** What a statement it holds rests on. */
    List<Cited> evidence(String statement) {
        return stretches.stream()
                .filter(stretch -> Sentences.of(stretch.words()).stream()
                        .anyMatch(span ->
                                Words.normalised(span.of(stretch.words())).equals(statement)))
                .findFirst()
                .map(stretch -> List.copyOf(stretch.evidence()))
                .orElse(List.of());
    }

    /** Makes a statement a stretch of its own, so that evidence can be added to it alone. */
    private int isolate(int i, Sentences.Span span) {
        Stretch whole = stretches.get(i);
        String before = whole.words().substring(0, span.start());
        String after = whole.words().substring(span.end());
        if (!oneLine || (before.isBlank() && after.isBlank())) {
            return i;
        }
        stretches.remove(i);
        int at = i;
        if (!before.isBlank()) {
            String gap = before.substring(before.stripTrailing().length());
            stretches.add(at++, new Stretch(before.stripTrailing(), new ArrayList<>(whole.evidence())));
            before = gap;
        }
        String words = before + span.of(whole.words());
        stretches.add(at, new Stretch(words, new ArrayList<>(whole.evidence())));
        if (!after.isBlank()) {
            stretches.add(at + 1, new Stretch(after, new ArrayList<>(whole.evidence())));
        }
        return at;
    }

    private void cite(int at, String time, boolean own, SourceLink source) {
        List<Cited> evidence = stretches.get(at).evidence();
        if (evidence.stream().anyMatch(cited -> cited.names(source.target()))) {
            return;
        }
        changed = true;
        for (Cited cited : evidence) {
            if (cited.hasRoom()
                    && isOnlyHere(cited, at)
                    && (!own || cited.time().equals(time))) {
                cited.add(source);
                return;
            }
        }
        evidence.add(Cited.of(time, source));
    }

    private boolean isOnlyHere(Cited cited, int at) {
        for (int i = 0; i < stretches.size(); i++) {
            if (i != at && stretches.get(i).evidence().contains(cited)) {
                return false;
            }
        }
        return true;
    }

    /** Its evidence, each piece once, in order of first citation. */
    List<Cited> evidence() {
        return stretches.stream()
                .flatMap(stretch -> stretch.evidence().stream())
                .distinct()
                .toList();
    }

    /** Its lines as they stand in a topic. */
    String raw() {
        StringBuilder out = new StringBuilder();
        for (Stretch stretch : stretches) {
            out.append(stretch.words());
            for (Cited cited : stretch.evidence()) {
                out.append("[^").append(cited.label()).append(']');
            }
        }
        return out.append(tail).toString();
    }
}
