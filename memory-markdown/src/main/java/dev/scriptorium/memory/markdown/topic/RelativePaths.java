package dev.scriptorium.memory.markdown.topic;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Links between files of a workspace: from one workspace path to another and back.
 *
 * @since 0.1
 */
public final class RelativePaths {
    private RelativePaths() {}

    /** The workspace path that a relative path in a file leads to; empty when it climbs out of the workspace. */
    public static Optional<String> resolve(String file, String relative) {
        Deque<String> parts = new ArrayDeque<>(Arrays.asList(file.split("/", -1)));
        parts.removeLast();
        for (String part : relative.split("/", -1)) {
            if (part.equals("..")) {
                if (parts.pollLast() == null) {
                    return Optional.empty();
                }
            } else if (!part.isEmpty() && !part.equals(".")) {
                parts.addLast(part);
            }
        }
        return Optional.of(String.join("/", parts));
    }

    /** The workspace paths that a link may mean: as it stands, then with percent-encoding undone. */
    public static List<String> candidates(String file, String linkPath) {
        List<String> found = new ArrayList<>(2);
        resolve(file, linkPath).ifPresent(found::add);
        if (linkPath.indexOf('%') >= 0) {
            decode(linkPath).flatMap(decoded -> resolve(file, decoded)).ifPresent(found::add);
        }
        return found;
    }

    /** The relative path that leads from one file to another. */
    public static String relative(String fromFile, String toFile) {
        String[] from = fromFile.split("/", -1);
        String[] to = toFile.split("/", -1);
        int common = 0;
        while (common < from.length - 1 && common < to.length - 1 && from[common].equals(to[common])) {
            common++;
        }
        StringBuilder out = new StringBuilder();
        for (int i = common; i < from.length - 1; i++) {
            out.append("../");
        }
        for (int i = common; i < to.length; i++) {
            out.append(i == common ? "" : "/").append(to[i]);
        }
        return out.toString();
    }

    /** A path as a link destination: what breaks one is percent-encoded, letters of any script stay. */
    public static String encode(String path) {
        StringBuilder out = new StringBuilder(path.length());
        path.codePoints().forEach(c -> {
            if (c == ' ' || "%()<>#?\\".indexOf(c) >= 0 || Character.isISOControl(c)) {
                for (byte b : new String(Character.toChars(c)).getBytes(StandardCharsets.UTF_8)) {
                    out.append('%').append(Character.toUpperCase(Character.forDigit((b >> 4) & 15, 16)));
                    out.append(Character.toUpperCase(Character.forDigit(b & 15, 16)));
                }
            } else {
                out.appendCodePoint(c);
            }
        });
        return out.toString();
    }

    /** A path with its percent-encoding undone; empty when that is not UTF-8 or not encoded properly. */
    public static Optional<String> decode(String path) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(path.length());
        for (int i = 0; i < path.length(); ) {
            char c = path.charAt(i);
            if (c == '%') {
                int high = i + 2 < path.length() ? Character.digit(path.charAt(i + 1), 16) : -1;
                int low = i + 2 < path.length() ? Character.digit(path.charAt(i + 2), 16) : -1;
                if (high < 0 || low < 0) {
                    return Optional.empty();
                }
                bytes.write(high << 4 | low);
                i += 3;
            } else {
                int end = path.indexOf('%', i);
                end = end < 0 ? path.length() : end;
                bytes.writeBytes(path.substring(i, end).getBytes(StandardCharsets.UTF_8));
                i = end;
            }
        }
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }
}
