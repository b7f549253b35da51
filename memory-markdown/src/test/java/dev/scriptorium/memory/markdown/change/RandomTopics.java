package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.markdown.normalize.TopicTree;
import dev.scriptorium.memory.markdown.topic.RelativePaths;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** Canonical topics made at random: headings, merged and old records, shared evidence, code and comments. */
final class RandomTopics {
    private static final List<String> PATHS =
            List.of("topics/core.md", "topics/a.md", "topics/d/b.md", "topics/d/e/c.md");

    private record Made(String path, String id) {}

    private final SplittableRandom random;
    private final List<Made> made = new ArrayList<>();
    private int number;

    private RandomTopics(SplittableRandom random) {
        this.random = random;
    }

    static TopicTree make(SplittableRandom random) {
        RandomTopics topics = new RandomTopics(random);
        Map<String, String> texts = new TreeMap<>();
        for (String path : PATHS) {
            texts.put(path, topics.topic(path));
        }
        return Topics.tree(texts);
    }

    private String topic(String path) {
        List<String> parts = new ArrayList<>();
        if (random.nextInt(3) == 0) {
            parts.add("---\ntags: x\n---");
        }
        if (random.nextInt(3) == 0) {
            records(path, parts);
        }
        for (String heading : List.of("# H", "## S", "### D", "## T", "# Z")) {
            if (random.nextInt(4) > 0) {
                parts.add(heading);
                records(path, parts);
            }
        }
        if (parts.stream().noneMatch(part -> part.endsWith(")"))) {
            records(path, parts);
        }
        return String.join("\n\n", parts) + "\n";
    }

    private void records(String path, List<String> parts) {
        String shared = null;
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            if (random.nextInt(6) == 0) {
                parts.add(random.nextBoolean() ? "```\n# no heading\n[^x] ^y\n```" : "<!-- two\n\nlines -->");
            }
            if (random.nextInt(5) == 0) {
                old(path, parts);
                continue;
            }
            String label = label();
            String words = random.nextInt(4) == 0 ? "- list " + next() + "\n- end" : "Words " + next() + ".";
            if (shared != null && random.nextInt(3) == 0) {
                words += "[^" + shared + "] And";
            }
            String id = id();
            parts.add(words + link(path) + "[^" + label + "] ^" + id + (random.nextInt(4) == 0 ? " ^" + id() : ""));
            made.add(new Made(path, id));
            parts.add(definition(path, label));
            shared = label;
        }
    }

    private String link(String path) {
        if (made.isEmpty() || random.nextInt(4) > 0) {
            return "";
        }
        Made to = made.get(random.nextInt(made.size()));
        String way = to.path().equals(path) ? "" : RelativePaths.relative(path, to.path());
        return " See [it](" + way + "#^" + to.id() + ").";
    }

    private void old(String path, List<String> parts) {
        String one = "mem_" + next();
        String two = "mem_" + next();
        parts.add("Old " + next() + ".[^" + one + "] Older.[^" + two + "]" + (random.nextBoolean() ? " After." : ""));
        parts.add(definition(path, one));
        parts.add(definition(path, two));
    }

    private String definition(String path, String label) {
        String up = "../".repeat((int) path.chars().filter(c -> c == '/').count());
        boolean first = random.nextBoolean();
        return "[^" + label + "]: Time: `2026-0" + (1 + random.nextInt(9)) + "`; Sources: [l" + next() + "](" + up
                + (first ? Archive.M1_TARGET : Archive.M2_TARGET).substring(3) + ")";
    }

    private String label() {
        return "e-" + String.format("%010x", number++);
    }

    private String id() {
        return String.format("%08x", number++);
    }

    private int next() {
        return number++;
    }
}
