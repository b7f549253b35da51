package dev.scriptorium.memory.testkit.issues;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.api.write.WriteRequest;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.testkit.model.ScriptedTopicWriter;
import dev.scriptorium.memory.testkit.time.MutableClock;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.Optional;

/** Small disks of a test's own, where the system lets us mount some, and workspaces on them. */
final class Disks {
    private Disks() {}

    static LocalMemoryConfig.Builder config(Path workspace, SessionStore store) {
        return LocalMemoryConfig.builder(workspace, store)
                .writer(ScriptedTopicWriter.of())
                .clock(MutableClock.at(TemporaryWorkspace.START))
                .zone(ZoneOffset.UTC);
    }

    static Optional<WriteFailure> write(LocalMemoryBackend backend) {
        return backend.write(WriteRequest.force(new SessionId("s")));
    }

    /** Mounts a disk of so many kibibytes; false, and a word about it, where that is not allowed. */
    static boolean mount(Path directory, int kibibytes) throws IOException, InterruptedException {
        return run("mount", "-t", "tmpfs", "-o", "size=" + kibibytes + "k", "tmpfs", directory.toString());
    }

    static boolean remount(Path directory, String how) throws IOException, InterruptedException {
        return run("mount", "-o", "remount," + how, directory.toString());
    }

    static boolean unmount(Path directory) throws IOException, InterruptedException {
        return run("umount", directory.toString());
    }

    private static boolean run(String... command) throws InterruptedException {
        String line = String.join(" ", command);
        try {
            Process process = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            boolean done = process.waitFor() == 0;
            if (!done) {
                System.out.println("refused: " + line);
            }
            return done;
        } catch (IOException e) {
            System.out.println("refused: " + line + ": " + e.getMessage());
            return false;
        }
    }

    /** Fills a disk to the last byte. */
    static void fill(Path filler) throws IOException {
        try (OutputStream out = Files.newOutputStream(filler)) {
            byte[] block = new byte[1024];
            for (int i = 0; i < 1_000_000; i++) {
                out.write(block);
            }
        } catch (IOException e) {
            // That was the last byte.
            return;
        }
        throw new IllegalStateException("the disk has no end");
    }
}
