package dev.scriptorium.memory.testkit.processes;

import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.disk.DiskObserver;
import dev.scriptorium.memory.local.disk.DiskOperation;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A program that counts one up in a workspace of {@link Counters} and halts with the lock in its hand. */
public final class StoppingWriter {
    static final String INSIDE = "inside";
    static final String DONE = "done";

    private StoppingWriter() {}

    /** Counts: the workspace, then how the file is called whose rename it halts before, until it is told a line. */
    public static void main(String[] args) {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        boolean[] counting = new boolean[1];
        DiskObserver halting = operation -> {
            boolean there = counting[0]
                    && operation instanceof DiskOperation.Rename
                    && String.valueOf(operation.path().getFileName()).endsWith(args[1]);
            if (there) {
                counting[0] = false;
                say(INSIDE);
                if (in.readLine() == null) {
                    throw new IOException("nobody told it to go on");
                }
            }
        };
        try (LocalMemoryBackend backend = Counters.open(Path.of(args[0]), halting)) {
            int number = Counters.number(backend);
            counting[0] = true;
            Counters.set(backend, number + 1);
        }
        say(DONE);
    }

    private static void say(String word) {
        System.out.println(word);
        System.out.flush();
    }
}
