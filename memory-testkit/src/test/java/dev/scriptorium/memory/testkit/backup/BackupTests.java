package dev.scriptorium.memory.testkit.backup;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.recall.MemoryHit;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.api.write.WriteRequest;
import dev.scriptorium.memory.local.CheckFinding;
import dev.scriptorium.memory.local.ExportReport;
import dev.scriptorium.memory.local.HistoryEntry;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.local.RecentEvent;
import dev.scriptorium.memory.local.RestoredExport;
import dev.scriptorium.memory.local.UpdateRequest;
import dev.scriptorium.memory.local.WorkspaceChange;
import dev.scriptorium.memory.markdown.change.FileChange;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.githistory.Git;
import dev.scriptorium.memory.testkit.session.InMemorySessionStore;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A workspace goes into a file and comes back from it as what it was. */
@ExtendWith(WorkspaceExtension.class)
class BackupTests {
    private static final List<String> CONTENT =
            List.of("topics", "sources", "core.md", "timeline", "recent_events.jsonl", "relations.json");

    /** Everything that other programs take for the end of a line. */
    private static final String ODD = "I keep\u2028the\u2029cello\u0085in\u000bthe\u000cold\rbarn in Évora.";

    private TemporaryWorkspace memory;
    private Path zip;
    private Path elsewhere;

    @BeforeEach
    void aConversationIsWritten(TemporaryWorkspace workspace) {
        memory = workspace;
        zip = memory.beside().resolve("backup.zip");
        elsewhere = memory.beside().resolve("restored");
        memory.use(InMemorySessionStore.withoutMarks(memory.clock()));
        memory.store().session("s").say("u1", "I moved to Lisbon in May 2021.").say("u2", ODD);
        memory.store().session("s").say("u3", "I always prefer short answers.");
        assertThatWrite(memory.write("s")).succeeded();
        memory.store().session("s").say("u4", "My sister Karin works at the museum in Porto.");
        assertThatWrite(memory.write("s")).succeeded();
    }

    private LocalMemoryConfig elsewhere() {
        return LocalMemoryConfig.builder(elsewhere, memory.store())
                .clock(memory.clock())
                .zone(ZoneOffset.UTC)
                .listener(memory.events())
                .build();
    }

    private ExportReport export() {
        return memory.workspace().maintain().export(zip);
    }

    private static void same(ByteSnapshot found, ByteSnapshot expected) {
        for (String part : CONTENT) {
            MemoryAssertions.assertThat(found.below(part).withoutTimes())
                    .isUnchangedSince(expected.below(part).withoutTimes());
        }
    }

    private static List<String> found(LocalMemoryBackend backend) {
        return backend.workspace().read().search(MemoryQuery.of("Where does Karin work?"), false).hits().stream()
                .map(MemoryHit::text)
                .toList();
    }

    @Test
    void whatIsRestoredIsWhatWasExported() {
        memory.workspace().maintain().check();
        List<String> hits = found(memory.backend());
        List<HistoryEntry> log = memory.workspace().history().log(Optional.empty(), 99);
        ExportReport exported = export();
        assertThat(exported.revision())
                .isEqualTo(memory.workspace().read().status().revision());
        assertThat(exported.blocks())
                .isEqualTo(memory.workspace().read().status().blocks());
        assertThat(exported.turns()).isEqualTo(4);
        assertThat(exported.commit()).contains(log.get(0).id());
        assertThat(exported.besideMemory()).isEmpty();
        assertThat(zip).isRegularFile().hasSize(exported.bytes());

        RestoredExport restored = LocalMemoryBackend.restoreExport(zip, elsewhere());

        assertThat(restored.revision()).isEqualTo(exported.revision());
        assertThat(restored.workspace()).isEqualTo(memory.id());
        assertThat(restored.check().problems()).isEmpty();
        try (LocalMemoryBackend backend = LocalMemoryBackend.open(elsewhere())) {
            MemoryAssertions.assertThat(backend.workspace()).hasNoProblems().hasPending(0);
            assertThat(backend.workspace().maintain().check().notes()).isEmpty();
            same(ByteSnapshot.of(elsewhere), memory.bytes());
            assertThat(found(backend)).isEqualTo(hits).isNotEmpty();
            assertThat(backend.workspace().history().log(Optional.empty(), 99))
                    .extracting(HistoryEntry::id)
                    .isEqualTo(log.stream().map(HistoryEntry::id).toList());
            assertThat(backend.workspace().read().recent(9))
                    .extracting(RecentEvent::order)
                    .isEqualTo(memory.workspace().read().recent(9).stream()
                            .map(RecentEvent::order)
                            .toList());
            assertThatWrite(backend.write(WriteRequest.force(new SessionId("s"))))
                    .succeeded();
            same(ByteSnapshot.of(elsewhere), memory.bytes());
        }
    }

