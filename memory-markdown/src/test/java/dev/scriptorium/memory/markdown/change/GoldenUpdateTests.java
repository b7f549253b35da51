package dev.scriptorium.memory.markdown.change;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.AuthorityTier;
import dev.scriptorium.memory.api.session.Speaker;
import dev.scriptorium.memory.api.session.SpeakerKind;
import dev.scriptorium.memory.markdown.GoldenWorkspace;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import dev.scriptorium.memory.markdown.source.SourceFrames;
import dev.scriptorium.memory.markdown.source.SourceIndex;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The update that the reference made in the golden workspace: "Link Ada and the tracker". */
class GoldenUpdateTests {
    private static final String ARCHIVE = "sources/claude-code/_v2/090135e9a39b8434.md";
    private static final String ADA = "topics/people/ada.md";
    private static final JsonNode RESULT = GoldenWorkspace.expectedJson("update-result.json");
    private static final DeclaredSources DECLARED = DeclaredSources.of(
            RequestReader.sources(List.of(Map.of(
                    "label", "new-source-link",
                    "role", "user",
                    "content", "Ada owns the tracker now",
                    "observed_at", "2026-08-12",
                    "authority_tier", "paired"))),
            SourceProvenance.of(
                    GoldenWorkspace.expectedJson("owner.json")
                            .get("principal_id")
                            .asText(),
                    SpeakerKind.OWNER,
                    Speaker.of("owner/local", "Owner"),
                    AuthorityTier.OWNER,
                    "sess-alpha/u3"));

    @Test
    void theDeclaredSourceHasTheNameThatTheReferenceGaveIt() {
        String name = RESULT.get("source_ids").get("new-source-link").asText();

        assertThat(DECLARED.ids()).containsExactly(Map.entry("new-source-link", new SourceRef(name)));
        assertThat(DECLARED.contains(new SourceRef(name))).isTrue();
    }

    @Test
    void theDeclaredSourceIsArchivedByteForByte() {
        assertThat(new String(SourceFrames.newFile(DECLARED.frames()).bytes(), StandardCharsets.UTF_8))
                .isEqualTo(GoldenWorkspace.text(ARCHIVE));
    }

    @Test
    void theTopicAndItsIdsAreThoseOfTheReference() {
        TopicTree before = workspaceBefore();
        SourceIndex archived = GoldenWorkspace.sources().without(ARCHIVE);
        Update update = Update.of(before, ChangeReader.read(changes()), DECLARED, archived);

        Map<String, String> expected = new HashMap<>(GoldenWorkspace.texts("topics"));
        // The one link that this update renders anew is one that people can click (D12).
        expected.computeIfPresent(ADA, (path, text) -> text.replace("team%20chat", "team%2520chat"));
        assertThat(Topics.texts(update.after())).isEqualTo(expected);
        assertThat(update.edit().blockIds().get(ADA + "#0"))
                .hasToString(RESULT.get("block_ids").get(ADA + "#0").asText());
        RESULT.get("evidence_ids")
                .properties()
                .forEach(label -> assertThat(update.edit().evidenceIds().get(label.getKey()))
                        .hasToString(label.getValue().asText()));
        assertThat(update.edit().files()).hasSize(1);
    }

    @Test
    void theSameRequestAgainAddsNothingToTheArchive() {
        SourceIndex archived = GoldenWorkspace.sources();

        assertThat(DECLARED.frames()).allMatch(frame -> archived.archived(frame.ref()));
    }

    private static TopicTree workspaceBefore() {
        Map<String, String> texts = new HashMap<>(GoldenWorkspace.texts("topics"));
        texts.computeIfPresent(
                ADA,
                (path, text) -> text.substring(0, text.indexOf("\n\nAda owns") + 1)
                        .replace("from Flask to FastAPI", "to FastAPI"));
        return Topics.tree(texts);
    }

    private static List<Object> changes() {
        return List.of(
                Map.of(
                        "op", "create_record",
                        "content", "Ada owns the [tracker](../projects/budget-tracker.md#^fc15baa1).",
                        "time", "2026-08-12",
                        "sources", List.of(Map.of("source", "new-source-link", "label", "ownership")),
                        "destination",
                                Map.of("topic_path", ADA, "headings", List.of("Ada", "Work"), "position", "end")),
                Map.of(
                        "op", "update_record",
                        "memory_id", "fde458ed",
                        "content", "Ada moved the budget tracker from Flask to FastAPI.",
                        "time", "2026-08",
                        "sources", List.of(Map.of("source", "openprogram/team chat/m1", "label", "framework move"))));
    }
}
