package dev.scriptorium.memory.local.ingest;

import dev.scriptorium.memory.api.session.SessionId;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The one pass at a time of this process, and the sessions that are handed over to it. Outlives a change of settings, so
 * that a pass that began before it is still the one. Safe for use by several threads.
 *
 * @since 0.1
 */
public final class PassQueue {
    final ReentrantLock passing = new ReentrantLock();
    final ConcurrentLinkedQueue<SessionId> handedOver = new ConcurrentLinkedQueue<>();

    /** Nobody is at it. */
    public PassQueue() {}
}
