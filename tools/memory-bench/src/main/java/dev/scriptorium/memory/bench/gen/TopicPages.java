package dev.scriptorium.memory.bench.gen;

import dev.scriptorium.memory.markdown.source.SourceFrame;
import dev.scriptorium.memory.markdown.source.SourceLocations;
import dev.scriptorium.memory.markdown.topic.RelativePaths;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Topics over what was said: each block a sentence of a message, cited. Not thread-safe. */
final class TopicPages {
    private static final List<String> AREAS =
            List.of("people", "projects", "places", "travel", "home", "health", "reading", "work");
    private static final List<String> SECTIONS = List.of("Background", "Plans", "Decisions");
    private static final int FILES_A_DIRECTORY = 64;
    private static final int SECTION_BLOCKS = 4;

    private final SyntheticText text;
    private final StringBuilder out = new StringBuilder();
    private String directory = "";
    private long topics;
    private long paths;
    private long blocks;

    TopicPages(SyntheticText text) {
        this.text = text;
    }

    long topics() {
        return topics;
    }

    long blocks() {
        return blocks;
    }

    /** The path of the next topic: eight areas, in each a new directory when the last is full. */
    String nextPath() {
        long ofArea = paths / AREAS.size();
        if (paths % ((long) AREAS.size() * FILES_A_DIRECTORY) == 0) {
            directory = text.rareWord() + "-" + ofArea / FILES_A_DIRECTORY;
        }
        String area = AREAS.get((int) (paths++ % AREAS.size()));
        return String.format(Locale.ROOT, "topics/%s/%s/%s-%04d.md", area, directory, text.rareWord(), ofArea);
    }

    /**
     * A topic with one block a message.
     *
     * @param also cited by the first block besides its own message; null for nothing more
     */
    String page(String path, List<SourceFrame> messages, @Nullable SourceFrame also) {
        out.setLength(0);
        out.append("# ").append(title(path)).append('\n');
        for (int i = 0; i < messages.size(); i++) {
            if (i % SECTION_BLOCKS == 0) {
                String section = SECTIONS.get(i / SECTION_BLOCKS % SECTIONS.size());
                out.append("\n## ").append(section).append('\n');
            }
            block(path, messages.get(i), i == 0 ? also : null);
        }
        topics++;
        return out.toString();
    }

    private static String title(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1, path.length() - ".md".length());
        return SyntheticText.capital(name.replace('-', ' '));
    }

    private void block(String path, SourceFrame message, @Nullable SourceFrame also) {
        String content = message.content();
        String first = content.substring(0, content.indexOf('.') + 1);
        out.append('\n').append(first).append(reference(2 * blocks));
        if (also != null) {
            out.append(' ').append(text.sentence(6)).append(reference(2 * blocks + 1));
        }
        out.append(" ^").append(hex(scrambled(blocks, 32), 8)).append("\n\n");
        definition(path, message, 2 * blocks);
        if (also != null) {
            out.append('\n');
            definition(path, also, 2 * blocks + 1);
        }
        blocks++;
    }

    private static String reference(long citation) {
        return "[^e-" + hex(scrambled(citation, 40), 10) + "]";
    }

    private void definition(String path, SourceFrame message, long citation) {
        String day = message.stamp().substring(0, "2023-01-02".length());
        String time = switch ((int) (citation / 2 % 16)) {
            case 0 -> "undated";
            case 1, 2 -> day.substring(0, "2023-01".length());
            default -> day;
        };
        String archive = SourceLocations.v2Path(message.ref()).orElseThrow();
        out.append(reference(citation))
                .append(": Time: `")
                .append(time)
                .append("`; Sources: [")
                .append(text.rareWord())
                .append("](")
                .append(RelativePaths.encode(RelativePaths.relative(path, archive)))
                .append('#')
                .append(message.anchor())
                .append(")\n");
    }

    private static String hex(long value, int digits) {
        return HexFormat.of().toHexDigits(value, digits);
    }

    /** Looks like a hash and, unlike one, never gives two numbers the same: each step can be undone. */
    private static long scrambled(long number, int bits) {
        long mask = (1L << bits) - 1;
        long value = number & mask;
        for (int round = 0; round < 3; round++) {
            value = (value * 0x9E3779B97F4A7C15L + 0x5851F42DL) & mask;
            value ^= value >>> (bits / 2);
        }
        return value;
    }
}
