package dev.scriptorium.memory.local.ingest;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.event.MemoryEvent;
import dev.scriptorium.memory.api.event.MemoryListener;
import dev.scriptorium.memory.api.event.Operation;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.session.WorkspaceId;
import dev.scriptorium.memory.local.commit.EntrySettler;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.tx.BatchRecord;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.local.tx.TransactionRequest;
import dev.scriptorium.memory.local.tx.Transactions;
import dev.scriptorium.memory.local.writer.TopicWriter;
import dev.scriptorium.memory.local.writer.WriterLimits;
import dev.scriptorium.memory.markdown.token.TokenCounter;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What every pass of the background writer works with.
 *
 * @param transactions the door
 * @param settler what follows an install
 * @param writer who edits the stage
 * @param counter counts tokens
 * @param workspace the workspace's id
 * @param listener who is told
 * @param clock the clock
 * @param lockTimeout how long to wait for the install lock
 * @param lossGuard percentage of the blocks that a writer may remove
 * @param limits how much a writer that asks a model may use
 * @param search finds blocks for writers
 * @param installed told the state after each install, for the index
 * @since 0.1
 */
public record PassContext(
        Transactions transactions,
        EntrySettler settler,
        TopicWriter writer,
        TokenCounter counter,
        WorkspaceId workspace,
        MemoryListener listener,
        Clock clock,
        Duration lockTimeout,
        int lossGuard,
        WriterLimits limits,
        BlockSearch search,
        Consumer<Snapshot> installed) {

    /**
     * Finds blocks by what they say.
     *
     * @since 0.1
     */
    @FunctionalInterface
    public interface BlockSearch {
        /** The blocks that each of some texts bears on, best first. */
        List<List<BlockId>> blocks(List<String> texts, int limit);
    }

    private static final Logger LOG = LoggerFactory.getLogger(PassContext.class);

    /** A new operation of this workspace. */
    Operation operation() {
        return Operation.of("op-" + Disk.randomHex(12), workspace);
    }

    /** Adopts what people edited in their own editors and have left alone since; trouble with it is no trouble of a pass. */
    void adoptSettled() {
        try {
            if (transactions.adoptSettled(lockTimeout)) {
                settler.settle(EntrySettler.Archives.WITH_NEXT);
                show(transactions.current());
            }
        } catch (MemoryException e) {
            LOG.info("edits of other people wait: {}", e.getMessage());
        }
    }

    /**
     * Installs what there is to say of a batch of which nothing was recorded.
     *
     * @throws MemoryException as every install: nothing is said then
     */
    void note(Operation operation, BatchRecord record, String message) {
        show(transactions
                .install(
                        TransactionRequest.builder(operation.id(), "writer/" + writer.name(), message)
                                .batch(record)
                                .build(),
                        lockTimeout)
                .snapshot());
    }

    /** Shows the state after an install; trouble there is no trouble of the write, which has happened. */
    void show(Snapshot snapshot) {
        try {
            installed.accept(snapshot);
        } catch (RuntimeException e) {
            LOG.warn("the index could not follow an install; the next search tries again", e);
        }
    }

    /** Tells the listener; its troubles are its own. Never called on a lock. */
    void tell(MemoryEvent event) {
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
