package dev.scriptorium.memory.local.tx;

/**
 * Called just before a change of topics is installed, when it has passed every rule and no file has moved yet: so that a
 * host can take a copy of what was there, or object. Trusted: it is set on the instance, and nothing that a model or a
 * request says reaches it.
 *
 * <p>Called on the thread of the change, while no lock is held, and before the deadline {@code checkpointTimeout}; what
 * it throws, and being late, ends the change with {@code CHECKPOINT_FAILED}, and nothing is installed. A change that is
 * refused never gets here. It must not call back into the workspace. When others install something meanwhile and the
 * change is brought onto that, it has seen the state that the caller edited.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface InstallCheckpoint {
    /** None. */
    InstallCheckpoint NONE = state -> {};

    /**
     * Looks at the state before a change.
     *
     * @param state what the change was made from; may be kept and read later
     * @throws Exception to stop the change
     */
    void beforeInstall(StateBefore state) throws Exception;
}