    @Test
    void workGoesOnInIt() {
        export();
        LocalMemoryBackend.restoreExport(zip, elsewhere());
        memory.store().session("s").say("u5", "I planted forty tulips in October 2023.");
        try (LocalMemoryBackend backend = LocalMemoryBackend.open(elsewhere())) {
            assertThatWrite(backend.write(WriteRequest.force(new SessionId("s"))))
                    .succeeded();
            MemoryAssertions.assertThat(backend.workspace())
                    .hasNoProblems()
                    .hasPending(0)
                    .hasArchived(5);
            assertThat(backend.workspace().history().log(Optional.empty(), 99)).hasSize(memory.commits() + 1);
        }
        assertThatWrite(memory.write("s")).succeeded();
        same(ByteSnapshot.of(elsewhere).below("topics"), memory.bytes().below("topics"));
    }

    @Test
    void noCharacterButALineFeedEndsALine() {
        assertThat(memory.text("sources/local/_v2/s.md")).contains("I keep\u2028the\u2029cello\u0085in");
        // The one view that is made when somebody looks.
        memory.workspace().maintain().check();
        export();
        LocalMemoryBackend.restoreExport(zip, elsewhere());
        try (LocalMemoryBackend backend = LocalMemoryBackend.open(elsewhere())) {
            same(ByteSnapshot.of(elsewhere), memory.bytes());
            assertThat(backend.workspace().read().refs(Optional.of("évora"), 500))
                    .singleElement()
                    .satisfies(ref -> assertThat(ref.content()).contains("cello"));
            MemoryAssertions.assertThat(backend.workspace()).hasPending(0);
        }
    }

