package dev.scriptorium.memory.local.writer;

import dev.scriptorium.memory.local.writer.Words.Word;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Which runs are filed under what they speak of instead of under who spoke: those in which nobody speaks of himself,
 * about something that comes up in two runs at least or has a theme already. Never so many that less than four fifths
 * of what a speaker said stand under that speaker.
 */
final class Themes {
    private static final double SHARE = 0.2;
    private static final int LONGEST_SUBJECT = 3;
    private static final Set<String> ARTICLES = Set.of("the", "a", "an");

    private final List<BatchTurn> batch;
    private final List<Run> runs;
    private final Predicate<String> known;
    private final Set<String> names = new HashSet<>();

    /**
     * The themes of a batch.
     *
     * @param known whether there is a topic of a theme already
     */
    Themes(List<BatchTurn> batch, List<Run> runs, Predicate<String> known) {
        this.batch = batch;
        this.runs = runs;
        this.known = known;
        Set<String> common = new HashSet<>(English.TIME);
        batch.forEach(turn -> SpeakerName.of(turn)
                .ifPresent(name -> Words.of(name.display()).forEach(word -> common.add(word.lower()))));
        for (Run run : runs) {
            for (Sentence sentence : run.sentences()) {
                for (int i = 0; i < sentence.words().size(); i++) {
                    Word word = sentence.words().get(i);
                    if (!word.capital()) {
                        common.add(word.lower());
                    } else if (i > 0 && isContent(word)) {
                        names.add(word.lower());
                    }
                }
            }
        }
        names.removeAll(common);
    }

    private static boolean isContent(Word word) {
        return !English.FUNCTION.contains(word.lower())
                && !English.CHAT.contains(word.lower())
                && !English.TIME.contains(word.lower())
                && !word.digits()
                && word.text().length() > 1;
    }

    /** The theme of each run that has one. */
    Map<Run, String> assign() {
        Map<String, List<Run>> groups = new LinkedHashMap<>();
        Map<String, String> titles = new HashMap<>();
        for (Run run : runs) {
            subject(run).ifPresent(name -> {
                String key = Words.normalised(name);
                titles.putIfAbsent(key, name);
                groups.computeIfAbsent(key, fresh -> new ArrayList<>()).add(run);
            });
        }
        Map<String, Integer> room = room();
        Map<Run, String> themes = new HashMap<>();
        groups.forEach((key, group) -> {
            String name = titles.get(key);
            List<Run> fitting = fitting(group, room);
            if (name != null && fitting.size() >= (known.test(name) ? 1 : 2)) {
                fitting.forEach(run -> {
                    themes.put(run, name);
                    room.merge(speaker(run.turn()), -1, Integer::sum);
                });
            }
        });
        return themes;
    }

    /** How many runs of each speaker may stand elsewhere; a question cited in another's block stands elsewhere too. */
    private Map<String, Integer> room() {
        Map<String, Double> room = new HashMap<>();
        for (Run run : runs) {
            room.merge(speaker(run.turn()), SHARE, Double::sum);
            run.question().ifPresent(question -> room.merge(speaker(question.turn()), SHARE - 1, Double::sum));
        }
        Map<String, Integer> whole = new HashMap<>();
        room.forEach((speaker, runs) -> whole.put(speaker, (int) Math.floor(runs + 1e-9)));
        return whole;
    }

    private List<Run> fitting(List<Run> group, Map<String, Integer> room) {
        Map<String, Integer> left = new HashMap<>(room);
        return group.stream()
                .filter(run -> left.merge(speaker(run.turn()), -1, Integer::sum) >= 0)
                .toList();
    }

    private String speaker(int turn) {
        return SpeakerName.of(batch.get(turn)).map(SpeakerName::comment).orElse("");
    }

    private Optional<String> subject(Run run) {
        boolean own = run.question().isPresent()
                || run.sentences().stream().anyMatch(Sentence::firstPerson)
                || run.sentences().stream().anyMatch(Sentence::secondPerson)
                || run.sentences().get(0).pointsBack();
        return own
                ? Optional.empty()
                : run.sentences().stream().flatMap(one -> subject(one).stream()).findFirst();
    }

    private Optional<String> subject(Sentence sentence) {
        Optional<String> before = beforeVerb(sentence);
        return before.isPresent() ? before : name(sentence);
    }

    /** The first name of a sentence, of up to three words: one that the batch never writes in lower case. */
    private Optional<String> name(Sentence sentence) {
        String name = "";
        int length = 0;
        for (Word word : sentence.words()) {
            boolean part = word.capital() && names.contains(word.lower());
            boolean joins = part && (name.isEmpty() || sentence.text().contains(name + " " + word.text()));
            if (!name.isEmpty() && (!joins || length == LONGEST_SUBJECT)) {
                break;
            }
            if (joins) {
                name = name.isEmpty() ? word.text() : name + " " + word.text();
                length++;
            }
        }
        return name.isEmpty() ? Optional.empty() : Optional.of(name);
    }

    /** What stands before the verb of a sentence, when that is one to three words of content. */
    private static Optional<String> beforeVerb(Sentence sentence) {
        List<Word> words = sentence.words();
        if (!words.isEmpty() && words.get(0).ideographic()) {
            return chinese(sentence.text());
        }
        int from = !words.isEmpty() && ARTICLES.contains(words.get(0).lower()) ? 1 : 0;
        StringBuilder subject = new StringBuilder();
        for (int i = from; i < words.size() && i - from <= LONGEST_SUBJECT; i++) {
            Word word = words.get(i);
            if (English.AUXILIARY.contains(word.lower())) {
                return i > from ? Optional.of(subject.toString()) : Optional.empty();
            }
            if (!isContent(word)) {
                return Optional.empty();
            }
            subject.append(i > from ? " " : "").append(word.text());
        }
        return Optional.empty();
    }

    private static Optional<String> chinese(String text) {
        int end = 0;
        while (end < text.length()
                && end <= 6
                && Words.isIdeographic(text.charAt(end))
                && !Chinese.isFunction(text.charAt(end))) {
            end++;
        }
        boolean verb = end < text.length() && "是有在将將".indexOf(text.charAt(end)) >= 0;
        return verb && end >= 2 && end <= 6 ? Optional.of(text.substring(0, end)) : Optional.empty();
    }
}
