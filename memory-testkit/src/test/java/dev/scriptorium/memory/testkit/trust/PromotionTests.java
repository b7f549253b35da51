package dev.scriptorium.memory.testkit.trust;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.SessionContext;
import dev.scriptorium.memory.api.recall.MemoryHit;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.AuthorityTier;
import dev.scriptorium.memory.api.session.Speaker;
import dev.scriptorium.memory.api.session.SpeakerKind;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.local.PromotionRequest;
import dev.scriptorium.memory.local.PromotionResult;
import dev.scriptorium.memory.markdown.change.SourceProvenance;
import dev.scriptorium.memory.markdown.source.SourceArchive;
import dev.scriptorium.memory.markdown.source.SourceFrame;
import dev.scriptorium.memory.testkit.Recalls;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.model.ScriptedTopicWriter;
import dev.scriptorium.memory.testkit.model.WriterSteps;
import dev.scriptorium.memory.testkit.session.InMemorySession;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The owner, in person, makes a stranger's turn trusted: the archive, the audit, the history, recall and the writer follow. */
@ExtendWith(WorkspaceExtension.class)
class PromotionTests {
    private static final SourceRef M1 = new SourceRef("local/s/m1");
    private static final String ARCHIVE = "sources/local/_v2/s.md";
    private static final String AUDIT = ".scriptorium/trust-audit.jsonl";
    private static final String WORDS = "The beehive password is honeycomb.";

