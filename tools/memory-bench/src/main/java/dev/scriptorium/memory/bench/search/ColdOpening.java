package dev.scriptorium.memory.bench.search;

import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.bench.floor.BareIndex;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import java.io.IOException;
import java.nio.file.Path;

/** The program of a process that opens what is on disk, asks one question and says how long the answer took. */
public final class ColdOpening {
    static final String OURS = "ours";
    static final String OURS_WATCHED = "watched";
    static final String BARE = "bare";

    private ColdOpening() {}

    /** Takes what to open, its directory and the question; prints nanoseconds, or the files read when watched. */
    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[1]);
        String question = arguments[2];
        switch (arguments[0]) {
            case OURS -> say(ours(directory, question));
            case OURS_WATCHED -> say(watched(directory, question));
            case BARE -> say(bare(directory, question));
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static void say(long figure) {
        System.out.println(figure);
    }

    private static long ours(Path directory, String question) {
        long begin = System.nanoTime();
        try (LocalMemoryBackend backend = MeasuredSize.open(directory)) {
            backend.search(MemoryQuery.of(question));
            return System.nanoTime() - begin;
        }
    }

    private static long watched(Path directory, String question) throws IOException {
        try (FilesRead files = new FilesRead(directory)) {
            ours(directory, question);
            return files.count();
        }
    }

    private static long bare(Path directory, String question) throws IOException {
        long begin = System.nanoTime();
        BareIndex.openAndSearch(directory, question);
        return System.nanoTime() - begin;
    }
}
