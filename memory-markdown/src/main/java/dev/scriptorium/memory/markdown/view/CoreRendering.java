package dev.scriptorium.memory.markdown.view;

import dev.scriptorium.memory.api.ref.BlockId;
import java.util.List;

/**
 * The resident block and what is not in it (D30). Immutable.
 *
 * @param text the text of {@code core.md}; empty when there is nothing to show
 * @param tokens the tokens of the rendered parts, and of the headings reached when the room ran out; the line about
 *     what is left out is not counted
 * @param budget how many tokens there was room for
 * @param omitted the trusted blocks left out for lack of room, in order
 * @param pending the blocks left out because they are pending, in order
 * @since 0.1
 */
public record CoreRendering(String text, int tokens, int budget, List<BlockId> omitted, List<BlockId> pending) {
    /** Copies the lists. */
    public CoreRendering {
        omitted = List.copyOf(omitted);
        pending = List.copyOf(pending);
    }
}
