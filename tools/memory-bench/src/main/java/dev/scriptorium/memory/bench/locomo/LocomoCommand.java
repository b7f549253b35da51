package dev.scriptorium.memory.bench.locomo;

import dev.scriptorium.memory.api.recall.Corpus;
import dev.scriptorium.memory.bench.report.BenchCommand;
import dev.scriptorium.memory.bench.report.Progress;
import dev.scriptorium.memory.bench.report.Report;
import dev.scriptorium.memory.bench.report.Samples;
import dev.scriptorium.memory.local.writer.ExtractiveTopicWriter;
import dev.scriptorium.memory.markdown.token.TokenCounter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Asks memories of real conversations the questions people asked about them. */
@Command(
        name = "locomo",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpWidth = 96,
        description = "Ask memories of the LoCoMo conversations the questions people asked about them.")
public final class LocomoCommand extends BenchCommand {
    private static final List<Double> BUDGETS = List.of(0.2, 0.3, 0.4, 0.5);

    @Option(
            names = "--data",
            required = true,
            paramLabel = "FILE",
            description = "The conversations, as in locomo10.json.")
    private Path data = Path.of("");

    @Option(names = "--errata", paramLabel = "FILE", description = "An audit of their citations.")
    private @Nullable Path errata;

    @Option(names = "--seed", paramLabel = "S", defaultValue = "20240506", description = "Of chance; ${DEFAULT-VALUE}.")
    private long seed;

    @Option(names = "--no-curve", description = "Leave out the writer's curve over budgets.")
    private boolean noCurve;

    @Option(names = "--components", description = "Also the figures without each part of the ranking.")
    private boolean components;

    /** For picocli. */
    public LocomoCommand() {}

    @Override
    protected Report run(Progress progress) throws IOException {
        if (!Files.isReadable(data)) {
            throw usage("--data " + data + ": no such file");
        }
        List<Conversation> conversations = LocomoData.read(data, Optional.ofNullable(errata));
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        RankingFigures sources = new RankingFigures();
        RankingFigures withFloor = new RankingFigures();
        RankingFigures written = new RankingFigures();
        RankingFigures topicsOnly = new RankingFigures();
        RankingFigures observed = new RankingFigures();
        WriterFigures writer = new WriterFigures(seed);
        SilenceFigures silence = new SilenceFigures(new TokenCounter());
        List<String> everyday = everydayTurns();
        for (int i = 0; i < conversations.size(); i++) {
            Conversation conversation = conversations.get(i);
            progress.say(conversation.id());
            try (MeasuredMemory memory = MeasuredMemory.ofSources(List.of(conversation))) {
                ask(conversation, memory, Corpus.ALL, false, sources);
                ask(conversation, memory, Corpus.ALL, true, withFloor);
            }
            try (MeasuredMemory memory = MeasuredMemory.written(conversation, ExtractiveTopicWriter.DEFAULT_SHARE)) {
                ask(conversation, memory, Corpus.ALL, false, written);
                ask(conversation, memory, Corpus.TOPICS, false, topicsOnly);
                writer.add(conversation, memory);
                silence.own(conversation, memory);
                // The memory that is asked is the next one of the questions' own.
                Conversation before = conversations.get((i + conversations.size() - 1) % conversations.size());
                silence.foreign(before, conversation, memory);
                silence.everyday(everyday, memory);
            }
            try (MeasuredMemory memory = MeasuredMemory.observed(conversation)) {
                ask(conversation, memory, Corpus.ALL, false, observed);
            }
        }
        document.put("sources", sources.document());
        document.put("with_writer", written.document());
        document.put("with_observations", observed.document());
        document.put("topics_only", topicsOnly.document());
        Map<String, @Nullable Object> recall = new LinkedHashMap<>();
        recall.put("gold_share", silence.goldShare());
        recall.put("tokens_mean", silence.meanTokens());
        document.put("recall", recall);
        progress.say("all of them in one memory");
        pooled(conversations, document);
        if (components) {
            document.put("components", components(conversations, progress));
        }
        document.put("own_silenced", silence.ownSilenced());
        document.put("foreign_silent", silence.foreignSilent());
        document.put("everyday_silent", silence.everydaySilent());
        document.put("floor_loss", Samples.rounded(sources.r10() - withFloor.r10()));
        document.put("writer", writer.document(noCurve ? List.of() : curve(conversations, progress)));
        return Report.of(document, table(document));
    }

