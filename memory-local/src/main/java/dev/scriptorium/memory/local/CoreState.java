package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.ref.BlockId;
import java.util.List;

/**
 * The resident block, in one consistent state. Immutable.
 *
 * @since 0.1
 */
public final class CoreState {
    private final String master;
    private final String rendered;
    private final String injected;
    private final int tokens;
    private final int budget;
    private final List<BlockId> omitted;
    private final List<BlockId> pending;

    CoreState(
            String master,
            String rendered,
            String injected,
            int tokens,
            int budget,
            List<BlockId> omitted,
            List<BlockId> pending) {
        this.master = master;
        this.rendered = rendered;
        this.injected = injected;
        this.tokens = tokens;
        this.budget = budget;
        this.omitted = List.copyOf(omitted);
        this.pending = List.copyOf(pending);
    }

    /** The text of {@code topics/core.md}; empty when there is none. */
    public String master() {
        return master;
    }

    /** The text of {@code core.md}. */
    public String rendered() {
        return rendered;
    }

    /** The text a session starts with now; empty when injection is off. */
    public String injected() {
        return injected;
    }

    /** Tokens of what is rendered. */
    public int tokens() {
        return tokens;
    }

    /** The most it may have. */
    public int budget() {
        return budget;
    }

    /** Left out for lack of room, in master order. */
    public List<BlockId> omitted() {
        return omitted;
    }

    /** Left out because a source is pending. */
    public List<BlockId> pending() {
        return pending;
    }
}
