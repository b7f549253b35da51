package dev.scriptorium.memory.cli.accept;

import dev.scriptorium.memory.api.recall.Corpus;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.BlockOrigin;
import dev.scriptorium.memory.local.CheckReport;
import dev.scriptorium.memory.local.CitedTurn;
import dev.scriptorium.memory.local.MemoryRef;
import dev.scriptorium.memory.local.MemoryWorkspace;
import dev.scriptorium.memory.local.WorkspaceFile;
import dev.scriptorium.memory.local.WorkspaceStatus;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The memory of the demo conversation, held against what everybody who wrote it well would have: a few facts that are
 * there, a few words that are not, and nothing about how it is worded. That the format is kept is a check among others.
 */
public final class WrittenDemo {
    private static final int BLOCKS = 8;
    private static final int TOPICS = 3;
    private static final int MOST_CITED = 60;
    private static final int REFS = 500;
    private static final int HITS = 3;

    private static final String OWNER = "(marta)";
    /** Said by a stranger whose word waits for the owner's trust. */
    private static final String PLANTED = "Baltic Trust";

    private static final String TAKEN_BACK = "4471";
    /** Words of what tools and the runtime said. */
    private static final List<String> MACHINES =
            List.of("0x7f3a", "IMG_2231", "9bb1e0", "2026-04-08T16:10:02Z", "token refreshed", "\"tool\":");

    /** Questions, and a word of the answer. */
    private static final Map<String, String> QUESTIONS = new TreeMap<>(Map.of(
            "Who signed the protocol of the acceptance test?", "Brandt",
            "Where is the half marathon that Marta runs?", "Falun",
            "What did Norra decide about Kessler Instruments and Norrflow?", "Kessler"));

    private final MemoryWorkspace workspace;
    private final WorkspaceStatus status;
    private final List<BlockOrigin> blocks = new ArrayList<>();
    private final String topics;
    private final String sources;

    private WrittenDemo(MemoryWorkspace workspace) {
        this.workspace = workspace;
        this.status = workspace.read().status();
        for (MemoryRef ref : workspace.read().refs(Optional.empty(), REFS)) {
            blocks.add(workspace.history().why(ref.id()));
        }
        this.topics = texts(workspace, TopicPath.ROOT);
        this.sources = texts(workspace, "sources/");
    }

    private static String texts(MemoryWorkspace workspace, String below) {
        StringBuilder texts = new StringBuilder();
        for (WorkspaceFile file : workspace.read().list(below)) {
            texts.append(workspace.read().file(file.path())).append('\n');
        }
        return texts.toString();
    }

    /** Looks at a workspace in which the demo conversation has been written. */
    public static List<AcceptanceCheck> check(MemoryWorkspace workspace) {
        WrittenDemo demo = new WrittenDemo(workspace);
        return List.of(
                demo.valid(),
                demo.recorded(),
                demo.cited(),
                demo.selective(),
                demo.preferences(),
                demo.ownersCore(),
                demo.room(),
                demo.changeOfMind(),
                demo.date(),
                demo.chinese(),
                demo.found(),
                without(
                        "taken-back",
                        List.of(TAKEN_BACK),
                        demo.topics + demo.sources,
                        "what was taken back is nowhere"),
                without("machine-output", MACHINES, demo.topics, "no topic holds what tools and the scheduler put out"),
                without("planted", List.of(PLANTED), demo.topics, "no stranger's account number became a fact"));
    }

    private AcceptanceCheck valid() {
        CheckReport report = workspace.maintain().check();
        Set<String> codes = new TreeSet<>();
        report.problems().forEach(problem -> codes.add(problem.code() + " in " + problem.path()));
        return AcceptanceCheck.of("valid", report.ok(), "every rule of the format is kept", String.join(", ", codes));
    }

    private AcceptanceCheck recorded() {
        int files = workspace.read().list(TopicPath.ROOT).size();
        String found = blocks.size() + " blocks in " + files + " topics";
        return AcceptanceCheck.of(
                "recorded",
                blocks.size() >= BLOCKS && files >= TOPICS,
                found,
                found + "; expected at least " + BLOCKS + " in " + TOPICS);
    }

    private AcceptanceCheck cited() {
        List<String> bare = blocks.stream()
                .filter(block -> block.evidence().isEmpty()
                        || block.evidence().stream()
                                .anyMatch(turn ->
                                        turn.quote().isBlank() || turn.problem().isPresent()))
                .map(block -> "^" + block.id())
                .toList();
        return AcceptanceCheck.of(
                "cited",
                bare.isEmpty() && !blocks.isEmpty(),
                "every block leads to what was said",
                bare.isEmpty() ? "there is no block" : "no words behind " + String.join(", ", bare));
    }

