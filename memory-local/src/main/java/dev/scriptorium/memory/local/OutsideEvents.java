package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.event.IndexRebuilt;
import dev.scriptorium.memory.api.event.MemoryEvent;
import dev.scriptorium.memory.api.event.MemoryListener;
import dev.scriptorium.memory.api.event.Operation;
import dev.scriptorium.memory.api.event.OutsideEditAdopted;
import dev.scriptorium.memory.api.event.OutsideEditHeld;
import dev.scriptorium.memory.api.event.OutsideEditQuarantined;
import dev.scriptorium.memory.api.event.RecoveryDone;
import dev.scriptorium.memory.api.event.ViewEditKept;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.session.WorkspaceId;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.tx.MassDeletion;
import dev.scriptorium.memory.local.tx.OutsideListener;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the host's listener what became of what people did in their own editors, and of what a crash left. */
final class OutsideEvents implements OutsideListener {
    private static final Logger LOG = LoggerFactory.getLogger(OutsideEvents.class);

    private final MemoryListener listener;
    private final WorkspaceId workspace;

    OutsideEvents(MemoryListener listener, WorkspaceId workspace) {
        this.listener = listener;
        this.workspace = workspace;
    }

    @Override
    public void adopted(String operation, List<String> paths, List<BlockId> removed) {
        tell(OutsideEditAdopted.of(Operation.of(operation, workspace), paths, removed));
    }

    @Override
    public void quarantined(TopicPath path, int line, String rule) {
        tell(OutsideEditQuarantined.of(look(), path.value(), line, rule));
    }

    @Override
    public void held(MassDeletion deletion) {
        tell(OutsideEditHeld.of(look(), deletion.gone(), deletion.before()));
    }

    @Override
    public void viewKept(String path, String keptAs) {
        tell(ViewEditKept.of(look(), path, keptAs));
    }

    @Override
    public void recovered(int completed, int dropped) {
        tell(RecoveryDone.of(Operation.of("open-" + Disk.randomHex(12), workspace), completed, dropped));
    }

    /** The search index was made anew. */
    void indexRebuilt(int documents) {
        tell(IndexRebuilt.of(Operation.of("index-" + Disk.randomHex(12), workspace), documents));
    }

    private Operation look() {
        return Operation.of("look-" + Disk.randomHex(12), workspace);
    }

    /** The listener's troubles are its own. */
    private void tell(MemoryEvent event) {
        try {
            event.deliverTo(listener);
        } catch (RuntimeException e) {
            LOG.warn(
                    "the listener threw {} at {}",
                    e.getClass().getName(),
                    event.getClass().getSimpleName());
        }
    }
}
