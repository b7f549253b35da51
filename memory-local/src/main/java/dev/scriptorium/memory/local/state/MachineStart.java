package dev.scriptorium.memory.local.state;

import dev.scriptorium.memory.local.disk.Disk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/**
 * Which start of the machine a workspace was last opened in. In another one the power may have been cut in between, and
 * of what was not forced anything may be gone.
 *
 * @since 0.1
 */
public final class MachineStart {
    private static final Path LINUX = Path.of("/proc/sys/kernel/random/boot_id");
    private static final long FIRST_PROCESS = 1;

    private final Path file;
    private final Disk disk;

    /** The start that a file of our own state names; it need not exist. */
    public MachineStart(Path file, Disk disk) {
        this.file = file;
        this.disk = disk;
    }

    /** Whether the machine has been started since, as far as can be told; where nothing is noted it has. */
    public boolean isAnother() {
        try {
            return !Files.readString(file, StandardCharsets.ISO_8859_1).equals(now());
        } catch (IOException e) {
            // What cannot be read says nothing, and is written anew.
            return true;
        }
    }

    /** Notes the present start. */
    public void note() throws IOException {
        disk.replaceUnforced(file, now().getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String now() {
        try {
            return Files.readString(LINUX, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return ProcessHandle.of(FIRST_PROCESS)
                            .flatMap(process -> process.info().startInstant())
                            .map(Instant::toString)
                            .orElse("unknown")
                    + "\n";
        }
    }
}
