package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.event.MemoryListener;
import dev.scriptorium.memory.cli.session.FileSessionStore;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ParentCommand;

/** One verb of the command, with what all of them need. */
abstract class Verb implements Callable<Integer> {
    /** Any of these makes a directory a workspace. */
    private static final List<String> TRACES = List.of(".scriptorium", ".nativemem", "topics");

    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set before call()
    private ScriptoriumCommand command;

    @Override
    public final Integer call() {
        command.refuseWhenDisabled();
        return run(command.output());
    }

    /** Does the work; returns the exit code. */
    abstract int run(Output output);

    final ScriptoriumCommand command() {
        return command;
    }

    /** The workspace that the call is about; it need not exist. */
    final Path directory() {
        return command.directory();
    }

    /** The session store that the call is about; it need not exist. */
    final FileSessionStore sessions() {
        return FileSessionStore.in(command.sessionsDirectory());
    }

    /** The configuration that the call asks for, with the writer that the settings name. */
    final LocalMemoryConfig config(MemoryListener listener) {
        return config(Optional.empty(), listener);
    }

    /** The configuration that the call asks for; without a writer, that which the settings name. */
    final LocalMemoryConfig config(Optional<ChosenWriter> writer, MemoryListener listener) {
        return Settings.config(directory(), sessions(), command.settings(), writer.map(ChosenWriter::writer), listener);
    }

    /** Opens the workspace; where there is none, it refuses and creates nothing. */
    final LocalMemoryBackend openExisting() {
        return openExisting(Optional.empty(), MemoryListener.none());
    }

    /** Opens the workspace with a writer of the call's; where there is none, it refuses and creates nothing. */
    final LocalMemoryBackend openExisting(Optional<ChosenWriter> writer, MemoryListener listener) {
        LocalMemoryConfig config = config(writer, listener);
        requireWorkspace();
        return LocalMemoryBackend.open(config);
    }

    /** Whether there is a workspace. */
    final boolean isWorkspace() {
        return TRACES.stream().anyMatch(name -> Files.exists(directory().resolve(name)));
    }

    private void requireWorkspace() {
        if (isWorkspace()) {
            return;
        }
        Path directory = directory();
        String found = Files.isDirectory(directory)
                ? "is not a workspace"
                : Files.exists(directory) ? "is not a directory" : "does not exist";
        throw new MemoryException(
                ErrorCode.MEMORY_NOT_FOUND,
                directory + " " + found + "; name another with -w, or make one: scriptorium -w " + directory + " init");
    }
}
