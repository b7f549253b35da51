package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.WorkspaceRead;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lets a person edit a topic in their editor; a refused draft is kept. */
@Command(name = "edit", description = "Edit a topic in $VISUAL or $EDITOR; a refused draft is kept.")
final class EditVerb extends Verb {
    @Parameters(paramLabel = "PATH", description = "A topic, with or without topics/ and .md; it may be new.")
    private String path = "";

    @Option(names = "--allow-delete", description = "Blocks may be gone.")
    private boolean allowDelete;

    @Override
    int run(Output output) {
        TopicPath topic = topic();
        try (LocalMemoryBackend backend = openExisting()) {
            String before = present(backend.workspace().read(), topic);
            Path draft = write(topic, before);
            edit(draft, output);
            String after = InputFiles.text(draft);
            if (after.equals(before)) {
                remove(draft);
                output.text("nothing changed");
                return ExitCode.DONE;
            }
            try {
                UpdateResults.show(backend.workspace().change().edit(topic, before, after, allowDelete), output);
            } catch (MemoryException e) {
                output.complaint("the draft is kept: " + draft);
                throw e;
            }
            remove(draft);
        }
        return ExitCode.DONE;
    }

    private TopicPath topic() {
        String name = path.endsWith(".md") ? path : path + ".md";
        boolean elsewhere = name.startsWith("core.md")
                || name.startsWith("sources/")
                || name.startsWith("timeline/")
                || name.startsWith("../")
                || name.startsWith("/");
        String full = name.startsWith(TopicPath.ROOT) || (elsewhere && !name.equals("core.md"))
                ? name
                : TopicPath.ROOT + name;
        return new TopicPath(full);
    }

    private static String present(WorkspaceRead read, TopicPath topic) {
        boolean there =
                read.list(topic.value()).stream().anyMatch(file -> file.path().equals(topic.value()));
        if (!there) {
            TopicPath.of(topic.value());
        }
        return there ? read.file(topic.value()) : "";
    }

    private static Path write(TopicPath topic, String text) {
        try {
            Path directory = Files.createTempDirectory("scriptorium-edit-");
            return Files.writeString(directory.resolve(topic.fileName()), text);
        } catch (IOException e) {
            throw new MemoryException(ErrorCode.STORAGE_UNAVAILABLE, "no room for a draft", e);
        }
    }

    private static void remove(Path draft) {
        try {
            Files.deleteIfExists(draft);
            Path directory = draft.getParent();
            if (directory != null) {
                Files.deleteIfExists(directory);
            }
        } catch (IOException e) {
            throw new MemoryException(ErrorCode.STORAGE_UNAVAILABLE, "cannot remove the draft " + draft, e);
        }
    }

    private static void edit(Path draft, Output output) {
        Map<String, String> environment = output.around().environment();
        String editor = environment.getOrDefault("VISUAL", environment.getOrDefault("EDITOR", "vi"));
        try {
            // By a shell, because people put options into the variable.
            int code = new ProcessBuilder("sh", "-c", editor + " \"$1\"", "sh", draft.toString())
                    .inheritIO()
                    .start()
                    .waitFor();
            if (code != 0) {
                throw new MemoryException(
                        ErrorCode.INVALID_ARGUMENT,
                        "the editor \"" + editor + "\" ended with " + code + "; nothing was changed, the draft is "
                                + draft);
            }
        } catch (IOException e) {
            throw new MemoryException(
                    ErrorCode.INVALID_ARGUMENT, "the editor \"" + editor + "\" cannot be started; set EDITOR", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MemoryException(ErrorCode.INVALID_ARGUMENT, "interrupted; the draft is " + draft, e);
        }
    }
}
