package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Lets a checkpoint look at a state before a change, within its time. Safe for use by several threads. */
final class CheckpointGate {
    private final InstallCheckpoint checkpoint;
    private final Duration atMost;
    private final Set<Thread> inside = ConcurrentHashMap.newKeySet();

    CheckpointGate(InstallCheckpoint checkpoint, Duration atMost) {
        this.checkpoint = checkpoint;
        this.atMost = atMost;
    }

    /** Whether there is anybody to ask. */
    boolean isOpen() {
        return checkpoint == InstallCheckpoint.NONE;
    }

    /** Refuses a call that comes from a checkpoint. */
    void requireOutside() {
        if (!inside.isEmpty() && inside.contains(Thread.currentThread())) {
            throw new MemoryException(
                    ErrorCode.CHECKPOINT_FAILED, "a checkpoint must not call back into the workspace it looks at");
        }
    }

    /** Asks; returns when the change may go on. */
    void pass(StateBefore state) {
        long began = System.nanoTime();
        inside.add(Thread.currentThread());
        try {
            checkpoint.beforeInstall(state);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed("it was interrupted", e);
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable e) {
            // A class of the host that cannot be loaded is an error.
            throw failed("it threw " + e.getClass().getName(), e);
        } finally {
            inside.remove(Thread.currentThread());
        }
        if (System.nanoTime() - began > atMost.toNanos()) {
            throw failed("it took longer than " + atMost.toMillis() + " ms", null);
        }
    }

    private static MemoryException failed(String reason, @org.jspecify.annotations.Nullable Throwable cause) {
        String message = "the checkpoint before the install did not let it pass: " + reason + "; nothing is installed";
        return cause == null
                ? new MemoryException(ErrorCode.CHECKPOINT_FAILED, message)
                : new MemoryException(ErrorCode.CHECKPOINT_FAILED, message, cause);
    }
}
