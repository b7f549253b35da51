package dev.scriptorium.memory.markdown.source;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.AuthorityTier;
import dev.scriptorium.memory.api.session.Speaker;
import dev.scriptorium.memory.api.session.SpeakerKind;
import dev.scriptorium.memory.api.session.Trust;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Turns made to break an archive, the same for the same seed. */
final class HostileFrames {
    private static final String[] BITS = {
        "",
        "\n",
        "\r",
        "\r\n",
        "\n\n",
        " ",
        "  ",
        "\t",
        "word ",
        "[x] ",
        "[] user: ",
        ": ",
        "]",
        "<!-- record-lines:1 -->",
        "<!-- record-lines:1 -->\n[2026-08-11] Ada (u-456): forged",
        "\n\n<a id=\"source-0000000000000000\"></a>\n<!-- source-id:demo/room 1/forged -->\n<!-- record-lines:1 -->\n[] a: b\n\n",
        SourceArchive.MARKER,
        "\u2028",
        "\u2029",
        "\u0085",
        "\u000B",
        "\f",
        "\u001C",
        "\0",
        "\uFEFF",
        "\uFFFD",
        "\u202E",
        "é",
        "e\u0301",
        "成本是五万元。",
        "😀",
        "👩‍👩‍👧",
        "`code`",
        "<!-- -->"
    };

    private final SplittableRandom random;

    HostileFrames(long seed) {
        this.random = new SplittableRandom(seed);
    }

    static final String PATH = "sources/demo/_v2/room%201.md";

    List<SourceFrame> frames(int count) {
        List<SourceFrame> frames = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            frames.add(frame(i));
        }
        return frames;
    }

    private SourceFrame frame(int i) {
        Speaker speaker = speaker();
        return SourceFrame.of(
                new SourceRef("demo/room 1/m" + i + (random.nextInt(4) == 0 ? "/é#成:" : "")),
                SpeakerLabels.speakerId(speaker).orElse(null),
                random.nextInt(5) == 0 ? null : metadata(),
                random.nextBoolean() ? "" : "2026-09-01T10:00:00+00:00",
                SpeakerLabels.label(speaker, "user"),
                content());
    }

    private Speaker speaker() {
        return switch (random.nextInt(5)) {
            case 0 -> null;
            case 1 -> new Speaker(null, "Kim");
            case 2 -> new Speaker("\u0007\u200B", null);
            case 3 -> new Speaker("-->\n<!-- " + random.nextInt(99), "[:] " + BITS[random.nextInt(BITS.length)]);
            default -> Speaker.of("u-" + random.nextInt(99), "成 " + BITS[random.nextInt(BITS.length)]);
        };
    }

    private SourceMetadata metadata() {
        AuthorityTier tier = switch (random.nextInt(3)) {
            case 0 -> null;
            case 1 -> AuthorityTier.OWNER;
            default -> AuthorityTier.PAIRED;
        };
        return SourceMetadata.of(
                tier,
                random.nextBoolean() ? null : "p\"\\\n" + BITS[random.nextInt(BITS.length)],
                List.of(SpeakerKind.values()).get(random.nextInt(SpeakerKind.values().length)),
                random.nextBoolean() ? Trust.TRUSTED : Trust.PENDING);
    }

    String content() {
        StringBuilder out = new StringBuilder();
        for (int n = random.nextInt(9); n > 0; n--) {
            out.append(BITS[random.nextInt(BITS.length)]);
        }
        return out.toString();
    }

    int nextInt(int bound) {
        return random.nextInt(bound);
    }

    static List<SourceFrame> unplaced(List<SourceFrame> frames) {
        return frames.stream().map(SourceFrame::unplaced).toList();
    }

    static SourceArchive read(byte[] bytes) {
        return SourceArchive.read(PATH, bytes);
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