    private static List<String> everydayTurns() throws IOException {
        try (InputStream in =
                LocomoCommand.class.getResourceAsStream("/dev/scriptorium/memory/bench/everyday-turns.txt")) {
            if (in == null) {
                throw new IllegalStateException("everyday-turns.txt is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    private static void ask(
            Conversation conversation, MeasuredMemory memory, Corpus corpus, boolean floor, RankingFigures figures) {
        for (TestQuestion question : conversation.questions()) {
            List<String> gold = question.gold().stream().map(conversation::ref).toList();
            figures.add(question.category(), gold, memory.ranked(question.text(), corpus, floor));
        }
    }

    private static void pooled(List<Conversation> conversations, Map<String, @Nullable Object> document)
            throws IOException {
        RankingFigures turns = new RankingFigures();
        RankingFigures sessions = new RankingFigures();
        try (MeasuredMemory memory = MeasuredMemory.ofSources(conversations)) {
            for (Conversation conversation : conversations) {
                for (TestQuestion question : conversation.questions()) {
                    List<String> gold =
                            question.gold().stream().map(conversation::ref).toList();
                    List<String> found = memory.ranked(question.text(), Corpus.ALL, false);
                    turns.add(question.category(), gold, found);
                    sessions.add(question.category(), sessions(gold), sessions(found));
                }
            }
        }
        document.put("pooled_turns", turns.document());
        document.put("pooled_sessions", sessions.document());
    }

    private static Map<String, @Nullable Object> components(List<Conversation> conversations, Progress progress)
            throws IOException {
        ComponentFigures figures = new ComponentFigures();
        for (int i = 0; i < conversations.size(); i++) {
            progress.say("parts of the ranking, " + conversations.get(i).id());
            Conversation before = conversations.get((i + conversations.size() - 1) % conversations.size());
            figures.add(conversations.get(i), before);
        }
        return figures.document();
    }

    /** The sessions of turns, each once, in the order of its best turn. */
    private static List<String> sessions(List<String> refs) {
        return refs.stream()
                .map(ref -> ref.substring(0, Math.max(0, ref.lastIndexOf(':'))))
                .distinct()
                .toList();
    }

    private List<Map<String, @Nullable Object>> curve(List<Conversation> conversations, Progress progress)
            throws IOException {
        List<Map<String, @Nullable Object>> curve = new ArrayList<>();
        for (double budget : BUDGETS) {
            progress.say("written with a budget of " + budget);
            WriterFigures figures = new WriterFigures(seed);
            for (Conversation conversation : conversations) {
                try (MeasuredMemory memory = MeasuredMemory.written(conversation, budget)) {
                    figures.add(conversation, memory);
                }
            }
            curve.add(figures.point(budget));
        }
        return curve;
    }

    private static List<String> table(Map<String, @Nullable Object> document) {
        List<String> lines = new ArrayList<>();
        document.forEach((name, value) -> {
            if (name.equals("components") && value instanceof Map<?, ?> each) {
                each.forEach((part, figures) -> lines.add(String.format("%-18s %-36s %s", name, part, figures)));
            } else if (value instanceof Map<?, ?> map && map.get("1-4") instanceof Map<?, ?> figures) {
                lines.add(String.format("%-18s %s", name, figures));
            } else {
                lines.add(String.format("%-18s %s", name, value));
            }
        });
        return lines;
    }
}
