package dev.scriptorium.memory.bench.contend;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionStores;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Where the files of a run are.
 *
 * @param directory the directory with the workspace and what is beside it
 */
record RunFiles(Path directory) {

    Path workspace() {
        return directory.resolve("memory");
    }

    /** The edits to be made. */
    Path plan() {
        return directory.resolve("plan");
    }

    /** What a process has done. */
    Path log(int process) {
        return directory.resolve("log-" + process);
    }

    List<Path> logs(int processes) {
        return IntStream.range(0, processes).mapToObj(this::log).toList();
    }

    /** What a process has complained of. */
    Path errors(int process) {
        return directory.resolve("errors-" + process);
    }

    /** Opens the workspace with every setting at its default. */
    LocalMemoryBackend open() {
        return LocalMemoryBackend.open(
                LocalMemoryConfig.builder(workspace(), SessionStores.ofList(new SessionId("none"), List.of()))
                        .build());
    }
}
