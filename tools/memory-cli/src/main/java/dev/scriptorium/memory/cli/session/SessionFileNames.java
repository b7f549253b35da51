package dev.scriptorium.memory.cli.session;

import dev.scriptorium.memory.api.session.SessionId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The file names of sessions: the id percent-encoded, capitals too, so that no file system takes two ids for one. A
 * name that would be too long is cut, and a hash stands for the rest.
 */
final class SessionFileNames {
    private static final String SUFFIX = ".jsonl";
    private static final Pattern RESERVED = Pattern.compile("(con|prn|aux|nul|com\\d|lpt\\d)(\\..*)?");
    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final int MAX_LENGTH = 200;
    private static final int KEPT = 180;
    private static final int HASH_DIGITS = 16;

    private SessionFileNames() {}

    static String of(SessionId session) {
        byte[] bytes = session.value().getBytes(StandardCharsets.UTF_8);
        StringBuilder out = new StringBuilder(bytes.length + 8);
        boolean reserved = RESERVED.matcher(session.value()).matches();
        for (byte b : bytes) {
            boolean plain = (b >= 'a' && b <= 'z')
                    || (b >= '0' && b <= '9')
                    || b == '-'
                    || b == '_'
                    || (b == '.' && !out.isEmpty());
            if (plain && !(reserved && out.isEmpty())) {
                out.append((char) b);
            } else {
                out.append('%').append(HEX.toHexDigits(b));
            }
        }
        if (out.length() > MAX_LENGTH) {
            out.setLength(KEPT);
            out.append('~').append(hash(bytes));
        }
        return out.append(SUFFIX).toString();
    }

    /** Whether the file is a session's, by its name. */
    static boolean isSession(String fileName) {
        return isShortened(fileName) || read(fileName).isPresent();
    }

    /** Whether the id cannot be read off the name. */
    static boolean isShortened(String fileName) {
        return fileName.endsWith(SUFFIX) && fileName.indexOf('~') == KEPT;
    }

    /** The id of a whole name that is one of ours. */
    static Optional<SessionId> read(String fileName) {
        if (!fileName.endsWith(SUFFIX) || fileName.indexOf('~') >= 0) {
            return Optional.empty();
        }
        String name = fileName.substring(0, fileName.length() - SUFFIX.length());
        byte[] bytes = new byte[name.length()];
        int length = 0;
        try {
            for (int i = 0; i < name.length(); i++) {
                if (name.charAt(i) == '%') {
                    bytes[length++] = (byte) HexFormat.fromHexDigits(name, i + 1, i + 3);
                    i += 2;
                } else {
                    bytes[length++] = (byte) name.charAt(i);
                }
            }
            SessionId session = new SessionId(new String(bytes, 0, length, StandardCharsets.UTF_8));
            return of(session).equals(fileName) ? Optional.of(session) : Optional.empty();
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            return Optional.empty();
        }
    }

    private static String hash(byte[] bytes) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return HexFormat.of().formatHex(digest).substring(0, HASH_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
