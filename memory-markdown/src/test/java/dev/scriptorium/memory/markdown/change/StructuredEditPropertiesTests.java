package dev.scriptorium.memory.markdown.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.normalize.EditPolicy;
import dev.scriptorium.memory.markdown.normalize.NormalizedEdit;
import dev.scriptorium.memory.markdown.normalize.TopicNormalizer;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import dev.scriptorium.memory.markdown.parse.RecordReader;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.MemoryRecord;
import dev.scriptorium.memory.markdown.topic.Topic;
import dev.scriptorium.memory.markdown.validate.TopicLimits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Random requests on random topics; a failure names its seed. */
class StructuredEditPropertiesTests {
    private static final int SEEDS = 120;

    /** What a record says, wherever it stands. */
    private record Said(String content, String when, List<String> refs) {}

    private static Map<String, Said> said(TopicTree tree) {
        Map<String, Said> said = new TreeMap<>();
        for (TopicPath path : tree.paths()) {
            for (MemoryRecord record : RecordReader.read(tree.topic(path).orElseThrow(), Archive.S1)) {
                said.put(
                        record.id().value(),
                        new Said(
                                withoutWays(record.content()),
                                String.valueOf(record.when()),
                                record.sourceRefs().stream()
                                        .map(Object::toString)
                                        .toList()));
            }
        }
        return said;
    }

    /** Links to blocks by their ids only: there is more than one way to a topic, and any that leads there stays. */
    private static String withoutWays(String text) {
        return text.replaceAll("]\\([^)#]*#\\^", "](#^");
    }

    private static List<Block> blocks(TopicTree tree) {
        return tree.paths().stream()
                .flatMap(path -> tree.topic(path).orElseThrow().blocks().stream())
                .toList();
    }

    private static TopicPath home(TopicTree tree, Block block) {
        return tree.topicOf(RecordIds.of(block).get(0)).orElseThrow();
    }

    private static Block any(SplittableRandom random, TopicTree tree) {
        List<Block> blocks = blocks(tree);
        return blocks.get(random.nextInt(blocks.size()));
    }

    private static Destination destination(SplittableRandom random, TopicTree tree, Set<String> taken) {
        Block block = any(random, tree);
        TopicPath path =
                random.nextInt(6) == 0 ? new TopicPath("topics/new/n" + random.nextInt(2) + ".md") : home(tree, block);
        String anchor = RecordIds.of(block).get(0);
        if (random.nextInt(3) == 0 && !taken.contains(anchor)) {
            taken.addAll(RecordIds.of(block));
            Position position = random.nextBoolean() ? Position.BEFORE : Position.AFTER;
            return new Destination(home(tree, block), block.headings(), position, new BlockId(anchor));
        }
        List<String> headings = new ArrayList<>(block.headings());
        if (random.nextInt(4) == 0 && headings.size() < 6) {
            headings.add("New " + random.nextInt(3));
        }
        return new Destination(path, headings, random.nextBoolean() ? Position.START : Position.END, null);
    }

    private static List<MemoryChange> request(SplittableRandom random, TopicTree tree, Map<String, Said> expected) {
        List<MemoryChange> changes = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        int count = 1 + random.nextInt(5);
        for (int i = 0; i < count; i++) {
            Block block = any(random, tree);
            List<String> ids = RecordIds.of(block);
            String id = ids.get(random.nextInt(ids.size()));
            boolean free = ids.stream().noneMatch(taken::contains);
            String words = "Changed " + random.nextInt(1_000_000) + ".";
            Said changed = new Said(words, "2026-02", List.of(Archive.M1));
            switch (random.nextInt(4)) {
                case 0 -> changes.add(Changes.adding(words, destination(random, tree, taken)));
                case 1 -> {
                    if (free) {
                        taken.addAll(ids);
                        changes.add(Changes.update(id, words));
                        (block.legacy() ? List.of(id) : ids).forEach(each -> expected.put(each, changed));
                    }
                }
                case 2 -> {
                    if (free) {
                        taken.addAll(ids);
                        changes.add(Changes.delete(id));
                        expected.remove(id);
                    }
                }
                default -> {
                    if (free) {
                        taken.addAll(ids);
                        changes.add(Changes.move(destination(random, tree, taken), ids.toArray(String[]::new)));
                    }
                }
            }
        }
        return changes;
    }

    private static Map<TopicPath, Optional<String>> files(TopicTree tree) {
        Map<TopicPath, Optional<String>> files = new HashMap<>();
        tree.paths().forEach(path -> files.put(path, tree.text(path)));
        return files;
    }

    private static void assertCanonical(TopicTree tree, String seed) {
        assertThat(TopicNormalizer.normalize(
                                files(tree),
                                TopicTree.EMPTY,
                                Archive.S1,
                                EditPolicy.keepingAll().restoring(id -> true),
                                TopicLimits.DEFAULT)
                        .files())
                .as(seed)
                .isEqualTo(files(tree));
        Topics.texts(tree)
                .forEach((path, text) -> assertThat(text.replaceAll("(?s)<!--.*?-->|```.*?```", "X"))
                        .as(seed)
                        .doesNotContain("\n\n\n")
                        .doesNotStartWith("\n")
                        .doesNotEndWith("\n\n"));
    }

