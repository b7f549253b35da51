package dev.scriptorium.memory.testkit.backup;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Zip files as hostile as anybody likes: entries of one name twice, links, lengths that lie. Everything is stored. */
final class Zips {
    private static final int REGULAR = 0x8180;

    private Zips() {}

    /**
     * An entry.
     *
     * @param name any bytes
     * @param content what it holds
     * @param mode what it stands for on a Unix
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Entry(byte[] name, byte[] content, int mode) {
        Entry(String name, byte[] content) {
            this(name.getBytes(StandardCharsets.UTF_8), content, REGULAR);
        }

        String text() {
            return new String(name, StandardCharsets.UTF_8);
        }
    }

    static List<String> names(Path zip) throws IOException {
        return read(zip).stream().map(Entry::text).toList();
    }

    static List<Entry> read(Path zip) throws IOException {
        List<Entry> entries = new ArrayList<>();
        try (ZipInputStream in = new ZipInputStream(Files.newInputStream(zip), StandardCharsets.UTF_8)) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                entries.add(new Entry(entry.getName(), in.readAllBytes()));
            }
        }
        return entries;
    }

    static void write(Path zip, List<Entry> entries) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream directory = new ByteArrayOutputStream();
        for (Entry entry : entries) {
            CRC32 crc = new CRC32();
            crc.update(entry.content());
            int at = out.size();
            number(out, 0x04034b50, 4);
            common(out, entry, crc);
            out.write(entry.name());
            out.write(entry.content());
            number(directory, 0x02014b50, 4);
            number(directory, 0x0314, 2);
            common(directory, entry, crc);
            number(directory, 0, 2);
            number(directory, 0, 2);
            number(directory, 0, 2);
            number(directory, (long) entry.mode() << 16, 4);
            number(directory, at, 4);
            directory.write(entry.name());
        }
        int start = out.size();
        out.write(directory.toByteArray());
        number(out, 0x06054b50, 4);
        number(out, 0, 4);
        number(out, entries.size(), 2);
        number(out, entries.size(), 2);
        number(out, directory.size(), 4);
        number(out, start, 4);
        number(out, 0, 2);
        Files.write(zip, out.toByteArray());
    }

    private static void common(ByteArrayOutputStream out, Entry entry, CRC32 crc) {
        number(out, 20, 2);
        number(out, 0x0800, 2);
        number(out, 0, 2);
        number(out, 0, 2);
        number(out, 0x21, 2);
        number(out, crc.getValue(), 4);
        number(out, entry.content().length, 4);
        number(out, entry.content().length, 4);
        number(out, entry.name().length, 2);
        number(out, 0, 2);
    }

    private static void number(ByteArrayOutputStream out, long value, int bytes) {
        for (int i = 0; i < bytes; i++) {
            out.write((int) (value >>> (8 * i)));
        }
    }

    static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** An export with its manifest as text, for those who change both. */
    static final class Forged {
        final Map<String, byte[]> files = new LinkedHashMap<>();
        String manifest = "";

        static Forged of(Path zip) throws IOException {
            Forged forged = new Forged();
            for (Entry entry : read(zip)) {
                if (entry.text().equals("export.json")) {
                    forged.manifest = new String(entry.content(), StandardCharsets.UTF_8);
                } else {
                    forged.files.put(entry.text(), entry.content());
                }
            }
            return forged;
        }

        /** Adds a file, or puts another content in its place, with a manifest that agrees. */
        Forged with(String name, byte[] content) {
            boolean known = files.put(name, content) != null;
            String path = "\"path\" : \"" + name.replace("\\", "\\\\").replace("\n", "\\n") + "\"";
            String said = path + ", \"length\" : " + content.length + ", \"sha256\" : \"" + sha256(content) + "\"";
            manifest = known
                    ? manifest.replaceFirst(
                            Pattern.quote(path) + ",\\s*\"length\" : \\d+,\\s*\"sha256\" : \"[0-9a-f]+\"",
                            Matcher.quoteReplacement(said))
                    : manifest.replaceFirst(
                            "\"files\" : \\[", Matcher.quoteReplacement("\"files\" : [ {" + said + "},"));
            return this;
        }

        /** Changes what the manifest says. */
        Forged saying(String regex, String replacement) {
            manifest = manifest.replaceFirst(regex, replacement);
            return this;
        }

        /** Leaves a file out, of the file and not of the manifest. */
        Forged without(String name) {
            files.remove(name);
            return this;
        }

        List<Entry> entries() {
            List<Entry> entries = new ArrayList<>();
            files.forEach((name, content) -> entries.add(new Entry(name, content)));
            entries.add(new Entry("export.json", manifest.getBytes(StandardCharsets.UTF_8)));
            return entries;
        }
    }
}
