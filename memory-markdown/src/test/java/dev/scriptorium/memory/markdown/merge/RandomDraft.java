package dev.scriptorium.memory.markdown.merge;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;

/** A topic made at random, and edits of it made at random: what a writer or a person may do to one. */
final class RandomDraft {
    /** What is in the text at one place; {@code owner} tells which of two people with separate work it is for. */
    private record Item(String text, List<String> labels, List<String> ids, int owner) {
        boolean isBlock() {
            return !labels.isEmpty();
        }

        boolean isHeading() {
            return text.startsWith("#");
        }

        Item with(String newText) {
            return new Item(newText, labels, ids, owner);
        }
    }

    /** What both sides may come to write, each once. */
    static final String SHARED = "Both say this.";

    private final List<Item> items;
    private final Map<String, String> definitions;
    private final SplittableRandom random;
    private final String side;
    private int number;

    private RandomDraft(List<Item> items, Map<String, String> definitions, SplittableRandom random, String side) {
        this.items = items;
        this.definitions = definitions;
        this.random = random;
        this.side = side;
    }

    /** A canonical topic. */
    static RandomDraft make(SplittableRandom random) {
        RandomDraft draft = new RandomDraft(new ArrayList<>(), new HashMap<>(), random, "b");
        draft.items.add(draft.item("# Topic"));
        int sections = 1 + random.nextInt(4);
        for (int i = 0; i < sections; i++) {
            if (i > 0) {
                draft.items.add(draft.item("#".repeat(2 + random.nextInt(2)) + " " + draft.word()));
            }
            int blocks = 1 + random.nextInt(3);
            for (int j = 0; j < blocks; j++) {
                draft.items.add(draft.block(true));
                if (random.nextInt(8) == 0) {
                    draft.items.add(draft.item(draft.opaque()));
                }
            }
        }
        return draft;
    }

    /** A copy for one side to edit; both sides may come to write the same words and the same local labels. */
    RandomDraft copy(SplittableRandom edits, String name) {
        RandomDraft copy = new RandomDraft(new ArrayList<>(items), new HashMap<>(definitions), edits, name);
        copy.number = number;
        return copy;
    }

    private Item item(String text) {
        return new Item(text, List.of(), List.of(), random.nextInt(2));
    }

    private String word() {
        return "w" + side + number++;
    }

    /** Only what is made first has rules: those of two sides would be one. */
    private String opaque() {
        return switch (random.nextInt(side.equals("b") ? 3 : 2)) {
            case 0 -> "```\n" + word() + "[^e1]\n```";
            case 1 -> "<!-- " + word() + " -->";
            default -> "***";
        };
    }

    private Item block(boolean canonical) {
        List<String> labels = new ArrayList<>();
        int count = 1 + random.nextInt(2);
        for (int i = 0; i < count; i++) {
            labels.add(definitions.isEmpty() || random.nextInt(4) > 0 ? define(canonical) : anyLabel());
        }
        List<String> ids = canonical ? List.of(String.format("%s00000%02x", side, number++ & 255)) : List.of();
        String words = random.nextInt(5) == 0 ? "- " + word() + "\n- more" : "Words " + word() + ".";
        return new Item(words, labels.stream().distinct().toList(), ids, random.nextInt(2));
    }

    private String anyLabel() {
        List<String> labels = definitions.keySet().stream().sorted().toList();
        return labels.get(random.nextInt(labels.size()));
    }

    private String define(boolean canonical) {
        String label;
        if (canonical) {
            label = String.format("e-%010x", number++);
        } else {
            int local = 1;
            while (definitions.containsKey("e" + local)) {
                local++;
            }
            label = "e" + local;
        }
        definitions.put(label, saying());
        return label;
    }

    private String saying() {
        return "Time: `2026-0" + (1 + random.nextInt(9)) + "`; Sources: [l" + side + number++
                + "](openprogram/sess-alpha/u1)";
    }

