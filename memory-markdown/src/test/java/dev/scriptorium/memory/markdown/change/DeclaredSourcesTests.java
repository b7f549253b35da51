package dev.scriptorium.memory.markdown.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.AuthorityTier;
import dev.scriptorium.memory.api.session.Speaker;
import dev.scriptorium.memory.api.session.SpeakerKind;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.markdown.normalize.EditPolicy;
import dev.scriptorium.memory.markdown.normalize.TopicNormalizer;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import dev.scriptorium.memory.markdown.source.SourceFrame;
import dev.scriptorium.memory.markdown.source.SourceIndex;
import dev.scriptorium.memory.markdown.source.SourceSafety;
import dev.scriptorium.memory.markdown.validate.TopicLimits;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeclaredSourcesTests {
    private static SourceProvenance by(
            String principal, SpeakerKind kind, String id, AuthorityTier tier, String origin) {
        return SourceProvenance.of(principal, kind, Speaker.of(id, "Name"), tier, origin);
    }

    private static final SourceProvenance OWNER =
            by("owner/install/0", SpeakerKind.OWNER, "owner/local", AuthorityTier.OWNER, "s/t");

    private static DeclaredSource source(String label, String content) {
        return new DeclaredSource(label, "user", content, "");
    }

    private static DeclaredSources declared(DeclaredSource... sources) {
        return DeclaredSources.of(Arrays.asList(sources), OWNER);
    }

    @Test
    void theSameRequestGivesTheSameNames() {
        assertThat(declared(source("new-source-a", "x"), source("new-source-b", "y"))
                        .ids())
                .isEqualTo(declared(source("new-source-a", "x"), source("new-source-b", "y"))
                        .ids())
                .containsOnlyKeys("new-source-a", "new-source-b");
    }

    @Test
    void everythingButLabelAndDisplayNameTellsNamesApart() {
        List<DeclaredSource> sources = List.of(source("new-source-a", "x"));
        Set<SourceRef> refs = new LinkedHashSet<>();
        for (SourceProvenance provenance : List.of(
                OWNER,
                by("other", SpeakerKind.OWNER, "owner/local", AuthorityTier.OWNER, "s/t"),
                by("owner/install/0", SpeakerKind.HUMAN, "owner/local", AuthorityTier.OWNER, "s/t"),
                by("owner/install/0", SpeakerKind.OWNER, "u-1", AuthorityTier.OWNER, "s/t"),
                by("owner/install/0", SpeakerKind.OWNER, "owner/local", AuthorityTier.PAIRED, "s/t"),
                by("owner/install/0", SpeakerKind.OWNER, "owner/local", AuthorityTier.OWNER, "s/u"))) {
            refs.addAll(DeclaredSources.of(sources, provenance).ids().values());
        }
        refs.addAll(declared(source("new-source-a", "y")).ids().values());
        refs.addAll(declared(new DeclaredSource("new-source-a", "assistant", "x", ""))
                .ids()
                .values());
        refs.addAll(declared(new DeclaredSource("new-source-a", "user", "x", "2026-01-01"))
                .ids()
                .values());
        refs.addAll(declared(source("new-source-a", "x"), source("new-source-b", "x"))
                .ids()
                .values());

        assertThat(refs).hasSize(11);
        assertThat(DeclaredSources.of(
                                sources,
                                SourceProvenance.of(
                                        "owner/install/0",
                                        SpeakerKind.OWNER,
                                        Speaker.of("owner/local", "Somebody else"),
                                        AuthorityTier.OWNER,
                                        "s/t"))
                        .ids())
                .isEqualTo(declared(source("new-source-z", "x")).ids().entrySet().stream()
                        .collect(java.util.stream.Collectors.toMap(entry -> "new-source-a", Map.Entry::getValue)));
    }

    @Test
    void theFramesAreTrustedSaySoAndKeepTheWords() {
        List<SourceFrame> frames = declared(
                        source("new-source-a", " words\r\n\n"),
                        new DeclaredSource("new-source-b", "tool", "y", "2026-01-01"))
                .frames();

        assertThat(frames).extracting(SourceFrame::content).containsExactly(" words\r\n\n", "y");
        assertThat(frames).extracting(SourceFrame::label).containsOnly("Name (owner/local)");
        assertThat(frames).extracting(SourceFrame::stamp).containsExactly("", "2026-01-01T00:00:00");
        assertThat(frames).allSatisfy(frame -> {
            assertThat(frame.trust()).isEqualTo(Trust.TRUSTED);
            assertThat(frame.ref().namespace()).isEqualTo("claude-code");
            assertThat(frame.speakerId()).isEqualTo("owner/local");
        });
        SourceSafety.preflight(frames, SourceIndex.empty());
    }

    @Test
    void halfCharactersDoNotMakeTwoTextsOne() {
        assertThat(declared(source("new-source-a", "x\uD83D")).ids())
                .isNotEqualTo(declared(source("new-source-a", "x?")).ids());
        assertThat(declared(source("new-source-a", "x\uD83D")).ids())
                .isEqualTo(declared(source("new-source-a", "x\uFFFD")).ids());
    }

    @Test
    void whatIsNoSourceIsRefused() {
        for (Map<String, ?> wrong : List.<Map<String, ?>>of(
                Map.of("role", "user", "content", "x"),
                Map.of("label", "new-source-a", "content", "x"),
                Map.of("label", "new-source-a", "role", "user"),
                Map.of("label", "a", "role", "user", "content", "x"),
                Map.of("label", "new-source-", "role", "user", "content", "x"),
                Map.of("label", "new-source-A", "role", "user", "content", "x"),
                Map.of("label", "new-source-a b", "role", "user", "content", "x"),
                Map.of("label", "xnew-source-a", "role", "user", "content", "x"),
                Map.of("label", "new-source-a", "role", "owner", "content", "x"),
                Map.of("label", "new-source-a", "role", "User", "content", "x"),
                Map.of("label", "new-source-a", "role", "user", "content", " \n"),
                Map.of("label", "new-source-a", "role", "user", "content", 1),
                Map.of("label", "new-source-a", "role", "user", "content", "x", "observed_at", ""),
                Map.of("label", "new-source-a", "role", "user", "content", "x", "observed_at", 1),
                Map.of("label", "new-source-a", "role", "user", "content", "x", "observed_at", "yesterday"))) {
            MemoryException refused =
                    catchThrowableOfType(MemoryException.class, () -> RequestReader.sources(List.of(wrong)));
            assertThat(refused).as(wrong.toString()).isNotNull();
            assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
            assertThat(refused).hasMessageContaining("sources[0]");
        }
        assertThat(catchThrowableOfType(MemoryException.class, () -> RequestReader.sources("x"))
                        .code())
                .isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(catchThrowableOfType(
                                MemoryException.class,
                                () -> declared(source("new-source-a", "x"), source("new-source-a", "y")))
                        .code())
                .isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }

    @Test
    void keysThatAreNotOursAreIgnored() {
        Map<String, Object> forged = new HashMap<>(Map.of("label", "new-source-a", "role", "user", "content", "x"));
        List<DeclaredSource> plain = RequestReader.sources(List.of(forged));
        forged.put("trust_state", "trusted");
        forged.put("principal_id", "owner");
        forged.put("speaker_id", 7);
        forged.put("observed_at", null);

        assertThat(RequestReader.sources(List.of(forged))).isEqualTo(plain);
        assertThat(RequestReader.sources(List.of())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "2026-08-12, 2026-08-12T00:00:00",
        "2026-08-12T10:20, 2026-08-12T10:20:00",
        "2026-08-12 10:20:30, 2026-08-12T10:20:30",
        "2026-08-12T10:20:30Z, 2026-08-12T10:20:30+00:00",
        "2026-08-12T10:20:30+08:00, 2026-08-12T10:20:30+08:00",
        "2026-08-12T10:20:30-0330, 2026-08-12T10:20:30-03:30",
        "2026-08-12T10:20:30+00:00, 2026-08-12T10:20:30+00:00",
        "2026-08-12T10:20:30.5, 2026-08-12T10:20:30.500000",
        "2026-08-12T10:20:30.000, 2026-08-12T10:20:30",
        "2026-08-12T10:20:30.123456789Z, 2026-08-12T10:20:30.123456+00:00"
    })
    void timesAreWrittenInFull(String spelled, String written) {
        assertThat(new DeclaredSource("new-source-a", "user", "x", spelled).observed())
                .isEqualTo(written);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026",
                "2026-08",
                "2026-13-01",
                "2026-02-30",
                "2026-08-12T25:00",
                "2026-08-12T",
                "x2026-08-12",
                "[x]",
                "2026-08-12T10:20:30+99:00",
                "0000-01-01",
                "2026-08-12T10.5",
                "2026-08-12T10:20.5",
                "1754990000"
            })
    void otherTimesAreRefused(String spelled) {
        assertThat(catchThrowableOfType(
                                MemoryException.class, () -> new DeclaredSource("new-source-a", "user", "x", spelled))
                        .code())
                .isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }

    @Test
    void incompleteAuthorityIsNotPermitted() {
        Speaker speaker = Speaker.of("id", "Name");
        List<org.assertj.core.api.ThrowableAssert.ThrowingCallable> incomplete = List.of(
                () -> SourceProvenance.of(null, SpeakerKind.OWNER, speaker, AuthorityTier.OWNER, "s/t"),
                () -> SourceProvenance.of(" ", SpeakerKind.OWNER, speaker, AuthorityTier.OWNER, "s/t"),
                () -> SourceProvenance.of("p", SpeakerKind.UNKNOWN, speaker, AuthorityTier.OWNER, "s/t"),
                () -> SourceProvenance.of("p", SpeakerKind.OWNER, null, AuthorityTier.OWNER, "s/t"),
                () -> SourceProvenance.of("p", SpeakerKind.OWNER, new Speaker("id", null), AuthorityTier.OWNER, "s/t"),
                () -> SourceProvenance.of(
                        "p", SpeakerKind.OWNER, new Speaker(null, "Name"), AuthorityTier.OWNER, "s/t"),
                () -> SourceProvenance.of("p", SpeakerKind.OWNER, speaker, null, "s/t"),
                () -> SourceProvenance.of("p", SpeakerKind.OWNER, speaker, AuthorityTier.OWNER, null),
                () -> SourceProvenance.of("p", SpeakerKind.OWNER, speaker, AuthorityTier.OWNER, " "));

        assertThat(incomplete)
                .allSatisfy(call -> assertThat(catchThrowableOfType(MemoryException.class, call)
                                .code())
                        .isEqualTo(ErrorCode.NOT_PERMITTED));
    }

    @Test
    void theLongestLabelWins() {
        DeclaredSources sources = declared(source("new-source-a", "x"), source("new-source-ab", "y"));
        LabelReplacement labels = sources.replacement();

        assertThat(labels.apply("(new-source-ab), new-source-a. none"))
                .isEqualTo("(" + sources.ids().get("new-source-ab") + "), "
                        + sources.ids().get("new-source-a") + ". none");
        labels.requireDeclared();
        labels.apply("new-source-abc new-source-b");
        assertThat(catchThrowableOfType(MemoryException.class, labels::requireDeclared))
                .hasMessageContaining("new-source-abc, new-source-b");
    }

    @Test
    void labelsAreReplacedInEveryForm() {
        DeclaredSources sources = declared(source("new-source-a", "x"));
        SourceRef ref = sources.ids().get("new-source-a");
        SourceIndex archived = Archive.with(Archive.S1, sources.frames());
        String written = "One.[^e1]\n\n[^e1]: Time: `2026`; Sources: [l](new-source-a)\n";
        List<StagedEdit> forms = List.of(
                StructuredEdit.stage(
                        List.of(new CreateRecord(
                                "One.", "2026", Changes.cited("new-source-a"), Changes.end("topics/m.md"))),
                        sources,
                        TopicTree.EMPTY,
                        archived),
                FileChanges.stage(
                        List.of(FileChange.write("topics/m.md", written)), sources, List.of(), TopicTree.EMPTY),
                UnifiedDiff.parse("--- /dev/null\n+++ b/topics/m.md\n@@ -0,0 +1,3 @@\n+"
                                + written.stripTrailing().replace("\n", "\n+") + "\n")
                        .stage(sources, List.of(), TopicTree.EMPTY));

        for (StagedEdit staged : forms) {
            assertThat(Topics.texts(Update.of(TopicTree.EMPTY, staged, archived).after()))
                    .hasEntrySatisfying(
                            "topics/m.md",
                            text -> assertThat(text)
                                    .contains("[l" + (text.contains("[lab]") ? "ab" : "")
                                            + "](../sources/claude-code/_v2/" + ref.thread() + ".md#source-"));
        }
    }

    @Test
    void aReferenceThatIsItsOwnLabelStaysThat() {
        DeclaredSources sources = declared(source("new-source-a", "x"));
        MemoryChange change = new CreateRecord(
                "One.", "2026", List.of(SourceCitation.of("new-source-a")), Changes.end("topics/m.md"));

        assertThat(sources.resolve(List.of(change)))
                .singleElement()
                .satisfies(resolved -> assertThat(((CreateRecord) resolved).sources())
                        .containsExactly(SourceCitation.of(
                                sources.ids().get("new-source-a").value())));
    }

    /** D37: paired callers cite only what they declare. */
    @Test
    void aPolicyCanBeHeldToWhatIsDeclared() {
        DeclaredSources sources = declared(source("new-source-a", "x"));
        SourceIndex archived = Archive.with(Archive.S1, sources.frames());
        EditPolicy policy = EditPolicy.keepingAll().citing(sources::contains);
        StagedEdit own = StructuredEdit.stage(
                List.of(new CreateRecord("One.", "2026", Changes.cited("new-source-a"), Changes.end("topics/m.md"))),
                sources,
                TopicTree.EMPTY,
                archived);
        StagedEdit foreign = StructuredEdit.stage(
                List.of(Changes.adding("One.", Changes.end("topics/m.md"))), sources, TopicTree.EMPTY, archived);

        assertThat(TopicNormalizer.normalize(
                                own.files(), TopicTree.EMPTY, archived, own.permittedBy(policy), TopicLimits.DEFAULT)
                        .files())
                .hasSize(1);
        assertThat(catchThrowableOfType(
                                MemoryException.class,
                                () -> TopicNormalizer.normalize(
                                        foreign.files(),
                                        TopicTree.EMPTY,
                                        archived,
                                        foreign.permittedBy(policy),
                                        TopicLimits.DEFAULT))
                        .violations())
                .extracting(Violation::rule)
                .containsExactly("source-not-allowed");
    }
}
