package dev.scriptorium.memory.api.event;

/**
 * Hears what the memory does: one method for each type of event, each doing nothing by default.
 *
 * <p>Never called on a lock. Called on whatever thread did the work, possibly by several at once, so an implementation
 * is thread-safe and returns soon. What it throws is dropped and changes no outcome. Methods may be added in a minor
 * release.
 *
 * @since 0.1
 */
public interface MemoryListener {

    /** A listener that hears nothing. */
    static MemoryListener none() {
        return SilentListener.INSTANCE;
    }

    /** A writer has been handed a batch. */
    default void writeStarted(WriteStarted event) {}

    /** A change is installed. */
    default void writeCommitted(WriteCommitted event) {}

    /** An edit of the writer's was refused. */
    default void writeRefused(WriteRefused event) {}

    /** A write is over, well or not. */
    default void writeEnded(WriteEnded event) {}

    /** A batch held nothing that belongs into memory. */
    default void nothingToRecord(NothingToRecord event) {}

    /** An organise pass is over, well or not. */
    default void organiseEnded(OrganiseEnded event) {}

    /** The search index was made anew. */
    default void indexRebuilt(IndexRebuilt event) {}

    /** Installed changes are not yet in the history. */
    default void historyBehind(HistoryBehind event) {}

    /** The resident block leaves something out. */
    default void coreOverflow(CoreOverflow event) {}

    /** A person's edit is now part of the memory. */
    default void outsideEditAdopted(OutsideEditAdopted event) {}

    /** A person's edit breaks a rule and was set aside. */
    default void outsideEditQuarantined(OutsideEditQuarantined event) {}

    /** A mass deletion is held until a person says so. */
    default void outsideEditHeld(OutsideEditHeld event) {}

    /** A person edited a derived file; their text is kept beside. */
    default void viewEditKept(ViewEditKept event) {}

    /** What a crash cut short was finished or undone. */
    default void recoveryDone(RecoveryDone event) {}

    /** Turns are pending again after a restore. */
    default void replayAfterRestore(ReplayAfterRestore event) {}

    /** Characters that no file can hold were replaced in the archive. */
    default void sourceCharactersReplaced(SourceCharactersReplaced event) {}
}
