package dev.scriptorium.memory.bench.locomo;

import dev.scriptorium.memory.api.recall.HitSource;
import dev.scriptorium.memory.api.recall.MemoryHit;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.bench.report.Samples;
import dev.scriptorium.memory.bench.run.ScratchDirectories;
import dev.scriptorium.memory.retrieval.IndexSettings;
import dev.scriptorium.memory.retrieval.MemoryIndex;
import dev.scriptorium.memory.retrieval.content.IndexedFile;
import dev.scriptorium.memory.retrieval.content.IndexedTurn;
import dev.scriptorium.memory.retrieval.rank.Component;
import dev.scriptorium.memory.retrieval.rank.SearchOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What each part of the ranking gives: the figures of a memory of sources with all of them, and without each; for citations
 * those of a memory that has topics too.
 */
final class ComponentFigures {
    private static final int LIMIT = 50;
    private static final IndexSettings SETTINGS = IndexSettings.of(text -> text.length() / 4 + 1);
    private static final String WHOLE = "whole";
    private static final String NO_NEIGHBOURS = "without_neighbours";

    private final Map<String, Figures> figures = new LinkedHashMap<>();

    private static final class Figures {
        private final RankingFigures ranking = new RankingFigures();
        private int own;
        private int ownSilent;
        private int foreign;
        private int foreignSilent;

        Map<String, @Nullable Object> document() {
            Map<String, @Nullable Object> document = new LinkedHashMap<>(ranking.document());
            document.put("own_silenced", own == 0 ? 0 : Samples.rounded((double) ownSilent / own));
            document.put("foreign_silent", foreign == 0 ? 0 : Samples.rounded((double) foreignSilent / foreign));
            return document;
        }
    }

    /**
     * Measures a conversation.
     *
     * @param strange another one, whose questions this one cannot answer
     */
    void add(Conversation conversation, Conversation strange) throws IOException {
        Path scratch = Files.createTempDirectory("scriptorium-locomo-");
        try {
            try (MemoryIndex index = indexed(conversation, scratch.resolve("whole"), true)) {
                measure(WHOLE, conversation, strange, index, Set.of());
                for (Component component : Component.values()) {
                    if (component != Component.CITATIONS) {
                        String name = "without_" + component.name().toLowerCase(Locale.ROOT);
                        measure(name, conversation, strange, index, Set.of(component));
                    }
                }
            }
            try (MemoryIndex index = indexed(conversation, scratch.resolve("alone"), false)) {
                measure(NO_NEIGHBOURS, conversation, strange, index, Set.of());
            }
        } finally {
            ScratchDirectories.remove(scratch);
        }
        try (MeasuredMemory memory = MeasuredMemory.observed(conversation)) {
            memory.workspace().maintain().rebuild();
            try (MemoryIndex index = MemoryIndex.open(memory.root().resolve(".scriptorium/index"), SETTINGS)) {
                measure("with_observations", conversation, strange, index, Set.of());
                measure(
                        "with_observations_without_citations",
                        conversation,
                        strange,
                        index,
                        Set.of(Component.CITATIONS));
            }
        }
    }

    private void measure(
            String name, Conversation conversation, Conversation strange, MemoryIndex index, Set<Component> without) {
        Figures sums = figures.computeIfAbsent(name, key -> new Figures());
        for (TestQuestion question : conversation.questions()) {
            List<String> gold = question.gold().stream().map(conversation::ref).toList();
            sums.ranking.add(question.category(), gold, found(index, question.text(), false, without));
            if (question.isAnswerable()) {
                sums.own++;
                sums.ownSilent += found(index, question.text(), true, without).isEmpty() ? 1 : 0;
            }
        }
        for (TestQuestion question : strange.questions()) {
            if (question.isAnswerable()) {
                sums.foreign++;
                String text = SilenceFigures.withNamesOf(strange, conversation, question.text());
                sums.foreignSilent += found(index, text, true, without).isEmpty() ? 1 : 0;
            }
        }
    }

    private static List<String> found(MemoryIndex index, String question, boolean floor, Set<Component> without) {
        MemoryQuery query =
                MemoryQuery.builder(question).limit(LIMIT).floor(floor).build();
        Set<String> refs = new LinkedHashSet<>();
        SearchOptions options =
                SearchOptions.builder().withSources(true).without(without).build();
        for (MemoryHit hit : index.search(query, options).hits()) {
            hit.sources().stream().map(HitSource::ref).map(SourceRef::value).forEach(refs::add);
        }
        return List.copyOf(refs);
    }

    /** What was said as an archive; or each turn as one of its own, so that none has a neighbour. */
    private static MemoryIndex indexed(Conversation conversation, Path directory, boolean together) {
        MemoryIndex index = MemoryIndex.open(directory, SETTINGS);
        List<IndexedTurn> turns = new ArrayList<>();
        for (Utterance said : conversation.utterances()) {
            String id = conversation.id() + "/" + said.speaker();
            turns.add(new IndexedTurn(
                    new SourceRef(conversation.ref(said.id())),
                    id,
                    said.speaker(),
                    said.speaker() + " (" + id + ")",
                    true,
                    said.time().toString(),
                    said.text(),
                    Trust.TRUSTED,
                    turns.size()));
        }
        String path = "sources/local/_v2/" + conversation.id();
        if (together) {
            index.apply(List.of(IndexedFile.archive(path + ".md", "h", turns)), List.of());
        } else {
            List<IndexedFile> files = new ArrayList<>();
            turns.forEach(turn -> files.add(
                    IndexedFile.archive(path + "/" + String.format("%05d", turn.line()) + ".md", "h", List.of(turn))));
            index.apply(files, List.of());
        }
        return index;
    }

    Map<String, @Nullable Object> document() {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        figures.forEach((name, sums) -> document.put(name, sums.document()));
        return document;
    }
}
