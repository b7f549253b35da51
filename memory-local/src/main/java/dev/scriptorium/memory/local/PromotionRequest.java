package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.markdown.change.SourceProvenance;

/**
 * Somebody's wish that an archived turn be trusted. Everything in it but the turn's name comes from the host, and nothing of
 * it from what a model or a message says. Immutable.
 *
 * @since 0.1
 */
public final class PromotionRequest {
    private final SourceProvenance caller;
    private final SourceRef source;
    private final boolean interactive;

    private PromotionRequest(SourceProvenance caller, SourceRef source, boolean interactive) {
        this.caller = caller;
        this.source = source;
        this.interactive = interactive;
    }

    /** Asks for trust in a turn, nobody being there to see it; that alone is never enough. */
    public static PromotionRequest of(SourceProvenance caller, SourceRef source) {
        return new PromotionRequest(caller, source, false);
    }

    /** The same, asked for by a person who sits in front of it now. */
    public PromotionRequest interactive() {
        return new PromotionRequest(caller, source, true);
    }

    /** Who asks, and from where. */
    public SourceProvenance caller() {
        return caller;
    }

    /** The turn. */
    public SourceRef source() {
        return source;
    }

    /** Whether a person sits in front of it now, as the host says. */
    public boolean isInteractive() {
        return interactive;
    }
}
