package dev.scriptorium.memory.local.writer;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.Definition;
import dev.scriptorium.memory.markdown.topic.Element;
import dev.scriptorium.memory.markdown.topic.SourceLink;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes blocks of sentences: their words, what each stretch of them rests on, and when it happened. Sentences of one
 * date share their evidence; a sentence without an expression of time goes with the one before it.
 */
final class BlockMaker {
    private static final String ENDS = ".!?\u2026\u3002\uFF01\uFF1F\"'\u201D\u2019)\uFF09\u300D\u300F";
    private static final String MARKS = "[]`^\\<>|#*_~";

    private static final int DAY = "2023-05-08".length();

    private final List<BatchTurn> batch;
    private final boolean plain;

    /**
     * A maker for a batch.
     *
     * @param plain whether nothing is taken that would need an escape
     */
    BlockMaker(List<BatchTurn> batch, boolean plain) {
        this.batch = batch;
        this.plain = plain;
    }

    private static final class Stretch {
        private final StringBuilder words = new StringBuilder();
        private final boolean spaced;
        private final BatchTurn turn;
        private Optional<String> ownTime;

        private Stretch(Sentence sentence, BatchTurn turn, Optional<String> ownTime) {
            this.words.append(sentence.text());
            this.spaced = sentence.spaced();
            this.turn = turn;
            this.ownTime = ownTime;
        }
    }

    /** The block of some sentences of one turn; empty when it could not stand in a topic. */
    Optional<PageBlock> make(Optional<Sentence> question, List<Sentence> sentences) {
        List<Stretch> stretches = new ArrayList<>();
        question.ifPresent(one -> stretches.add(stretch(one)));
        for (int i = 0; i < sentences.size(); i++) {
            Sentence sentence = sentences.get(i);
            Optional<String> ownTime = ownTime(sentence);
            Stretch last = i == 0 ? null : stretches.get(stretches.size() - 1);
            if (last != null && ends(last.words) && sameTime(last.ownTime, ownTime)) {
                last.words.append(sentence.spaced() ? " " : "").append(sentence.text());
                last.ownTime = last.ownTime.isPresent() ? last.ownTime : ownTime;
            } else {
                stretches.add(stretch(sentence));
            }
        }
        return block(stretches);
    }

    /** Whether two sentences may share a date: they have the same, or one has a day and the other none of its own. */
    private static boolean sameTime(Optional<String> one, Optional<String> other) {
        if (one.isPresent() && other.isPresent()) {
            return one.equals(other);
        }
        return one.or(() -> other).map(time -> time.length() == DAY).orElse(true);
    }

    private Stretch stretch(Sentence sentence) {
        return new Stretch(sentence, batch.get(sentence.turn()), ownTime(sentence));
    }

    private static boolean ends(CharSequence words) {
        return ENDS.indexOf(words.charAt(words.length() - 1)) >= 0;
    }

    private Optional<PageBlock> block(List<Stretch> stretches) {
        PageBlock block = new PageBlock("", true);
        for (int i = 0; i < stretches.size(); i++) {
            Stretch stretch = stretches.get(i);
            String words = stretch.words.toString();
            Optional<SourceLink> source = source(stretch.turn, words);
            if (source.isEmpty() || (plain && words.chars().anyMatch(c -> MARKS.indexOf(c) >= 0))) {
                return Optional.empty();
            }
            String time = stretch.ownTime.orElseGet(() -> dayOf(stretch.turn));
            block.append(
                    (i == 0 || !stretch.spaced ? "" : " ") + RecordText.of(words, i == 0),
                    List.of(Cited.of(time, source.get())));
        }
        return isProse(block.raw(), stretches.size()) ? Optional.of(block) : Optional.empty();
    }

    /** Whether a topic would read the text as one paragraph with these citations, and nothing else in it. */
    private static boolean isProse(String raw, int citations) {
        List<Element> elements =
                TopicParser.parse(TopicPath.CORE, "# T\n\n" + raw + "\n").elements();
        return elements.size() == 2
                && elements.get(1) instanceof Block block
                && block.groups().size() == citations
                && block.tail().isEmpty()
                && block.ids().isEmpty()
                && block.links().isEmpty();
    }

    /** The date an expression of time in a sentence resolves to. */
    Optional<String> ownTime(Sentence sentence) {
        return day(batch.get(sentence.turn())).flatMap(day -> RelativeDates.resolve(sentence, day));
    }

    /** When a sentence is dated: its own time, or the day it was said. */
    String time(Sentence sentence) {
        return ownTime(sentence).orElseGet(() -> dayOf(batch.get(sentence.turn())));
    }

    private static String dayOf(BatchTurn turn) {
        return day(turn).flatMap(EvidenceDate::day).orElse(Definition.UNDATED);
    }

    private static Optional<LocalDate> day(BatchTurn turn) {
        return turn.time().map(OffsetDateTime::toLocalDate);
    }

    /** The source link of a turn; empty when its reference cannot stand in one. */
    Optional<SourceLink> source(BatchTurn turn, String words) {
        String ref = turn.ref().value();
        if (ref.indexOf(')') < 0) {
            return Optional.of(new SourceLink(Labels.of(words), ref, false));
        }
        boolean bare = !plain && ref.indexOf(',') < 0 && ref.indexOf('\u00B7') < 0;
        return bare ? Optional.of(new SourceLink(ref, ref, true)) : Optional.empty();
    }
}
