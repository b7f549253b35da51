package dev.scriptorium.memory.local.backup;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.Revision;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.internal.io.Sha256;
import dev.scriptorium.memory.local.internal.json.JsonObject;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.markdown.parse.TopicParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * An export that is not trusted: read as if somebody hostile had made it. Nothing is believed that its manifest does not
 * name, nothing of the manifest that the content does not bear out.
 */
final class ExportFile {
    private static final int BUFFER = 1 << 16;
    private static final long LONGEST_MANIFEST = 64L << 20;
    private static final long SHORT_MANIFEST = 1L << 20;
    private static final long LONGEST_TEXT = 1L << 30;

    /** What an export may unpack to: text shrinks tenfold, rarely fiftyfold. */
    private static final long EXPANSION = 200;

    private static final long ALWAYS_ALLOWED = 64L << 20;

    private final Path file;
    private final ExportManifest manifest;

    private ExportFile(Path file, ExportManifest manifest) {
        this.file = file;
        this.manifest = manifest;
    }

    /**
     * Reads what an export says of itself, and looks whether its names are what they have to be.
     *
     * @throws MemoryException {@code INVALID_ARGUMENT}, {@code FORMAT_TOO_NEW}
     * @throws IOException when it cannot be read
     */
    static ExportFile open(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new MemoryException(ErrorCode.INVALID_ARGUMENT, file + " is no file; name one that export has made");
        }
        try (ZipFile zip = zip(file)) {
            Set<String> names = names(file);
            ZipEntry listed = zip.getEntry(ExportPaths.MANIFEST);
            if (listed == null) {
                throw bad(file, ExportPaths.MANIFEST, "is missing; this is no export");
            }
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            long most = Math.min(LONGEST_MANIFEST, SHORT_MANIFEST + EXPANSION * Files.size(file));
            copy(file, zip, listed, most, text);
            ExportFile export = new ExportFile(file, manifest(file, text.toString(StandardCharsets.UTF_8)));
            export.requireSameNames(names);
            export.requireRoom();
            return export;
        }
    }

    private static ZipFile zip(Path file) throws IOException {
        try {
            return new ZipFile(file.toFile(), StandardCharsets.UTF_8);
        } catch (ZipException e) {
            throw bad(file, "", "cannot be read as a zip file: " + e.getMessage());
        }
    }

    private static Set<String> names(Path file) throws IOException {
        Set<String> names = new HashSet<>();
        Map<String, String> folded = new HashMap<>();
        try {
            for (ZipDirectory.Entry entry : ZipDirectory.read(file)) {
                if (entry.special() || entry.encrypted()) {
                    throw bad(file, entry.name(), "is a link, a directory or encrypted; an export holds plain files");
                }
                if (!names.add(entry.name())) {
                    throw bad(file, entry.name(), "is there twice");
                }
                String other = folded.put(ExportPaths.folded(entry.name()), entry.name());
                if (other != null) {
                    throw bad(file, entry.name(), "is the same file as \"" + other + "\" on some disks");
                }
            }
        } catch (MemoryException e) {
            throw e;
        } catch (IOException e) {
            throw bad(file, "", "cannot be read as a zip file: " + e.getMessage());
        }
        return names;
    }

    private static ExportManifest manifest(Path file, String text) {
        JsonObject json =
                JsonObject.parse(text).orElseThrow(() -> bad(file, ExportPaths.MANIFEST, "is not a JSON object"));
        long format = ExportManifest.format(json)
                .orElseThrow(() -> bad(file, ExportPaths.MANIFEST, "does not say which format it has"));
        if (format > ExportManifest.FORMAT) {
            throw new MemoryException(
                    ErrorCode.FORMAT_TOO_NEW,
                    file + " has format " + format + ", this version knows up to " + ExportManifest.FORMAT
                            + "; restore it with a newer version");
        }
        try {
            return ExportManifest.read(json);
        } catch (IllegalArgumentException e) {
            throw bad(file, ExportPaths.MANIFEST, "is damaged: " + e.getMessage());
        }
    }

    private void requireSameNames(Set<String> names) {
        for (String name : names) {
            if (!name.equals(ExportPaths.MANIFEST) && !manifest.files().containsKey(name)) {
                throw bad(file, name, "is in no manifest; somebody has added it");
            }
        }
        for (String name : manifest.files().keySet()) {
            if (!names.contains(name)) {
                throw bad(file, name, "is in the manifest and not in the file");
            }
            if (!ExportPaths.isAllowed(name, manifest.runtime())) {
                throw bad(file, name, "has no place in an export");
            }
        }
        // What is a directory for one file cannot be another file.
        Set<String> directories = new HashSet<>();
        for (String name : names) {
            for (int slash = name.indexOf('/'); slash >= 0; slash = name.indexOf('/', slash + 1)) {
                directories.add(ExportPaths.folded(name.substring(0, slash)));
            }
        }
        for (String name : names) {
            if (directories.contains(ExportPaths.folded(name))) {
                throw bad(file, name, "is a file and a directory");
            }
        }
    }

    private void requireRoom() throws IOException {
        long most = Math.max(ALWAYS_ALLOWED, EXPANSION * Files.size(file));
        long all = 0;
        for (var content : manifest.files().entrySet()) {
            long length = content.getValue().length();
            if (length < 0 || length > most - all) {
                throw bad(
                        file,
                        content.getKey(),
                        "makes it unpack to more than " + most + " bytes, " + EXPANSION + " times its length");
            }
            all += length;
        }
    }

    ExportManifest manifest() {
        return manifest;
    }

    /** How many bytes it unpacks to. */
    long unpacked() {
        return manifest.files().values().stream()
                .mapToLong(ExportManifest.Content::length)
                .sum();
    }

    /**
     * Reads everything back, and holds it against what was meant to be written.
     *
     * @throws IOException when the disk gave back something else
     */
    static void verify(Path file, ExportManifest written) throws IOException {
        try {
            ExportFile export = open(file);
            if (!export.manifest.equals(written)) {
                throw new IOException("what was read back is not what was written");
            }
            export.readAll(null, null);
        } catch (MemoryException e) {
            throw new IOException("what was read back is not what was written: " + e.getMessage(), e);
        }
    }

    /**
     * Unpacks the memory into a directory that is nobody else's, checking all of it. The version of the layout comes
     * last, so that what is not whole opens as no workspace.
     */
    void unpack(Path directory, Disk disk) throws IOException {
        readAll(directory, disk);
    }

    /** Reads everything, and writes it where there is somewhere to write it to. */
    private void readAll(@Nullable Path directory, @Nullable Disk disk) throws IOException {
        SortedMap<String, String> hashes = new TreeMap<>();
        String format = ExportPaths.MEMORY + manifest.runtime() + "/format";
        try (ZipFile zip = zip(file)) {
            for (var listed : manifest.files().entrySet()) {
                String name = listed.getKey();
                ZipEntry entry = zip.getEntry(name);
                if (entry == null) {
                    throw bad(file, name, "is gone");
                }
                boolean memory = name.startsWith(ExportPaths.MEMORY);
                String path = name.substring(name.indexOf('/') + 1);
                if (memory && path.startsWith(TopicPath.ROOT)) {
                    byte[] bytes = bytes(zip, entry, listed.getValue());
                    requireTopic(name, path, bytes);
                    if (directory != null && disk != null) {
                        write(directory, disk, name, bytes);
                    }
                } else if (directory == null || disk == null || name.equals(format)) {
                    check(zip, entry, listed.getValue(), OutputStream.nullOutputStream());
                } else {
                    Path to = directory.resolve(name);
                    disk.createDirectories(Disk.parent(to));
                    try (OutputStream out = disk.creating(to)) {
                        check(zip, entry, listed.getValue(), out);
                    }
                }
                if (memory && ExportPaths.isContent(path)) {
                    hashes.put(path, listed.getValue().sha256());
                }
            }
            requireRevision(hashes);
            if (directory != null && disk != null) {
                ZipEntry entry = zip.getEntry(format);
                ExportManifest.Content content = manifest.files().get(format);
                if (entry == null || content == null) {
                    throw bad(file, format, "is missing");
                }
                write(directory, disk, format, bytes(zip, entry, content));
            }
        }
    }

    private static void write(Path directory, Disk disk, String name, byte[] bytes) throws IOException {
        Path to = directory.resolve(name);
        disk.createDirectories(Disk.parent(to));
        disk.create(to, bytes);
    }

    private byte[] bytes(ZipFile zip, ZipEntry entry, ExportManifest.Content content) throws IOException {
        if (content.length() > LONGEST_TEXT) {
            throw bad(file, entry.getName(), "is longer than a text can be");
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream((int) content.length());
        check(zip, entry, content, out);
        return out.toByteArray();
    }

    private void check(ZipFile zip, ZipEntry entry, ExportManifest.Content content, OutputStream to)
            throws IOException {
        String hash = copy(file, zip, entry, content.length(), to);
        if (!hash.equals(content.sha256())) {
            throw bad(file, entry.getName(), "is not what its manifest says, by hash; the file is damaged or changed");
        }
    }

    /** Copies what an entry really holds, and refuses more than a length; the hash of it. */
    private static String copy(Path file, ZipFile zip, ZipEntry entry, long atMost, OutputStream to)
            throws IOException {
        MessageDigest digest = Sha256.digest();
        byte[] buffer = new byte[BUFFER];
        long length = 0;
        try (InputStream in = zip.getInputStream(entry)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                length += read;
                if (length > atMost) {
                    throw bad(file, entry.getName(), "is longer than the " + atMost + " bytes it may have");
                }
                digest.update(buffer, 0, read);
                to.write(buffer, 0, read);
            }
        } catch (ZipException | java.io.EOFException e) {
            throw bad(file, entry.getName(), "cannot be unpacked: " + e.getMessage());
        }
        return Sha256.hex(digest);
    }

    private void requireTopic(String name, String path, byte[] bytes) {
        ByteBuffer left = ByteBuffer.wrap(bytes);
        CharBuffer text;
        try {
            text = StandardCharsets.UTF_8.newDecoder().decode(left);
        } catch (CharacterCodingException e) {
            throw bad(file, name, "holds bytes that are not UTF-8, at offset " + left.position());
        }
        if (path.endsWith(".md")) {
            TopicParser.parse(new TopicPath(path), text.toString());
        }
    }

    private void requireRevision(SortedMap<String, String> hashes) {
        Revision found;
        try {
            found = Snapshot.revisionOf(hashes);
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw bad(file, ExportPaths.MANIFEST, "holds what is no hash");
        }
        if (!found.value().equals(manifest.revision())) {
            throw bad(
                    file, ExportPaths.MANIFEST, "names revision " + manifest.revision() + ", its files have " + found);
        }
    }

    private static MemoryException bad(Path file, String name, String what) {
        return new MemoryException(
                ErrorCode.INVALID_ARGUMENT,
                file + ": " + (name.isEmpty() ? "" : "\"" + shown(name) + "\" ") + what
                        + "; nothing has been restored, take another backup");
    }

    /** A name as it may be printed. */
    private static String shown(String name) {
        StringBuilder shown = new StringBuilder();
        name.codePoints()
                .limit(200)
                .forEach(c -> shown.appendCodePoint(
                        Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? '?' : c));
        return shown.toString();
    }
}