    /** Some edits anywhere, with whatever they touch. */
    RandomDraft edit(int count) {
        for (int i = 0; i < count; i++) {
            edit(random.nextInt(11), owner -> true);
        }
        return this;
    }

    /** Some edits of what one of two people owns. */
    RandomDraft editOwn(int count, int owner) {
        for (int i = 0; i < count; i++) {
            edit(random.nextInt(8), other -> other == owner);
        }
        return this;
    }

    private void edit(int kind, IntPredicate owned) {
        int at = random.nextInt(items.size());
        Item item = items.get(at);
        if (!owned.test(item.owner())) {
            return;
        }
        switch (kind) {
            case 0 -> insert(at + 1, block(false), item);
            case 1 -> {
                if (!item.text().startsWith("***")) {
                    items.set(at, item.with(changed(item)));
                }
            }
            case 2 -> {
                if (!item.isHeading() && items.stream().filter(Item::isBlock).count() > 2) {
                    items.remove(at);
                }
            }
            case 3 -> {
                if (item.isBlock()) {
                    items.remove(at);
                    items.add(1 + random.nextInt(items.size()), item);
                }
            }
            case 4 -> redefine(item);
            case 5 -> cite(at, item);
            case 6 -> insert(at + 1, item(random.nextBoolean() ? "## " + word() : opaque()), item);
            case 7 -> insert(at + 1, block(true), item);
            case 8 -> {
                if (items.stream().noneMatch(other -> other.text().equals(SHARED))) {
                    insert(at + 1, new Item(SHARED, List.of(define(false)), List.of(), 0), item);
                }
            }
            case 9 -> absorb(at);
            default -> {
                if (item.isHeading() && at > 0) {
                    items.remove(at);
                }
            }
        }
    }

    /** A heading right below one that changes too would leave nothing to know that one by. */
    private void insert(int at, Item item, Item neighbour) {
        if (item.isHeading() && neighbour.isHeading()) {
            return;
        }
        items.add(at, new Item(item.text(), item.labels(), item.ids(), neighbour.owner()));
    }

    private String changed(Item item) {
        String text = item.text();
        if (text.startsWith("```")) {
            return "```\n" + word() + "\n```";
        }
        return text.startsWith("<!--") ? "<!-- " + word() + " -->" : text + " " + word();
    }

    /** Changes what is said of a citation that nobody shares. */
    private void redefine(Item item) {
        for (String label : item.labels()) {
            if (items.stream().filter(other -> other.labels().contains(label)).count() == 1) {
                definitions.put(label, saying());
            }
        }
    }

    private void cite(int at, Item item) {
        if (item.isBlock()) {
            List<String> labels = new ArrayList<>(item.labels());
            labels.add(define(false));
            items.set(at, new Item(item.text(), labels, item.ids(), item.owner()));
        }
    }

    /** Merges a block into the next one, which keeps its id. */
    private void absorb(int at) {
        if (at + 1 < items.size()
                && items.get(at).isBlock()
                && items.get(at + 1).isBlock()
                && !items.get(at + 1).ids().isEmpty()) {
            Item from = items.remove(at);
            Item into = items.get(at);
            List<String> ids = new ArrayList<>(from.ids());
            ids.addAll(into.ids());
            Set<String> labels = new java.util.LinkedHashSet<>(from.labels());
            labels.addAll(into.labels());
            items.set(at, new Item("Merged " + word() + ".", List.copyOf(labels), ids, into.owner()));
        }
    }

    /** The text, every definition below the first block that cites it. */
    String text() {
        List<String> parts = new ArrayList<>();
        Set<String> defined = new HashSet<>();
        for (Item item : items) {
            StringBuilder text = new StringBuilder(item.text());
            item.labels().forEach(label -> text.append("[^").append(label).append(']'));
            item.ids().forEach(id -> text.append(" ^").append(id));
            parts.add(text.toString());
            for (String label : item.labels()) {
                if (defined.add(label)) {
                    parts.add("[^" + label + "]: " + definitions.get(label));
                }
            }
        }
        return String.join("\n\n", parts) + "\n";
    }
}