    private final ScriptedTopicWriter writer = ScriptedTopicWriter.of();
    private TemporaryWorkspace memory;
    private InMemorySession session;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        memory = workspace.use(writer);
        session = memory.store().session("s").say("u1", "I live in Lisbon.");
        session.add(
                "m1",
                TurnKind.USER,
                WORDS,
                turn -> turn.trust(Trust.PENDING)
                        .speakerKind(SpeakerKind.HUMAN)
                        .speaker(Speaker.of("u-7\n[evil]: --> x", "Mallory")));
        session.reply("a1", "Noted.");
        writer.then(WriterSteps.nothing("small talk"));
        assertThatWrite(memory.write("s")).succeeded();
    }

    private SourceProvenance owner() {
        return memory.workspace().change().owner("test/turn");
    }

    private PromotionResult promote(SourceRef source) {
        return memory.workspace()
                .change()
                .promote(PromotionRequest.of(owner(), source).interactive());
    }

    private List<String> audit() throws IOException {
        Path file = memory.directory().resolve(AUDIT);
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    private List<SourceFrame> frames() {
        return SourceArchive.read(ARCHIVE, memory.text(ARCHIVE).getBytes(StandardCharsets.UTF_8))
                .frames();
    }

    private String prompt() {
        return memory.backend().systemPrompt(SessionContext.none()).orElse("");
    }

    private String recall() {
        return memory.backend()
                .search(MemoryQuery.of("What is the beehive password?"))
                .orElse("");
    }

    @Test
    void onlyTheMetadataLineOfThatOneFrameChanges() {
        String before = memory.text(ARCHIVE);
        List<SourceFrame> frames = frames();
        writer.then(WriterSteps.nothing("small talk"));

        PromotionResult result = promote(M1);

        assertThat(result.promoted()).isTrue();
        assertThat(result.changedFiles()).contains(ARCHIVE);
        List<String> then = before.lines().toList();
        List<String> now = memory.text(ARCHIVE).lines().toList();
        assertThat(now).hasSameSizeAs(then);
        assertThat(now.stream().filter(line -> !then.contains(line)))
                .singleElement()
                .asString()
                .startsWith("<!-- source-meta:");
        assertThat(frames())
                .hasSize(3)
                .extracting(SourceFrame::content)
                .isEqualTo(frames.stream().map(SourceFrame::content).toList());
        assertThat(frames()).extracting(SourceFrame::trust).containsOnly(Trust.TRUSTED);
        assertThat(frames.get(1).trust()).isEqualTo(Trust.PENDING);
        assertThat(frames().get(1).metadata())
                .isEqualTo(frames.get(1).metadata().withTrust(Trust.TRUSTED));
    }

    @Test
    void theAuditSaysWhoDidItAndOnlyItsOwnerReadsIt() throws IOException {
        writer.then(WriterSteps.nothing("small talk"));
        promote(M1);
        assertThat(audit())
                .singleElement()
                .isEqualTo(
                        "{\"timestamp\":\"2024-05-06T09:00:00Z\",\"action\":\"promote\",\"source_id\":\"local/s/m1\","
                                + "\"principal_id\":\"" + owner().principal()
                                + "\",\"speaker_id\":\"u-7\\n[evil]: --> x\",\"authority_tier\":\"owner\"}");
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(memory.directory().resolve(AUDIT))))
                .isEqualTo("rw-------");
    }

    @Test
    void theHistoryNamesIt() {
        writer.then(WriterSteps.nothing("small talk"));
        PromotionResult result = promote(M1);
        assertThat(result.gitCommit()).isPresent();
        assertThat(memory.workspace()
                        .history()
                        .log(Optional.of(ARCHIVE), 1)
                        .get(0)
                        .message())
                .startsWith("memory: trust source local/s/m1");
    }

    @Test
    void whatIsTrustedAlreadyIsLeftAsItIs() throws IOException {
        writer.then(WriterSteps.nothing("small talk"));
        promote(M1);
        memory.workspace().read().status();
        ByteSnapshot before = memory.bytes();
        for (SourceRef trusted : List.of(M1, new SourceRef("local/s/u1"))) {
            PromotionResult again = promote(trusted);
            assertThat(again.promoted()).isFalse();
            assertThat(again.distilled()).isFalse();
            assertThat(again.changedFiles()).isEmpty();
            assertThat(again.gitCommit()).isEmpty();
        }
        MemoryAssertions.assertThat(memory.bytes()).isUnchangedSince(before);
        assertThat(audit()).hasSize(1);
        assertThat(writer.tasks()).hasSize(2);
    }

    @Test
    void theWriterIsShownThatOneTurnAsTheArchiveHasIt() {
        writer.then(WriterSteps.block("topics/bees.md", WORDS, "local/s/m1"));

        PromotionResult result = promote(M1);

        assertThat(result.distilled()).isTrue();
        assertThat(result.writerFailure()).isEmpty();
        assertThat(result.changedFiles()).contains(ARCHIVE, "topics/bees.md");
        assertThat(writer.tasks().get(1).batch()).singleElement().satisfies(turn -> {
            assertThat(turn.ref()).isEqualTo(M1);
            assertThat(turn.text()).isEqualTo(WORDS);
            assertThat(turn.tier()).isEqualTo(AuthorityTier.PAIRED);
            assertThat(turn.speakerKind()).isEqualTo(SpeakerKind.HUMAN);
            assertThat(turn.speaker()).hasValueSatisfying(speaker -> {
                assertThat(speaker.id()).isEqualTo("u-7\n[evil]: --> x");
                assertThat(speaker.displayName()).isEqualTo("Mallory");
            });
        });
        MemoryAssertions.assertThat(memory).hasBlocks(1);
        assertThat(Recalls.of(memory.backend(), "What is the beehive password?").orElse(""))
                .contains("honeycomb");
    }

    @Test
    void theWriterMayCiteNothingElseForItAndRemoveNothing() {
        writer.then(
                WriterSteps.block("topics/bees.md", WORDS, "local/s/u1"),
                WriterSteps.block("topics/bees.md", WORDS, "local/s/u1"));
        PromotionResult result = promote(M1);
        assertThat(result.promoted()).isTrue();
        assertThat(result.distilled()).isFalse();
        assertThat(result.writerFailure()).map(WriteFailure::code).contains(FailureCode.COMMIT_REJECTED);
        MemoryAssertions.assertThat(memory).hasBlocks(0);
    }

    @Test
    void theTroubleOfTheWriterUndoesNothing() throws IOException {
        writer.then(WriterSteps.failing(WriteFailure.of(FailureCode.MODEL_TRANSPORT, "no line")));
        PromotionResult result = promote(M1);
        assertThat(result.promoted()).isTrue();
        assertThat(result.writerFailure()).map(WriteFailure::code).contains(FailureCode.MODEL_TRANSPORT);
        assertThat(frames().get(1).trust()).isEqualTo(Trust.TRUSTED);
        assertThat(audit()).hasSize(1);
    }

    @Test
    void recallTheResidentBlockAndTheViewsFollowAtOnce() throws IOException {
        memory.handEdited().close();
        Files.writeString(memory.directory().resolve("topics/core.md"), """
                # Core

                The owner keeps bees; the beehive password is honeycomb.[^e1][^e2] ^aaaa1111

                [^e1]: Time: `2024-05-06`; Sources: [bees](local/s/u1)
                [^e2]: Time: `2024-05-06`; Sources: [password](local/s/m1)
                """);
        memory.asFoundElsewhere().open();
        memory.workspace().maintain().rebuild();
        assertThat(prompt() + recall()).doesNotContain("honeycomb");

        PromotionResult result = promote(M1);

        // A block cites it already, so the writer has no need to look.
        assertThat(result.distilled()).isFalse();
        assertThat(writer.tasks()).hasSize(1);
        assertThat(result.changedFiles()).contains(ARCHIVE, "core.md");
        assertThat(prompt()).contains("honeycomb");
        assertThat(Recalls.of(memory.backend(), "What is the beehive password?").orElse(""))
                .contains("honeycomb");
        List<MemoryHit> hits = memory.workspace()
                .read()
                .search(MemoryQuery.of("beehive password honeycomb"), false)
                .hits();
        assertThat(hits).isNotEmpty().allSatisfy(hit -> assertThat(hit.trust()).isEqualTo(Trust.TRUSTED));
        assertThat(memory.workspace().read().core().pending()).isEmpty();
    }

    @Test
    void aSpeakerIsFoundByIdOrNameAndIsOnlyVouchedForOnceTheWordsAre() {
        writer.then(WriterSteps.nothing("small talk"));
        List<Boolean> vouched = new ArrayList<>();
        for (int round = 0; round < 2; round++) {
            for (String name : List.of("Mallory", "u-7\n[evil]: --> x")) {
                MemoryQuery query =
                        MemoryQuery.builder("beehive password").speaker(name).build();
                memory.workspace()
                        .read()
                        .search(query, false)
                        .hits()
                        .forEach(hit -> vouched.add(hit.sources().get(0).speakerTrusted()));
            }
            promote(M1);
        }
        assertThat(vouched).containsExactly(false, false, true, true);
    }

    @Test
    void nobodyElseMayAndNobodyMayUnseen() {
        SourceProvenance owner = owner();
        Speaker self = owner.speaker();
        List<PromotionRequest> requests = List.of(
                PromotionRequest.of(owner, M1),
                by(owner.principal(), SpeakerKind.OWNER, self, AuthorityTier.PAIRED),
                by(owner.principal(), SpeakerKind.HUMAN, self, AuthorityTier.OWNER),
                by(owner.principal(), SpeakerKind.CLIENT, self, AuthorityTier.OWNER),
                by(owner.principal(), SpeakerKind.RUNTIME, self, AuthorityTier.OWNER),
                by("owner/install/0000000000000000", SpeakerKind.OWNER, self, AuthorityTier.OWNER),
                by(owner.principal() + " ", SpeakerKind.OWNER, self, AuthorityTier.OWNER),
                by("unknown", SpeakerKind.OWNER, self, AuthorityTier.OWNER));
        memory.workspace().read().status();
        ByteSnapshot before = memory.bytes();
        for (PromotionRequest request : requests) {
            assertThatThrownBy(() -> memory.workspace().change().promote(request))
                    .isInstanceOfSatisfying(
                            MemoryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_PERMITTED));
        }
        MemoryAssertions.assertThat(memory.bytes()).isUnchangedSince(before);
    }

    private static PromotionRequest by(String principal, SpeakerKind kind, Speaker speaker, AuthorityTier tier) {
        return PromotionRequest.of(SourceProvenance.of(principal, kind, speaker, tier, "test/turn"), M1)
                .interactive();
    }

    @Test
    void whatIsNotArchivedCannotBeTrusted() {
        memory.workspace().read().status();
        ByteSnapshot before = memory.bytes();
        for (String nowhere : List.of("local/s/m2", "local/elsewhere/m1", "D1:1")) {
            assertThatThrownBy(() -> promote(new SourceRef(nowhere)))
                    .isInstanceOfSatisfying(
                            MemoryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MISSING_SOURCE));
        }
        MemoryAssertions.assertThat(memory.bytes()).isUnchangedSince(before);
    }

    @Test
    void anArchiveThatSomebodyChangedIsNotRewritten() throws IOException {
        Path archive = memory.directory().resolve(ARCHIVE);
        memory.leaveUnchecked();
        Files.writeString(archive, memory.text(ARCHIVE).replace("honeycomb", "hexagonal"));
        assertThatThrownBy(() -> promote(M1))
                .isInstanceOfSatisfying(
                        MemoryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SOURCE_MODIFIED));
        assertThat(audit()).isEmpty();
    }

    @Test
    void aTornLineThatSomebodyLeftInTheAuditSwallowsNothing() throws IOException {
        writer.then(WriterSteps.nothing("small talk"));
        Path file = memory.directory().resolve(AUDIT);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, "{\"torn");
        promote(M1);
        assertThat(audit()).hasSize(2).last().asString().contains("\"source_id\":\"local/s/m1\"");
    }

    @Test
    void theTrustOutlivesARestartAnotherProcessAndAnExport() throws IOException {
        writer.then(WriterSteps.nothing("small talk"));
        promote(M1);
        memory.reopen();
        assertThat(promote(M1).promoted()).isFalse();
        Path zip = memory.beside().resolve("all.zip");
        memory.workspace().maintain().export(zip);
        try (java.util.zip.ZipFile export = new java.util.zip.ZipFile(zip.toFile())) {
            assertThat(export.stream().map(entry -> entry.getName())).contains("memory/" + AUDIT);
        }
    }
}
