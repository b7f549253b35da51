package dev.scriptorium.memory.local.state;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.session.WorkspaceId;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.internal.json.JsonObject;
import dev.scriptorium.memory.local.tx.WorkspaceLayout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Who a workspace is: its format, its id, and the principal of its owner. Each is made once.
 *
 * @since 0.1
 */
public final class WorkspaceIdentity {
    private static final int FORMAT = 1;

    private final WorkspaceId id;
    private final String owner;

    private WorkspaceIdentity(WorkspaceId id, String owner) {
        this.id = id;
        this.owner = owner;
    }

    /**
     * Refuses a workspace of a newer version. Changes nothing and takes no lock.
     *
     * @throws MemoryException {@code FORMAT_TOO_NEW}
     */
    public static void requireKnownFormat(WorkspaceLayout layout) throws IOException {
        Optional<String> format = read(layout.runtime("format"));
        if (format.isPresent()) {
            String number = format.get().strip();
            if (!number.matches("[0-9]{1,9}") || Integer.parseInt(number) > FORMAT) {
                throw new MemoryException(
                        ErrorCode.FORMAT_TOO_NEW,
                        "this workspace has format \"" + number + "\", this version knows up to " + FORMAT
                                + "; open it with a newer version");
            }
        }
    }

    /** Reads who the workspace is, making what is missing. The caller holds the install lock. */
    public static WorkspaceIdentity readOrMake(WorkspaceLayout layout) throws IOException {
        if (read(layout.runtime("format")).isEmpty()) {
            write(layout, layout.runtime("format"), FORMAT + "\n");
        }
        Optional<String> id = read(layout.runtime("workspace-id")).map(String::strip);
        if (id.isEmpty() || !WorkspaceId.isValid(id.get())) {
            id = Optional.of("w-" + Disk.randomHex(8));
            write(layout, layout.runtime("workspace-id"), id.get() + "\n");
        }
        Optional<String> owner = read(layout.runtime("owner.json"))
                .flatMap(JsonObject::parse)
                .flatMap(json -> json.text("principal_id"))
                .filter(text -> !text.isBlank());
        if (owner.isEmpty()) {
            owner = Optional.of("owner/install/" + Disk.randomHex(16));
            JsonObject json = JsonObject.create().put("version", 1).put("principal_id", owner.get());
            write(layout, layout.runtime("owner.json"), json.pretty() + "\n");
        }
        return new WorkspaceIdentity(new WorkspaceId(id.get()), owner.get());
    }

    private static Optional<String> read(Path file) throws IOException {
        try {
            return Optional.of(Files.readString(file, StandardCharsets.UTF_8));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new IOException(file.getFileName() + ": " + e.getMessage(), e);
        }
    }

    private static void write(WorkspaceLayout layout, Path file, String text) throws IOException {
        layout.disk().replace(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /** The workspace's id. */
    public WorkspaceId id() {
        return id;
    }

    /** The principal of its owner. */
    public String owner() {
        return owner;
    }
}
