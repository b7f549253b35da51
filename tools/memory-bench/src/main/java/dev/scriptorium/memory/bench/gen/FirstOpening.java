package dev.scriptorium.memory.bench.gen;

import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionStores;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import java.nio.file.Path;
import java.util.List;

/** Opens a new workspace once, so that what is made at the first opening is there: history, index, accounting. */
public final class FirstOpening {
    private FirstOpening() {}

    /** Opens, searches once and closes. */
    public static void of(Path workspace) {
        LocalMemoryConfig config = LocalMemoryConfig.builder(
                        workspace, SessionStores.ofList(new SessionId("none"), List.of()))
                .build();
        try (LocalMemoryBackend backend = LocalMemoryBackend.open(config)) {
            backend.workspace().read().search(MemoryQuery.of("first opening"), false);
        }
    }
}
