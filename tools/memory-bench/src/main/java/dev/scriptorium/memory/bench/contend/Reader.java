package dev.scriptorium.memory.bench.contend;

import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.bench.gen.SyntheticText;
import dev.scriptorium.memory.local.MemoryWorkspace;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Searches, and looks at the blocks that others add words to, now and then until the writers beside it are done. */
final class Reader implements Runnable {
    private static final int PAUSE_MILLIS = 100;
    private static final int WORDS = 3;

    private final MemoryWorkspace workspace;
    private final List<BlockId> blocks;
    private final SyntheticText text;
    private final CountDownLatch writers;
    private final OutcomeLog log;

    Reader(MemoryWorkspace workspace, List<Edit> edits, long seed, CountDownLatch writers, OutcomeLog log) {
        this.workspace = workspace;
        this.blocks = edits.stream()
                .flatMap(edit -> Stream.ofNullable(edit.rewritten()))
                .distinct()
                .toList();
        this.text = new SyntheticText(seed);
        this.writers = writers;
        this.log = log;
    }

    @Override
    public void run() {
        try {
            do {
                look();
            } while (!writers.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() {
        try {
            workspace.read().search(MemoryQuery.of(text.sentence(WORDS)), false);
            if (!blocks.isEmpty()) {
                workspace.read().block(blocks.get(text.number(blocks.size())));
            }
        } catch (RuntimeException e) {
            log.fail("a reader: " + e);
        }
    }
}
