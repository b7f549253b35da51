package dev.scriptorium.memory.testkit.workspace;

import dev.scriptorium.memory.api.event.CoreOverflow;
import dev.scriptorium.memory.api.event.HistoryBehind;
import dev.scriptorium.memory.api.event.IndexRebuilt;
import dev.scriptorium.memory.api.event.MemoryEvent;
import dev.scriptorium.memory.api.event.MemoryListener;
import dev.scriptorium.memory.api.event.NothingToRecord;
import dev.scriptorium.memory.api.event.OrganiseEnded;
import dev.scriptorium.memory.api.event.OutsideEditAdopted;
import dev.scriptorium.memory.api.event.OutsideEditHeld;
import dev.scriptorium.memory.api.event.OutsideEditQuarantined;
import dev.scriptorium.memory.api.event.RecoveryDone;
import dev.scriptorium.memory.api.event.ReplayAfterRestore;
import dev.scriptorium.memory.api.event.SourceCharactersReplaced;
import dev.scriptorium.memory.api.event.ViewEditKept;
import dev.scriptorium.memory.api.event.WriteCommitted;
import dev.scriptorium.memory.api.event.WriteEnded;
import dev.scriptorium.memory.api.event.WriteRefused;
import dev.scriptorium.memory.api.event.WriteStarted;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A listener that remembers every event in the order of its arrival. Safe for use by several threads.
 *
 * @since 0.1
 */
public final class RecordedEvents implements MemoryListener {
    private final CopyOnWriteArrayList<MemoryEvent> events = new CopyOnWriteArrayList<>();

    /** A listener that has heard nothing yet. */
    public RecordedEvents() {}

    /** Everything heard so far. */
    public List<MemoryEvent> all() {
        return List.copyOf(events);
    }

    /** The events of one type heard so far. */
    public <E extends MemoryEvent> List<E> of(Class<E> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** Forgets what was heard. */
    public void clear() {
        events.clear();
    }

    @Override
    public void writeStarted(WriteStarted event) {
        events.add(event);
    }

    @Override
    public void writeCommitted(WriteCommitted event) {
        events.add(event);
    }

    @Override
    public void writeRefused(WriteRefused event) {
        events.add(event);
    }

    @Override
    public void writeEnded(WriteEnded event) {
        events.add(event);
    }

    @Override
    public void nothingToRecord(NothingToRecord event) {
        events.add(event);
    }

    @Override
    public void organiseEnded(OrganiseEnded event) {
        events.add(event);
    }

    @Override
    public void indexRebuilt(IndexRebuilt event) {
        events.add(event);
    }

    @Override
    public void historyBehind(HistoryBehind event) {
        events.add(event);
    }

    @Override
    public void coreOverflow(CoreOverflow event) {
        events.add(event);
    }

    @Override
    public void outsideEditAdopted(OutsideEditAdopted event) {
        events.add(event);
    }

    @Override
    public void outsideEditQuarantined(OutsideEditQuarantined event) {
        events.add(event);
    }

    @Override
    public void outsideEditHeld(OutsideEditHeld event) {
        events.add(event);
    }

    @Override
    public void viewEditKept(ViewEditKept event) {
        events.add(event);
    }

    @Override
    public void recoveryDone(RecoveryDone event) {
        events.add(event);
    }

    @Override
    public void replayAfterRestore(ReplayAfterRestore event) {
        events.add(event);
    }

    @Override
    public void sourceCharactersReplaced(SourceCharactersReplaced event) {
        events.add(event);
    }
}
