package dev.scriptorium.memory.api.event;

import dev.scriptorium.memory.api.ref.BlockId;
import java.util.List;

/**
 * The resident block has no room for all of its master topic. Immutable.
 *
 * @since 0.1
 */
public final class CoreOverflow extends MemoryEvent {
    private final List<BlockId> omitted;
    private final int tokens;
    private final int budget;

    private CoreOverflow(Operation operation, List<BlockId> omitted, int tokens, int budget) {
        super(operation);
        this.omitted = List.copyOf(omitted);
        this.tokens = tokens;
        this.budget = budget;
    }

    /**
     * A resident block that leaves something out.
     *
     * @param operation what it belongs to
     * @param omitted the blocks left out, in master order
     * @param tokens tokens of what is in it
     * @param budget tokens it may have
     */
    public static CoreOverflow of(Operation operation, List<BlockId> omitted, int tokens, int budget) {
        return new CoreOverflow(operation, omitted, tokens, budget);
    }

    /** The blocks left out, in master order. */
    public List<BlockId> omitted() {
        return omitted;
    }

    /** Tokens of what is in it. */
    public int tokens() {
        return tokens;
    }

    /** Tokens it may have. */
    public int budget() {
        return budget;
    }

    @Override
    public void deliverTo(MemoryListener listener) {
        listener.coreOverflow(this);
    }

    @Override
    String details() {
        return "omitted=" + omitted + ", tokens=" + tokens + ", budget=" + budget;
    }
}
