package dev.scriptorium.memory.local.git;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jgit.lib.ObjectId;

/**
 * Which packs are to become one, so that 10,000 commits are neither 10,000 packs nor one pack rewritten 10,000 times:
 * small ones are merged when together they are worth it, and so is what comes out of that, until a pack is large enough
 * to be left alone.
 */
final class PackTiers {
    /** Packing is due at so many objects outside a pack that was packed. */
    static final int SMALL_OBJECTS = 1_000;
    /** Or at so many bytes. */
    static final long SMALL_BYTES = 64L << 20;

    private static final int LARGE_OBJECTS = 10_000;
    private static final long LARGE_BYTES = 4 * SMALL_BYTES;
    private static final Pattern PROCESS = Pattern.compile("[0-9]{1,18}");
    private static final String[] LEFT_ALONE = {"keep", "promisor", "mtimes", "bitmap"};

    private PackTiers() {}

    /** What is to become one pack. */
    record Inputs(List<Path> packs, List<ObjectId> loose) {
        boolean isEmpty() {
            return packs.size() + loose.size() < 2;
        }
    }

    static Inputs due(GitLayout layout, ObjectStore store) throws IOException {
        Inputs none = new Inputs(List.of(), List.of());
        if (isBeingPacked(layout)) {
            return none;
        }
        Tier small = new Tier();
        Tier middle = new Tier();
        for (Path pack : store.packs()) {
            int objects = PackIndex.count(new PackFile(pack).sibling("idx"));
            long bytes = Files.size(pack);
            if (isLeftAlone(pack) || objects >= LARGE_OBJECTS || bytes >= LARGE_BYTES) {
                continue;
            }
            (objects < SMALL_OBJECTS && bytes < SMALL_BYTES / 4 ? small : middle).add(pack, objects, bytes);
        }
        List<ObjectId> loose = new ArrayList<>();
        for (int first = 0; first < 256; first++) {
            store.loose().each(first, loose::add);
        }
        small.objects += loose.size();
        for (ObjectId id : loose) {
            small.bytes += size(store.loose().file(id));
        }
        if (small.objects >= SMALL_OBJECTS || small.bytes >= SMALL_BYTES) {
            Inputs inputs = new Inputs(small.packs, loose);
            return inputs.isEmpty() ? none : inputs;
        }
        if (middle.packs.size() > 1 && (middle.objects >= LARGE_OBJECTS || middle.bytes >= LARGE_BYTES)) {
            return new Inputs(middle.packs, List.of());
        }
        return none;
    }

    /** Whether a person's {@code git gc} is at it; a process that died has left its note behind. */
    private static boolean isBeingPacked(GitLayout layout) throws IOException {
        Matcher process =
                PROCESS.matcher(GitFiles.text(layout.git().resolve("gc.pid")).orElse(""));
        return process.lookingAt()
                && ProcessHandle.of(Long.parseLong(process.group())).isPresent();
    }

    private static final class Tier {
        private final List<Path> packs = new ArrayList<>();
        private long objects;
        private long bytes;

        void add(Path pack, int count, long size) {
            packs.add(pack);
            objects += count;
            bytes += size;
        }
    }

    private static boolean isLeftAlone(Path pack) {
        PackFile file = new PackFile(pack);
        for (String extension : LEFT_ALONE) {
            if (Files.exists(file.sibling(extension))) {
                return true;
            }
        }
        return false;
    }

    private static long size(Path file) throws IOException {
        try {
            return Files.size(file);
        } catch (NoSuchFileException e) {
            return 0;
        }
    }
}
