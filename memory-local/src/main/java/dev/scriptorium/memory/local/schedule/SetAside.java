package dev.scriptorium.memory.local.schedule;

import dev.scriptorium.memory.local.disk.Disk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts a state file that cannot be understood beside its place: it is never overwritten, and the work is done again. */
final class SetAside {
    private static final Logger LOG = LoggerFactory.getLogger(SetAside.class);

    private SetAside() {}

    /** Where it is kept. */
    static Path damaged(Path file, Disk disk) throws IOException {
        Path kept;
        int number = 1;
        do {
            kept = file.resolveSibling(file.getFileName() + ".damaged-" + number++);
        } while (Files.exists(kept, LinkOption.NOFOLLOW_LINKS));
        disk.move(file, kept);
        disk.forceDirectory(Disk.parent(file));
        LOG.warn(
                "{} cannot be understood; it is kept as {}, and what it says was done is looked at again",
                file.getFileName(),
                kept.getFileName());
        return kept;
    }
}