    @Test
    void onlyItsOwnerMayReadIt() throws IOException {
        export();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(zip)))
                .isEqualTo("rw-------");
        LocalMemoryBackend.restoreExport(zip, elsewhere());
        try (Stream<Path> all = Files.walk(elsewhere)) {
            for (Path path : all.toList()) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                        .as(path.toString())
                        .isEqualTo(Files.isDirectory(path) ? "rwx------" : "rw-------");
            }
        }
    }

    @Test
    void neitherLocksNorTheIndexNorTheJournalNorHooksNorConfigurationAreInIt() throws IOException {
        Files.createDirectories(memory.directory().resolve(".git/hooks"));
        Files.writeString(memory.directory().resolve(".git/hooks/post-checkout"), "#!/bin/sh\n");
        export();
        List<String> names = Zips.names(zip);
        assertThat(names)
                .contains(
                        "export.json",
                        "memory/core.md",
                        "memory/.git/HEAD",
                        "memory/.scriptorium/order.log",
                        "memory/.scriptorium/workspace-id")
                .noneMatch(name -> name.endsWith(".lock") || name.endsWith(".owner") || name.endsWith(".tmp"))
                .noneMatch(name -> name.contains("/index/") || name.contains("/tx/") || name.contains("/base/"))
                .noneMatch(name -> name.contains("hooks") || name.endsWith("/config"))
                .noneMatch(name -> name.contains("timeline") || name.contains("catalogue"));
        assertThat(names.stream().filter(name -> name.endsWith(".marks"))).hasSize(1);
        assertThat(names.get(names.size() - 1)).isEqualTo("export.json");
    }

    @Test
    void theSameStateGivesTheSameBytes() throws IOException {
        export();
        byte[] first = Files.readAllBytes(zip);
        Files.delete(zip);
        export();
        assertThat(Files.readAllBytes(zip)).isEqualTo(first);
    }

    @Test
    void whatSomebodySavedThatIsNoPartOfTheMemoryComesAlong() throws IOException {
        memory.handEdited().leaveUnchecked();
        Path topic = memory.directory().resolve("topics/plan.md");
        Files.writeString(topic, "# Plan\n\nNobody ever said this.\n");
        Files.write(memory.directory().resolve("topics/picture.png"), new byte[] {1, 2, 3});
        ExportReport exported = export();
        assertThat(exported.besideMemory()).containsExactly("topics/picture.png", "topics/plan.md");
        RestoredExport restored = LocalMemoryBackend.restoreExport(zip, elsewhere());
        assertThat(restored.check().problems()).isEmpty();
        assertThat(Files.readString(elsewhere.resolve("topics/plan.md"))).isEqualTo(Files.readString(topic));
        assertThat(Files.readAllBytes(elsewhere.resolve("topics/picture.png"))).containsExactly(1, 2, 3);
        try (LocalMemoryBackend backend = LocalMemoryBackend.open(elsewhere())) {
            assertThat(backend.workspace().read().status().revision()).isEqualTo(exported.revision());
            assertThat(backend.workspace().read().status().quarantined()).isNotEmpty();
        }
    }

    @Test
    void aFileThatExistsAndAFileInTheWorkspaceAreRefused() throws IOException {
        Files.writeString(zip, "mine");
        refused(() -> export(), ErrorCode.INVALID_ARGUMENT, "exists");
        assertThat(zip).hasContent("mine");
        refused(
                () -> memory.workspace().maintain().export(memory.directory().resolve("topics/backup.zip")),
                ErrorCode.INVALID_ARGUMENT,
                "in the workspace");
        refused(
                () -> memory.workspace().maintain().export(memory.beside().resolve("no/such/backup.zip")),
                ErrorCode.INVALID_ARGUMENT,
                "no directory");
    }

    @Test
    void aPlaceWhereSomethingIsIsRefused() throws IOException {
        export();
        Files.createDirectories(elsewhere);
        Files.writeString(elsewhere.resolve("letter.txt"), "mine");
        refused(() -> LocalMemoryBackend.restoreExport(zip, elsewhere()), ErrorCode.INVALID_ARGUMENT, "not empty");
        assertThat(elsewhere.resolve("letter.txt")).hasContent("mine");
        Files.delete(elsewhere.resolve("letter.txt"));
        LocalMemoryBackend.restoreExport(zip, elsewhere());
        assertThat(elsewhere.resolve("topics")).isDirectory();
    }

    private static void refused(Runnable call, ErrorCode code, String why) {
        assertThatExceptionOfType(MemoryException.class)
                .isThrownBy(call::run)
                .withMessageContaining(why)
                .satisfies(e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void aWorkspaceComesBackToAnExportOfItselfAsOneMoreChange() {
        ExportReport exported = export();
        ByteSnapshot then = memory.bytes();
        List<BlockId> ids = memory.workspace().read().recent(9).stream()
                .map(RecentEvent::id)
                .toList();
        WorkspaceChange change = memory.workspace().change();
        List<FileChange> gone = new ArrayList<>();
        for (String topic : then.below("topics").files()) {
            gone.add(FileChange.delete("topics/" + topic.replaceFirst("^topics/", "")));
        }
        change.update(UpdateRequest.files(change.owner("test/turn"), gone).build());
        memory.store()
                .session("s")
                .add("a5", TurnKind.ASSISTANT, "Noted.", turn -> {})
                .say("u5", "I live in Oslo now.");
        assertThatWrite(memory.write("s")).succeeded();
        int commits = memory.commits();

        RestoredExport restored = memory.workspace().maintain().restoreExport(zip);

        assertThat(restored.topics()).isEqualTo(exported.topics());
        assertThat(restored.removed()).hasSize(1).doesNotContainAnyElementsOf(ids);
        assertThat(restored.turns()).isEqualTo(exported.turns() + 2);
        MemoryAssertions.assertThat(memory.bytes().below("topics").withoutTimes())
                .isUnchangedSince(then.below("topics").withoutTimes());
        assertThat(memory.workspace().read().recent(9))
                .extracting(RecentEvent::id)
                .containsExactlyElementsOf(ids);
        assertThat(memory.commits()).isEqualTo(commits + 1);
        MemoryAssertions.assertThat(memory.workspace()).hasNoProblems().hasPending(0);
    }

    @Test
    void anotherWorkspaceIsNotBroughtToIt() {
        export();
        LocalMemoryConfig other = elsewhere();
        try (LocalMemoryBackend backend = LocalMemoryBackend.open(other)) {
            ByteSnapshot before = ByteSnapshot.of(elsewhere);
            refused(
                    () -> backend.workspace().maintain().restoreExport(zip),
                    ErrorCode.INVALID_ARGUMENT,
                    "this workspace is");
            MemoryAssertions.assertThat(ByteSnapshot.of(elsewhere).withoutTimes())
                    .isUnchangedSince(before.withoutTimes());
        }
    }

    @Test
    void aSpoiledArchiveIsMendedByTheExportThatHoldsItWhole() throws IOException {
        export();
        Path archive = memory.directory().resolve("sources/local/_v2/s.md");
        String whole = Files.readString(archive);
        memory.handEdited();
        Files.writeString(archive, whole.replace("Lisbon", "London"));
        assertThat(memory.workspace().maintain().check().problems())
                .extracting(CheckFinding::code)
                .contains("SOURCE_MODIFIED");

        memory.workspace().maintain().restoreExport(zip);

        assertThat(Files.readString(archive)).isEqualTo(whole);
        MemoryAssertions.assertThat(memory.workspace()).hasNoProblems();
    }

    @Test
    void namesThatCannotBeUnpackedEverywhereAreRefusedByName() throws IOException {
        memory.handEdited().leaveUnchecked();
        Path topics = memory.directory().resolve("topics");
        for (String[] names : new String[][] {
            {"back\\slash.png", "backslash"},
            {"line\nfeed.png", "control character"},
            {"Photo.png", "photo.png", "only by case"},
            {"caf\u00e9.png", "cafe\u0301.png", "or composition"}
        }) {
            List<Path> files = new ArrayList<>();
            for (String name : List.of(names).subList(0, names.length - 1)) {
                files.add(Files.write(topics.resolve(name), new byte[] {1}));
            }
            refused(this::export, ErrorCode.INVALID_ARGUMENT, names[names.length - 1]);
            assertThat(zip).doesNotExist();
            for (Path file : files) {
                Files.delete(file);
            }
        }
        assertThat(export().topics()).isPositive();
    }

    @Test
    void aCloneThatHoldsNotTheWholeHistoryIsExportedWithWhatItHolds() throws Exception {
        assumeTrue(Git.isHere(), "no git here to make a shallow clone");
        memory.close();
        Path clone = memory.beside().resolve("clone");
        Git.in(memory.beside())
                .run("clone", "-q", "--depth", "1", memory.directory().toUri().toString(), "clone");
        try (LocalMemoryBackend backend = LocalMemoryBackend.open(LocalMemoryConfig.builder(clone, memory.store())
                .clock(memory.clock())
                .build())) {
            backend.workspace().maintain().export(zip);
        }
        LocalMemoryBackend.restoreExport(zip, elsewhere());
        Git git = Git.in(elsewhere);
        assertThat(git.complaints()).isEmpty();
        assertThat(git.run("log", "--format=%s").lines()).hasSizeBetween(1, 2);
        memory.reopen();
    }
}
