package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.Revision;
import dev.scriptorium.memory.cli.json.Json;
import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.cli.json.JsonProblem;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.UpdateRequest;
import dev.scriptorium.memory.local.WorkspaceChange;
import dev.scriptorium.memory.markdown.change.ChangeReader;
import dev.scriptorium.memory.markdown.change.FileChange;
import dev.scriptorium.memory.markdown.change.RequestLimits;
import dev.scriptorium.memory.markdown.change.RequestReader;
import dev.scriptorium.memory.markdown.change.SourceProvenance;
import dev.scriptorium.memory.markdown.change.UnifiedDiff;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Changes topics by structured changes, whole files or a patch. */
@Command(name = "apply", description = "Change topics by structured changes, whole files or a patch.")
final class ApplyVerb extends Verb {
    private static final String ORIGIN = "cli/memory-changes";
    private static final Set<String> KEYS = Set.of("memory_changes", "sources", "base_revision", "commit_message");

    @Option(names = "--changes", paramLabel = "FILE", description = "Structured changes, as JSON.")
    private @Nullable Path changes;

    @Option(names = "--files", paramLabel = "DIR", description = "Whole files, each at its path below DIR.")
    private @Nullable Path files;

    @Option(names = "--delete", paramLabel = "PATH", description = "With --files: a topic to remove; may be repeated.")
    private final List<String> deletes = new ArrayList<>();

    @Option(
            names = "--delete-id",
            paramLabel = "ID",
            description = "With --files or --patch: a block that may be gone; may be repeated.")
    private final List<String> deleteIds = new ArrayList<>();

    @Option(names = "--patch", paramLabel = "FILE", description = "A unified diff.")
    private @Nullable Path patch;

    @Option(names = "--base", paramLabel = "REV", description = "The revision it was made for; else the present one.")
    private @Nullable String base;

    @Option(names = "--message", paramLabel = "M", description = "The message of the commit.")
    private @Nullable String message;

    @Override
    int run(Output output) {
        int forms = (changes == null ? 0 : 1) + (files == null ? 0 : 1) + (patch == null ? 0 : 1);
        if (forms != 1) {
            throw new UsageException("expected exactly one of --changes, --files and --patch");
        }
        if (!deletes.isEmpty() && files == null) {
            throw new UsageException("--delete goes with --files");
        }
        if (!deleteIds.isEmpty() && changes != null) {
            throw new UsageException("--delete-id goes with --files or --patch; use delete_record");
        }
        try (LocalMemoryBackend backend = openExisting()) {
            WorkspaceChange change = backend.workspace().change();
            UpdateRequest.Builder request = request(change.owner(ORIGIN));
            if (base != null) {
                request.base(revision(base));
            }
            if (message != null) {
                request.message(message);
            }
            UpdateResults.show(change.update(request.build()), output);
        }
        return ExitCode.DONE;
    }

    private UpdateRequest.Builder request(SourceProvenance owner) {
        if (changes != null) {
            return structured(owner, changes);
        }
        List<BlockId> gone = deleteIds.stream().map(BlockArguments::parse).toList();
        if (patch != null) {
            return UpdateRequest.patch(owner, UnifiedDiff.parse(InputFiles.text(patch)))
                    .deleteIds(gone);
        }
        List<FileChange> whole = new ArrayList<>();
        InputFiles.below(Objects.requireNonNull(files))
                .forEach((path, text) -> whole.add(FileChange.write(path, text)));
        deletes.forEach(path -> whole.add(FileChange.delete(path)));
        return UpdateRequest.files(owner, whole).deleteIds(gone);
    }

    private static UpdateRequest.Builder structured(SourceProvenance owner, Path file) {
        Object value;
        try {
            value = Json.value(InputFiles.bytes(file));
        } catch (JsonProblem e) {
            throw new UsageException(file + ": " + e.getMessage());
        }
        JsonObject request =
                value instanceof JsonObject object ? object : new JsonObject().put("memory_changes", value);
        for (String key : request.keys()) {
            if (!KEYS.contains(key)) {
                throw InputFiles.invalid(file + ": unknown key \"" + key + "\"; known are "
                        + KEYS.stream().sorted().toList());
            }
        }
        Object plain = JsonObject.plain(request.get("memory_changes"));
        RequestLimits.checkChanges(plain);
        UpdateRequest.Builder builder = UpdateRequest.changes(owner, ChangeReader.read(plain));
        if (request.get("sources") != null) {
            var sources = RequestReader.sources(JsonObject.plain(request.get("sources")));
            RequestLimits.checkSources(sources);
            builder.sources(sources);
        }
        if (text(file, request, "base_revision") != null) {
            builder.base(revision(String.valueOf(request.get("base_revision"))));
        }
        return builder.message(text(file, request, "commit_message"));
    }

    private static @Nullable String text(Path file, JsonObject request, String key) {
        Object value = request.get(key);
        if (value != null && !(value instanceof String)) {
            throw InputFiles.invalid(file + ": \"" + key + "\": expected a text");
        }
        return (String) value;
    }

    private static Revision revision(String text) {
        try {
            return new Revision(text);
        } catch (IllegalArgumentException e) {
            throw InputFiles.invalid("the base revision: " + e.getMessage());
        }
    }
}
