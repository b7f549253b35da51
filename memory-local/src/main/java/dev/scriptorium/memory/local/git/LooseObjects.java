package dev.scriptorium.memory.local.git;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.InflaterInputStream;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;

/** The objects that lie in files of their own. We write none; {@code git} does. */
final class LooseObjects {
    private static final Pattern HEADER = Pattern.compile("(commit|tree|blob|tag) (0|[1-9][0-9]{0,9})");
    private static final Pattern NAME = Pattern.compile("[0-9a-f]{38}");

    private final Path objects;

    LooseObjects(Path objects) {
        this.objects = objects;
    }

    Path file(AnyObjectId id) {
        String name = id.name();
        return objects.resolve(name.substring(0, 2)).resolve(name.substring(2));
    }

    Optional<StoredObject> read(AnyObjectId id) throws IOException {
        Optional<byte[]> bytes = GitFiles.bytes(file(id));
        return bytes.isEmpty() ? Optional.empty() : Optional.of(inflate(bytes.get()));
    }

    private static StoredObject inflate(byte[] deflated) throws IOException {
        StringBuilder header = new StringBuilder();
        try (InputStream in = new InflaterInputStream(new ByteArrayInputStream(deflated))) {
            for (int c = in.read(); c > 0 && header.length() < 32; c = in.read()) {
                header.append((char) c);
            }
        }
        Matcher matcher = HEADER.matcher(header);
        if (!matcher.matches()) {
            throw new DamagedException("an object without a header");
        }
        long size = Long.parseLong(matcher.group(2));
        if (size > deflated.length * 1100L) {
            throw new DamagedException(deflated.length + " bytes cannot hold " + size);
        }
        byte[] all = Inflation.exactly(header.length() + 1 + size, new ByteArrayInputStream(deflated));
        byte[] bytes = new byte[(int) size];
        System.arraycopy(all, header.length() + 1, bytes, 0, bytes.length);
        return new StoredObject(type(matcher.group(1)), bytes);
    }

    private static int type(String name) {
        return switch (name) {
            case "commit" -> Constants.OBJ_COMMIT;
            case "tree" -> Constants.OBJ_TREE;
            case "blob" -> Constants.OBJ_BLOB;
            default -> Constants.OBJ_TAG;
        };
    }

    /** Names the loose objects whose first byte is {@code first}. */
    void each(int first, Consumer<ObjectId> found) throws IOException {
        String prefix = String.format("%02x", first);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(objects.resolve(prefix))) {
            for (Path file : files) {
                String name = String.valueOf(file.getFileName());
                if (NAME.matcher(name).matches()) {
                    found.accept(ObjectId.fromString((prefix + name).getBytes(StandardCharsets.US_ASCII), 0));
                }
            }
        } catch (NoSuchFileException | NotDirectoryException e) {
            // None.
        }
    }
}