    @Test
    void recordsKeepTheirIdsAndWordsThroughEveryRequest() {
        for (int seed = 0; seed < SEEDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            TopicTree tree = RandomTopics.make(random);
            assertCanonical(tree, "seed " + seed);
            for (int step = 0; step < 4; step++) {
                Map<String, Said> expected = said(tree);
                List<MemoryChange> changes = request(random, tree, expected);
                if (changes.isEmpty()) {
                    continue;
                }
                String name = "seed " + seed + " step " + step + ": " + changes + "\n" + Topics.texts(tree);
                Update update;
                try {
                    update = Update.of(tree, changes);
                } catch (MemoryException e) {
                    // Something links to what was deleted; nothing else may be wrong.
                    assertThat(e.violations())
                            .as(name)
                            .isNotEmpty()
                            .allSatisfy(
                                    violation -> assertThat(violation.rule()).isEqualTo("dangling-link"));
                    continue;
                }
                TopicTree after = update.after();
                Map<String, Said> found = said(after);
                update.edit().blockIds().values().forEach(id -> {
                    assertThat(found).as(name).containsKey(id.value());
                    expected.put(id.value(), found.get(id.value()));
                });
                assertThat(update.edit().blockIds()).as(name).hasSize((int)
                        changes.stream().filter(CreateRecord.class::isInstance).count());
                assertThat(found).as(name).isEqualTo(expected);
                assertCanonical(after, name);
                if (after.paths().isEmpty()) {
                    break;
                }
                tree = after;
            }
        }
    }

    @Test
    void theSameRequestGivesTheSameBytesHoweverTheTopicsWereHeld() {
        for (int seed = 0; seed < 60; seed++) {
            TopicTree tree = RandomTopics.make(new SplittableRandom(seed));
            TopicTree other = TopicTree.EMPTY;
            List<TopicPath> paths = new ArrayList<>(tree.paths());
            for (int i = paths.size() - 1; i >= 0; i--) {
                other = other.with(Map.of(paths.get(i), tree.text(paths.get(i))));
            }
            List<MemoryChange> changes = request(new SplittableRandom(seed), tree, new HashMap<>());
            if (!changes.isEmpty()) {
                assertThat(outcome(other, changes)).as("seed " + seed).isEqualTo(outcome(tree, changes));
            }
        }
    }

    private static String outcome(TopicTree tree, List<MemoryChange> changes) {
        try {
            NormalizedEdit edit = Update.of(tree, changes).edit();
            return edit.files() + "\n" + edit.blockIds() + "\n" + edit.evidenceIds() + "\n" + edit.removed();
        } catch (MemoryException refused) {
            return refused.getMessage();
        }
    }

    @Test
    void aRecordMovedThereAndBackLeavesNoTrace() {
        for (int seed = 0; seed < SEEDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            TopicTree tree = RandomTopics.make(random);
            Block block = any(random, tree);
            TopicPath path = home(tree, block);
            Topic topic = tree.topic(path).orElseThrow();
            Optional<Block> neighbour = topic.blocks().stream()
                    .filter(other ->
                            other.line() > block.line() && other.headings().equals(block.headings()))
                    .findFirst();
            boolean shares = topic.blocks().stream()
                    .filter(other -> other.line() != block.line())
                    .anyMatch(other -> RecordIds.labels(other).stream().anyMatch(RecordIds.labels(block)::contains));
            boolean beside = neighbour.isPresent()
                    && topic.elements().indexOf(neighbour.get())
                            == topic.elements().indexOf(block)
                                    + 1
                                    + RecordIds.labels(block).size();
            if (shares || !beside) {
                continue;
            }
            String[] ids = RecordIds.of(block).toArray(String[]::new);
            String anchor = RecordIds.of(neighbour.get()).get(0);
            TopicTree there = Update.of(tree, List.of(Changes.move(Changes.end("topics/far/away/x.md", "X"), ids)))
                    .after();
            TopicTree back = Update.of(
                            there,
                            List.of(Changes.move(
                                    Changes.before(
                                            anchor,
                                            path.value(),
                                            block.headings().toArray(String[]::new)),
                                    ids)))
                    .after();

            assertThat(withoutWays(Topics.texts(back).toString()))
                    .as("seed " + seed)
                    .isEqualTo(withoutWays(Topics.texts(tree).toString()));
        }
    }

    @Test
    void aRecordCreatedAndDeletedLeavesNoTrace() {
        for (int seed = 0; seed < SEEDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            TopicTree tree = RandomTopics.make(random);
            Update created =
                    Update.of(tree, List.of(Changes.adding("New.", destination(random, tree, new HashSet<>()))));
            String id = created.edit().blockIds().values().iterator().next().value();
            TopicTree deleted =
                    Update.of(created.after(), List.of(Changes.delete(id))).after();

            assertThat(Topics.texts(deleted)).as("seed " + seed).isEqualTo(Topics.texts(tree));
        }
    }

    @Test
    void anUpdateMadeAgainChangesNothing() {
        for (int seed = 0; seed < 60; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            TopicTree tree = RandomTopics.make(random);
            List<MemoryChange> update =
                    List.of(Changes.update(RecordIds.of(any(random, tree)).get(0), "Words anew."));
            TopicTree once = Update.of(tree, update).after();

            assertThat(Update.of(once, update).edit().files())
                    .as("seed " + seed)
                    .isEmpty();
        }
    }
}
