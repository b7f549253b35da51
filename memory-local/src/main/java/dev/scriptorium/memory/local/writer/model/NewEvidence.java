package dev.scriptorium.memory.local.writer.model;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.session.AuthorityTier;
import dev.scriptorium.memory.api.session.SpeakerKind;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.local.writer.BatchTurn;
import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.source.SourceLocations;
import dev.scriptorium.memory.markdown.topic.Definition;
import dev.scriptorium.memory.markdown.topic.SourceLink;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What is asked of the evidence that a model adds, besides the rules of the format: its dates come from the turns it
 * cites (D41), and what it puts into the resident block was said by the owner. People may do both.
 */
final class NewEvidence {
    private final Draft draft;
    private final Map<String, BatchTurn> byAnchor = new HashMap<>();

    NewEvidence(Draft draft, List<BatchTurn> batch) {
        this.draft = draft;
        batch.forEach(turn -> byAnchor.put(SourceLocations.anchor(turn.ref()), turn));
    }

    /** What a definition says: when, and the anchors of its sources. */
    private record Said(String time, Set<String> anchors) {}

    /** What is wrong with it, each on a line that quotes nobody; empty when nothing is. */
    List<String> problems() {
        Set<Said> before = new HashSet<>();
        Map<String, Set<String>> timesBefore = new HashMap<>();
        for (Definition definition : draft.seen()) {
            Said said = said(definition);
            before.add(said);
            said.anchors()
                    .forEach(anchor -> timesBefore
                            .computeIfAbsent(anchor, key -> new HashSet<>())
                            .add(said.time()));
        }
        List<String> problems = new ArrayList<>();
        draft.changes().forEach((path, text) -> {
            for (Definition definition : definitions(path, text.orElse(""))) {
                Said said = said(definition);
                if (!before.contains(said)) {
                    check(path, definition, said, timesBefore, problems);
                }
            }
        });
        return problems;
    }

    private void check(
            TopicPath path,
            Definition definition,
            Said said,
            Map<String, Set<String>> timesBefore,
            List<String> problems) {
        List<BatchTurn> cited = said.anchors().stream()
                .map(byAnchor::get)
                .filter(Objects::nonNull)
                .toList();
        boolean known = said.anchors().stream()
                .anyMatch(anchor -> timesBefore.getOrDefault(anchor, Set.of()).contains(said.time()));
        Optional<String> when = definition.when();
        if (when.isPresent() && !known && cited.stream().noneMatch(turn -> mayMean(turn, when.get()))) {
            problems.add(path + ", [^" + definition.label() + "]: evidence-date: no cited turn was said on "
                    + when.get() + " or has a word of time that could mean it; use the day of the turn, or undated");
        }
        boolean owners = cited.stream().anyMatch(NewEvidence::isOwners)
                && cited.stream().noneMatch(turn -> turn.kind() == TurnKind.USER && !isOwners(turn));
        if (path.equals(TopicPath.CORE) && !cited.isEmpty() && !owners) {
            problems.add(path + ", [^" + definition.label() + "]: core-from-owner: topics/core.md is for what the owner"
                    + " of this memory said; put this into another topic");
        }
    }

    private static boolean isOwners(BatchTurn turn) {
        return turn.kind() == TurnKind.USER
                && turn.tier() == AuthorityTier.OWNER
                && turn.speakerKind() != SpeakerKind.CLIENT
                && turn.speakerKind() != SpeakerKind.RUNTIME;
    }

    private static boolean mayMean(BatchTurn turn, String date) {
        Optional<LocalDate> day = turn.time().map(time -> time.toLocalDate());
        if (day.isEmpty()) {
            // Nobody knows when it was said: only a year that was said means anything.
            return Pattern.compile("(?<!\\d)" + date.substring(0, 4) + "(?!\\d)")
                    .matcher(turn.text())
                    .find();
        }
        return day.get().toString().startsWith(date) || new TimeWords(turn.text(), day.get()).mayMean(date);
    }

    private static Iterable<Definition> definitions(TopicPath path, String text) {
        return TopicParser.parse(path, text).definitions().values();
    }

    private static Said said(Definition definition) {
        Set<String> anchors = new HashSet<>();
        for (SourceLink source : definition.sources()) {
            anchors.add(anchor(source.target()));
        }
        return new Said(definition.time(), anchors);
    }

    /** What a target leads to: the fragment of a link, or the anchor of a bare reference. */
    private static String anchor(String target) {
        int fragment = target.lastIndexOf("#source-");
        if (fragment >= 0) {
            return target.substring(fragment + 1);
        }
        return SourceRef.isValid(target) ? SourceLocations.anchor(new SourceRef(target)) : target;
    }
}
