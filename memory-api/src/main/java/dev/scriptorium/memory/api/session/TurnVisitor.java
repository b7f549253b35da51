package dev.scriptorium.memory.api.session;

/**
 * Looks at the turns of a branch one by one. Never calls back into the store.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface TurnVisitor {

    /**
     * Looks at one turn.
     *
     * @return whether to go on to its parent
     */
    boolean visit(Turn turn);
}
