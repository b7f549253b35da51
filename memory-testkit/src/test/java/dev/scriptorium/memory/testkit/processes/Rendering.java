package dev.scriptorium.memory.testkit.processes;

import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.disk.DiskObserver;
import java.io.IOException;
import java.nio.file.Path;

/** A program that renders every view anew, again and again. */
public final class Rendering {
    private Rendering() {}

    /** Renders: the workspace, then how often. */
    public static void main(String[] args) throws IOException {
        try (LocalMemoryBackend backend = Counters.open(Path.of(args[0]), DiskObserver.NONE)) {
            Counters.awaitStart();
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                backend.workspace().maintain().rebuild();
            }
        }
        System.out.println("done");
        System.out.flush();
    }
}