    private AcceptanceCheck selective() {
        Set<String> cited = new HashSet<>();
        blocks.forEach(
                block -> block.evidence().forEach(turn -> cited.add(turn.ref().value())));
        int all = Math.max(1, status.turnsArchived());
        String found = cited.size() + " of " + status.turnsArchived() + " turns are cited";
        return AcceptanceCheck.of(
                "selective",
                !cited.isEmpty() && cited.size() * 100 <= all * MOST_CITED,
                found,
                found + "; expected some, and at most " + MOST_CITED + " of 100");
    }

    private AcceptanceCheck preferences() {
        boolean there = core().anyMatch(block -> says(block, "Celsius"));
        return AcceptanceCheck.of(
                "preferences",
                there,
                "the resident block has what the owner prefers",
                "topics/core.md does not say that temperatures are in Celsius");
    }

    private Stream<BlockOrigin> core() {
        return blocks.stream().filter(block -> block.path().equals(TopicPath.CORE));
    }

    private AcceptanceCheck ownersCore() {
        List<String> others = core().flatMap(block -> block.evidence().stream())
                .filter(turn -> !turn.speaker().orElse("").endsWith(OWNER))
                .map(turn -> turn.ref().value())
                .distinct()
                .toList();
        return AcceptanceCheck.of(
                "owners-core",
                others.isEmpty() && core().findAny().isPresent(),
                "the resident block rests on what the owner said",
                others.isEmpty() ? "there is no resident block" : "topics/core.md cites " + String.join(", ", others));
    }

    private AcceptanceCheck room() {
        String found = status.coreTokens() + " of " + status.coreBudget() + " tokens in the resident block";
        return AcceptanceCheck.of(
                "room",
                status.coreOmitted().isEmpty(),
                found,
                found + ", " + status.coreOmitted().size() + " blocks left out");
    }

    private AcceptanceCheck changeOfMind() {
        return some(
                "change-of-mind",
                block -> says(block, "Kessler")
                        && cites(
                                block,
                                "local/flow-sensors/f31",
                                "local/flow-sensors/f33",
                                "local/flow-sensors/f35",
                                "local/flow-sensors/f41"),
                "a block has the supplier that was chosen in the end",
                "no block says that the order went to Kessler and cites who said so");
    }

    private AcceptanceCheck date() {
        return some(
                "date",
                block -> block.evidence().stream()
                        .anyMatch(turn -> turn.ref().value().equals("local/flow-sensors/f65")
                                && turn.time().filter("2026-04-16"::equals).isPresent()),
                "the acceptance test has its day, 2026-04-16",
                "no block dates local/flow-sensors/f65, the acceptance test, 2026-04-16");
    }

    private AcceptanceCheck chinese() {
        return some(
                "chinese",
                block -> cites(block, "local/flow-sensors/f44", "local/flow-sensors/f46", "local/flow-sensors/f48"),
                "what was said in Chinese is recorded",
                "no block cites what was said in Chinese, such as local/flow-sensors/f46");
    }

    private AcceptanceCheck found() {
        List<String> unanswered = new ArrayList<>();
        QUESTIONS.forEach((question, answer) -> {
            MemoryQuery query = MemoryQuery.builder(question)
                    .corpus(Corpus.TOPICS)
                    .limit(HITS)
                    .build();
            boolean answered =
                    workspace.read().search(query, false).hits().stream().anyMatch(hit -> contains(hit.text(), answer));
            if (!answered) {
                unanswered.add("\"" + question + "\" finds no " + answer);
            }
        });
        return AcceptanceCheck.of(
                "found",
                unanswered.isEmpty(),
                QUESTIONS.size() + " questions find their answers among the topics",
                String.join("; ", unanswered));
    }

    private static AcceptanceCheck without(String name, List<String> words, String text, String good) {
        List<String> there = words.stream().filter(word -> contains(text, word)).toList();
        return AcceptanceCheck.of(name, there.isEmpty(), good, "found " + String.join(", ", there));
    }

    private AcceptanceCheck some(String name, Predicate<BlockOrigin> wanted, String good, String bad) {
        return AcceptanceCheck.of(name, blocks.stream().anyMatch(wanted), good, bad);
    }

    private static boolean cites(BlockOrigin block, String... refs) {
        Set<String> wanted = Set.of(refs);
        return block.evidence().stream().map(CitedTurn::ref).anyMatch(ref -> wanted.contains(ref.value()));
    }

    private static boolean says(BlockOrigin block, String word) {
        return contains(block.text(), word);
    }

    private static boolean contains(String text, String word) {
        return text.toLowerCase(Locale.ROOT).contains(word.toLowerCase(Locale.ROOT));
    }
}
