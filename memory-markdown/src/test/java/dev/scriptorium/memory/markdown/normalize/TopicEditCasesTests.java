package dev.scriptorium.memory.markdown.normalize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.markdown.source.ArchivedSource;
import dev.scriptorium.memory.markdown.source.SourceCatalog;
import dev.scriptorium.memory.markdown.validate.TopicLimits;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class TopicEditCasesTests {
    private static final String ARCHIVE = "sources/openprogram/_v2/s1.md";

    /** The three turns of golden/archive-s1.md. */
    static final SourceCatalog ARCHIVE_S1 = new SourceCatalog() {
        private final List<ArchivedSource> turns = List.of(
                turn("m1", "source-d6511a17d50e19d2", Trust.TRUSTED),
                turn("m2", "source-ca088bc6281be925", Trust.TRUSTED),
                turn("m3", "source-8c4e7aa5ca2e3aa1", Trust.PENDING));

        @Override
        public Optional<ArchivedSource> find(SourceRef ref) {
            return turns.stream().filter(turn -> turn.ref().equals(ref)).findFirst();
        }

        @Override
        public Optional<SourceRef> at(String path, String anchor) {
            return turns.stream()
                    .filter(turn -> turn.path().equals(path) && turn.anchor().equals(anchor))
                    .map(ArchivedSource::ref)
                    .findFirst();
        }
    };

    private static ArchivedSource turn(String id, String anchor, Trust trust) {
        return new ArchivedSource(new SourceRef("openprogram/s1/" + id), ARCHIVE, anchor, trust);
    }

    @TestFactory
    Stream<DynamicTest> everyCaseOfTheFormatGivesItsBytesOrItsRule() throws IOException {
        JsonNode cases;
        try (InputStream in = TopicEditCasesTests.class.getResourceAsStream("/cases/topic-edits.json")) {
            cases = new ObjectMapper().readTree(in).get("cases");
        }
        assertThat(cases).hasSizeGreaterThan(40);
        return StreamSupport.stream(cases.spliterator(), false)
                .map(one -> DynamicTest.dynamicTest(one.get("name").asText(), () -> check(one)));
    }

    private static void check(JsonNode one) {
        TopicTree base = TopicTree.EMPTY.with(files(one.get("base")));
        if (one.get("ok").asBoolean()) {
            assertThat(texts(apply(base, one)).toString())
                    .isEqualTo(
                            texts(TopicTree.EMPTY.with(files(one.get("after")))).toString());
        } else {
            MemoryException refused = catchThrowableOfType(MemoryException.class, () -> apply(base, one));
            assertThat(refused).isNotNull();
            if (one.has("rule")) {
                assertThat(refused.violations())
                        .extracting(Violation::rule)
                        .contains(one.get("rule").asText());
                assertThat(refused.violations())
                        .allSatisfy(violation -> assertThat(violation.path()).startsWith("topics/"));
            } else {
                assertThat(refused.code().name()).isEqualTo(one.get("code").asText());
            }
        }
    }

    private static TopicTree apply(TopicTree base, JsonNode one) {
        NormalizedEdit edit = TopicNormalizer.normalize(
                files(one.get("edit")),
                base,
                ARCHIVE_S1,
                EditPolicy.keepingAll().guardingLoss(base.blockCount(), 25),
                TopicLimits.DEFAULT);
        TopicTree after = base.with(edit.files());
        NormalizedEdit again = TopicNormalizer.normalize(
                edit.files(), base.with(edit.files()), ARCHIVE_S1, EditPolicy.keepingAll(), TopicLimits.DEFAULT);
        assertThat(again.files()).as("what is canonical stays as it is").isEmpty();
        return after;
    }

    private static Map<String, String> texts(TopicTree tree) {
        Map<String, String> texts = new TreeMap<>();
        tree.paths().forEach(path -> texts.put(path.value(), tree.text(path).orElseThrow()));
        return texts;
    }

    private static Map<TopicPath, Optional<String>> files(JsonNode node) {
        Map<TopicPath, Optional<String>> files = new TreeMap<>();
        node.properties()
                .forEach(entry -> files.put(
                        new TopicPath(entry.getKey()),
                        entry.getValue().isNull()
                                ? Optional.empty()
                                : Optional.of(entry.getValue().asText())));
        return files;
    }
}
