package dev.scriptorium.memory.api;

import dev.scriptorium.memory.api.write.ReorganizeReport;
import dev.scriptorium.memory.api.write.ReorganizeRequest;

/** Memory switched off: says nothing, keeps nothing, starts nothing. */
final class DisabledMemoryBackend implements MemoryBackend {
    static final String NAME = "none";
    static final MemoryBackend INSTANCE = new DisabledMemoryBackend();

    private DisabledMemoryBackend() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public ReorganizeReport reorganize(ReorganizeRequest request) {
        return ReorganizeReport.of(ReorganizeReport.Status.DISABLED);
    }
}
