package dev.scriptorium.memory.local.writer.model;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.writer.BatchTurn;
import dev.scriptorium.memory.local.writer.StagedBlock;
import dev.scriptorium.memory.local.writer.TopicOutline;
import dev.scriptorium.memory.markdown.source.WriterLines;
import dev.scriptorium.memory.markdown.token.TokenCounter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a task shows of the memory (D25): the core topic, the blocks found for the batch, the topics they stand in and
 * those that grew last. How much that is does not depend on how large the memory is.
 */
final class MemoryView {
    static final int TOPICS = 60;
    private static final int BLOCKS = 80;
    private static final int FOR_EACH_TURN = 12;
    private static final String NONE = "(none)";

    private final TokenCounter counter;
    private final Draft draft;
    private int left;

    /**
     * A view.
     *
     * @param tokens how much it may show
     */
    MemoryView(Draft draft, TokenCounter counter, int tokens) {
        this.draft = draft;
        this.counter = counter;
        this.left = tokens;
    }

    /** The parts of a writing task, by the names of their places. */
    Map<String, String> of(List<BatchTurn> batch) {
        Map<String, String> parts = new LinkedHashMap<>();
        List<StagedBlock> found = found(batch);
        parts.put("core", core(left / 4));
        List<TopicPath> theirs =
                found.stream().map(StagedBlock::topic).distinct().toList();
        parts.put("topics", topics(theirs, TOPICS, left / 3));
        parts.put("blocks", blocks(found));
        return parts;
    }

    private List<StagedBlock> found(List<BatchTurn> batch) {
        List<List<StagedBlock>> answers = draft.stage()
                .find(
                        batch.stream()
                                .map(BatchTurn::text)
                                .filter(text -> !text.isBlank())
                                .toList(),
                        FOR_EACH_TURN);
        // The best of every turn comes before the second best of any, so that a long batch leaves none of them out.
        Map<BlockId, StagedBlock> blocks = new LinkedHashMap<>();
        for (int rank = 0; rank < FOR_EACH_TURN; rank++) {
            for (List<StagedBlock> answer : answers) {
                if (rank < answer.size() && blocks.size() < BLOCKS) {
                    blocks.putIfAbsent(answer.get(rank).id(), answer.get(rank));
                }
            }
        }
        return List.copyOf(blocks.values());
    }

    private String core(int most) {
        String text = draft.text(TopicPath.CORE).map(String::strip).orElse("");
        if (text.isEmpty()) {
            return NONE;
        }
        String line = WriterLines.quoted(text);
        if (!pay(line, most)) {
            return "(too long to show; read_topic topics/core.md)";
        }
        draft.show(TopicPath.CORE);
        return line;
    }

    /** Topics on a line each: how much there is of each, and how many more there are. */
    String topics(List<TopicPath> first, int limit, int most) {
        Set<String> lines = new LinkedHashSet<>();
        int spent = 0;
        for (TopicOutline outline : draft.stage().outline(first, limit)) {
            String line = line(outline);
            int cost = counter.count(line) + 1;
            if (spent + cost > Math.min(most, left)) {
                break;
            }
            spent += cost;
            lines.add(line);
        }
        left -= spent;
        int rest = draft.stage().topics().size() - lines.size();
        return (lines.isEmpty() ? NONE : String.join("\n", lines)) + (rest > 0 ? "\nand " + rest + " more" : "");
    }

    private static String line(TopicOutline outline) {
        return "{\"topic\":" + WriterLines.quoted(outline.path().value())
                + ",\"title\":" + WriterLines.quoted(outline.title())
                + ",\"blocks\":" + outline.blocks()
                + ",\"characters\":" + outline.characters() + "}";
    }

    private String blocks(List<StagedBlock> found) {
        List<String> lines = new ArrayList<>();
        for (StagedBlock block : found) {
            String line = StageTools.line(block);
            if (pay(line, left)) {
                draft.show(block);
                lines.add(line);
            }
        }
        return lines.isEmpty() ? NONE : String.join("\n", lines);
    }

    private boolean pay(String line, int most) {
        int cost = counter.count(line) + 1;
        if (cost > Math.min(most, left)) {
            return false;
        }
        left -= cost;
        return true;
    }
}
