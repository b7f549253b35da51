package dev.scriptorium.memory.local.migrate;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.local.internal.io.Interrupts;
import dev.scriptorium.memory.local.internal.json.JsonObject;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.local.tx.Transactions;
import dev.scriptorium.memory.local.tx.WorkspaceLayout;
import dev.scriptorium.memory.markdown.source.LegacyArchive;
import dev.scriptorium.memory.markdown.source.SourceLocations;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The places up to which an older program had written its sessions, each a number in {@code runtime.json}. A number says
 * nothing once a session has forks; what is archived says it instead, and takes the place of the numbers.
 *
 * @since 0.1
 */
public final class PositionalCursors {
    /** The first part of the references of the program that kept them. */
    public static final String NAMESPACE = "openprogram";

    private static final String CURSORS = "cursors";
    private static final String ARCHIVES = WorkspaceLayout.SOURCES + "/" + NAMESPACE + "/";

    private final WorkspaceLayout layout;

    /** Those of a workspace. */
    public PositionalCursors(WorkspaceLayout layout) {
        this.layout = layout;
    }

    /**
     * Whether there are any.
     *
     * @throws MemoryException {@code STORAGE_UNAVAILABLE} when nobody can say
     */
    public boolean present() {
        return read().isPresent();
    }

    /** The file that has them; one that cannot be understood has none. */
    private Optional<JsonObject> read() {
        try {
            return Interrupts.deferred(() -> JsonObject.parse(Files.readString(file(), StandardCharsets.UTF_8))
                    .filter(json -> json.has(CURSORS)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw unavailable("read", e);
        }
    }

    private Path file() {
        return layout.runtime("runtime.json");
    }

    private static MemoryException unavailable(String verb, IOException e) {
        return new MemoryException(
                ErrorCode.STORAGE_UNAVAILABLE, "cannot " + verb + " runtime.json: " + e.getMessage(), e);
    }

    /**
     * The turns that the older program has surely archived, by session, in the order in which they stand: every frame of an
     * archive, and of an archive of the form before that the first turn only, because what follows may be somebody's words
     * that look like one.
     *
     * @throws MemoryException {@code STORAGE_UNAVAILABLE} when an archive cannot be read
     */
    public Map<SessionId, List<TurnId>> archived(Transactions transactions) {
        Snapshot now = transactions.current();
        Map<SessionId, List<TurnId>> turns = new LinkedHashMap<>();
        for (String path : now.sources().paths()) {
            if (path.startsWith(ARCHIVES)) {
                List<SourceRef> refs = SourceLocations.isV2Path(path)
                        ? now.sources().refs(path)
                        : first(path, transactions, now).map(List::of).orElse(List.of());
                refs.forEach(ref -> turns.computeIfAbsent(new SessionId(ref.session()), session -> new ArrayList<>())
                        .add(new TurnId(ref.turn())));
            }
        }
        return turns;
    }

    /** The turn with whose header a file begins, right behind its title, where no words of anybody can stand. */
    private Optional<SourceRef> first(String path, Transactions transactions, Snapshot now) {
        if (!(transactions.archive(path, now) instanceof LegacyArchive archive)
                || archive.turns().isEmpty()) {
            return Optional.empty();
        }
        SourceRef ref = archive.turns().get(0).ref();
        if (ref.dialogue()) {
            return Optional.empty();
        }
        byte[] expected = ("# " + ref.session() + "\n\n<a id=\"" + SourceLocations.anchor(ref)
                        + "\"></a>\n<!-- source-id:" + ref + " -->\n")
                .getBytes(StandardCharsets.UTF_8);
        try {
            byte[] found = Interrupts.deferred(() -> {
                try (var in = Files.newInputStream(layout.file(path))) {
                    return in.readNBytes(expected.length);
                }
            });
            return Arrays.equals(found, expected) ? Optional.of(ref) : Optional.empty();
        } catch (IOException e) {
            throw new MemoryException(ErrorCode.STORAGE_UNAVAILABLE, "cannot read " + path + ": " + e.getMessage(), e);
        }
    }

    /**
     * Takes them out of the file, and leaves what else it has.
     *
     * @throws MemoryException {@code STORAGE_UNAVAILABLE}: the file is as it was
     */
    public void drop() {
        Optional<JsonObject> json = read();
        if (json.isEmpty()) {
            return;
        }
        byte[] without = (json.get().put(CURSORS, (String) null).pretty() + "\n").getBytes(StandardCharsets.UTF_8);
        try {
            Interrupts.deferred(() -> {
                layout.disk().replace(file(), without);
                return file();
            });
        } catch (IOException e) {
            throw unavailable("write", e);
        }
    }
}
