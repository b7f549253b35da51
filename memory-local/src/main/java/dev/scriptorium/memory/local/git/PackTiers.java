package dev.scriptorium.memory.local.git;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
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

    /** Or at so many bytes that are more than all the rest, so that a small history stays small. */
    private static final long MODEST_BYTES = 2 << 20;

    /** Once that many are together the others wait for their turn, so that packing ends before it is interrupted. */
    private static final int ENOUGH_OBJECTS = 2 * SMALL_OBJECTS;

    private static final long ENOUGH_BYTES = SMALL_BYTES / 4;

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
        long rest = 0;
        for (Path pack : store.packs()) {
            int objects = PackIndex.count(new PackFile(pack).sibling("idx"));
            long bytes = Files.size(pack);
            if (isLeftAlone(pack) || objects >= LARGE_OBJECTS || bytes >= LARGE_BYTES) {
                rest += bytes;
                continue;
            }
            (objects < SMALL_OBJECTS && bytes < ENOUGH_BYTES ? small : middle)
                    .add(new Candidate(pack, objects, bytes, Files.getLastModifiedTime(pack)));
        }
        List<ObjectId> loose = new ArrayList<>();
        for (int first = 0; first < 256; first++) {
            store.loose().each(first, loose::add);
        }
        long objects = small.objects + loose.size();
        long bytes = small.bytes;
        for (ObjectId id : loose) {
            bytes += size(store.loose().file(id));
        }
        // The largest of them may be what packing made of the others.
        long largest = small.largest();
        long added = bytes - largest;
        boolean outgrown = added >= MODEST_BYTES && added > rest + middle.bytes + largest;
        if (objects >= SMALL_OBJECTS || bytes >= SMALL_BYTES || outgrown) {
            Inputs inputs = small.oldest(loose);
            return inputs.isEmpty() ? none : inputs;
        }
        Inputs alike = new Inputs(middle.alike(), List.of());
        return alike.isEmpty() ? none : alike;
    }

    /** Whether a person's {@code git gc} is at it; a process that died has left its note behind. */
    private static boolean isBeingPacked(GitLayout layout) throws IOException {
        Matcher process =
                PROCESS.matcher(GitFiles.text(layout.git().resolve("gc.pid")).orElse(""));
        return process.lookingAt()
                && ProcessHandle.of(Long.parseLong(process.group())).isPresent();
    }

    private record Candidate(Path pack, int objects, long bytes, FileTime at) {}

    private static final class Tier {
        private final List<Candidate> packs = new ArrayList<>();
        private long objects;
        private long bytes;

        void add(Candidate pack) {
            packs.add(pack);
            objects += pack.objects();
            bytes += pack.bytes();
        }

        long largest() {
            return packs.stream().mapToLong(Candidate::bytes).max().orElse(0);
        }

        /**
         * The smallest packs, as long as the next is not twice as large as those before it together: what is written
         * anew stays in proportion, and so does what each pack holds whole that another could have lent.
         */
        List<Path> alike() {
            packs.sort(Comparator.comparingLong(Candidate::bytes).thenComparing(Candidate::pack));
            List<Path> alike = new ArrayList<>();
            long together = 0;
            for (Candidate pack : packs) {
                if (!alike.isEmpty() && pack.bytes() >= 2 * together) {
                    break;
                }
                alike.add(pack.pack());
                together += pack.bytes();
            }
            return alike.size() < 2 ? List.of() : alike;
        }

        /** Loose objects and the oldest packs, until it is enough: neighbours make the best deltas. */
        Inputs oldest(List<ObjectId> loose) {
            List<ObjectId> taken = loose.subList(0, Math.min(loose.size(), ENOUGH_OBJECTS));
            List<Path> inputs = new ArrayList<>();
            packs.sort(Comparator.comparing(Candidate::at).thenComparing(Candidate::pack));
            int together = taken.size();
            long size = 0;
            for (Candidate pack : packs) {
                if (inputs.size() > 1 && (together >= ENOUGH_OBJECTS || size >= ENOUGH_BYTES)) {
                    break;
                }
                inputs.add(pack.pack());
                together += pack.objects();
                size += pack.bytes();
            }
            return new Inputs(inputs, List.copyOf(taken));
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
