package dev.scriptorium.memory.local.writer;

import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.local.writer.TopicShelf.Subject;
import dev.scriptorium.memory.markdown.topic.SourceLink;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Records the chosen runs of a batch: each under its subject, each statement once. */
final class BatchRecorder {
    private static final String UNDATED = "undated";

    private final List<BatchTurn> batch;
    private final TopicShelf shelf;
    private final BlockMaker maker;
    private final boolean core;

    /**
     * A recorder.
     *
     * @param plain whether nothing is taken that would need an escape
     * @param core whether lasting preferences may lead the core topic too
     */
    BatchRecorder(List<BatchTurn> batch, TopicShelf shelf, boolean plain, boolean core) {
        this.batch = batch;
        this.shelf = shelf;
        this.maker = new BlockMaker(batch, plain);
        this.core = core;
    }

    /** Files the runs. */
    void record(List<Run> runs) {
        Map<Run, String> themes = new Themes(batch, runs, name -> shelf.has(TopicShelf.theme(name))).assign();
        for (Run run : runs) {
            Subject own = ownSubject(batch.get(run.turn()));
            String theme = themes.get(run);
            record(run, own, theme == null ? own : TopicShelf.theme(theme));
        }
        if (core) {
            runs.forEach(this::lead);
        }
    }

    /** Where a turn's speaker has what he says. */
    static Subject ownSubject(BatchTurn turn) {
        Optional<Subject> speaker = SpeakerName.of(turn).map(TopicShelf.OfSpeaker::new);
        return speaker.orElse(turn.kind() == TurnKind.ASSISTANT ? TopicShelf.ASSISTANT : TopicShelf.USER);
    }

    private void record(Run run, Subject own, Subject subject) {
        List<Sentence> open = new ArrayList<>();
        Set<String> said = new HashSet<>();
        List<Sentence> sentences = run.sentences();
        Optional<Sentence> question = run.question();
        for (int i = 0; i < sentences.size(); i++) {
            Sentence sentence = sentences.get(i);
            boolean needed = i + 1 < sentences.size() && sentences.get(i + 1).pointsBack();
            boolean again = !said.add(Words.normalised(sentence.text()));
            if (!needed && (again || cite(sentence, pages(own, subject)))) {
                add(question, open, subject);
                question = Optional.empty();
                open.clear();
            } else {
                open.add(sentence);
            }
        }
        add(question, open, subject);
    }

    private List<TopicPage> pages(Subject own, Subject subject) {
        List<TopicPage> pages = new ArrayList<>(shelf.of(own));
        if (subject != own) {
            pages.addAll(shelf.of(subject));
        }
        return pages;
    }

    /** Adds the source of a statement to where it is recorded already; whether it is. */
    private boolean cite(Sentence sentence, List<TopicPage> pages) {
        String statement = Words.normalised(sentence.text());
        for (TopicPage page : pages) {
            if (page.holds(statement)) {
                BatchTurn turn = batch.get(sentence.turn());
                Optional<SourceLink> source = maker.source(turn, sentence.text());
                source.ifPresent(link -> page.cite(
                        statement, maker.time(sentence), maker.ownTime(sentence).isPresent(), link));
                return true;
            }
        }
        return false;
    }

    private void add(Optional<Sentence> question, List<Sentence> sentences, Subject subject) {
        if (!sentences.isEmpty()) {
            maker.make(question, sentences)
                    .ifPresent(block -> shelf.open(subject).add(period(sentences.get(0)), block));
        }
    }

    private String period(Sentence sentence) {
        return batch.get(sentence.turn())
                .time()
                .map(OffsetDateTime::toLocalDate)
                .flatMap(day -> EvidenceDate.month(YearMonth.from(day)))
                .orElse(UNDATED);
    }

    /** Lets the lasting preferences of a run lead the core topic. */
    private void lead(Run run) {
        for (Sentence sentence : run.sentences()) {
            if (!CorePreferences.isLasting(batch.get(sentence.turn()), sentence)
                    || cite(sentence, shelf.of(TopicShelf.CORE))) {
                continue;
            }
            List<TopicPage> present = shelf.of(TopicShelf.CORE);
            if (present.isEmpty() || !present.get(0).isFull()) {
                maker.make(Optional.empty(), List.of(sentence))
                        .ifPresent(block -> shelf.open(TopicShelf.CORE).add("", block));
            }
        }
    }
}
