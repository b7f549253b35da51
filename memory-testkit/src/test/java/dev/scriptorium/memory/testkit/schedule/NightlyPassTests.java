package dev.scriptorium.memory.testkit.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.event.OrganiseEnded;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.ReorganizeReport;
import dev.scriptorium.memory.api.write.ReorganizeRequest;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.testkit.model.ScriptedTopicWriter;
import dev.scriptorium.memory.testkit.model.WriterSteps;
import dev.scriptorium.memory.testkit.time.ManualScheduler;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The test begins at nine in the morning. */
@ExtendWith(WorkspaceExtension.class)
class NightlyPassTests {
    private final ScriptedTopicWriter writer = ScriptedTopicWriter.of();
    private TemporaryWorkspace memory;
    private ManualScheduler scheduler;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        memory = workspace.use(writer);
        scheduler = ManualScheduler.with(memory.clock());
    }

    private LocalMemoryBackend watch() {
        return memory.open(config -> config.scheduler(scheduler));
    }

    private int nights() {
        return writer.organiseTasks().size();
    }

    @Test
    void topicsArePutInOrderAtThreeEveryNight() {
        watch();
        scheduler.pass(Duration.ofHours(18).minusSeconds(1));
        assertThat(nights()).isZero();
        scheduler.pass(Duration.ofSeconds(1));
        assertThat(nights()).isEqualTo(1);
        assertThat(memory.events().of(OrganiseEnded.class)).hasSize(1);
        scheduler.pass(Duration.ofDays(6));
        assertThat(nights()).isEqualTo(7);
    }

    @Test
    void nightsThatWereMissedAreMadeUpOnce() {
        watch();
        scheduler.pass(Duration.ofDays(1));
        assertThat(nights()).isEqualTo(1);
        memory.close();
        memory.clock().advance(Duration.ofDays(9));

        watch();
        scheduler.pass(Duration.ofMinutes(10));
        assertThat(nights()).isEqualTo(2);
        scheduler.pass(Duration.ofHours(12));
        assertThat(nights()).isEqualTo(2);
    }

    /** Row 104 of the reported faults. */
    @Test
    void onADayWhenTheClocksChangeItIsDoneOnce() {
        memory.clock().set(Instant.parse("2026-10-24T12:00:00Z"));
        memory.open(config ->
                config.scheduler(scheduler).zone(ZoneId.of("Europe/Stockholm")).nightlyAt(LocalTime.of(2, 30)));
        scheduler.pass(Duration.ofHours(24));
        assertThat(nights()).isEqualTo(1);

        memory.close();
        memory.clock().set(Instant.parse("2027-03-27T12:00:00Z"));
        memory.open(config ->
                config.scheduler(scheduler).zone(ZoneId.of("Europe/Stockholm")).nightlyAt(LocalTime.of(2, 30)));
        scheduler.pass(Duration.ofMinutes(5));
        assertThat(nights()).as("the winter is made up").isEqualTo(2);
        scheduler.pass(Duration.ofHours(24));
        assertThat(nights()).isEqualTo(3);
    }

    @Test
    void aClockThatIsSetBackForAMomentRepeatsNoNight() {
        watch();
        scheduler.pass(Duration.ofHours(18));
        memory.clock().advance(Duration.ofMinutes(-2));
        scheduler.pass(Duration.ofHours(12));
        assertThat(nights()).isEqualTo(1);
    }

    @Test
    void aClockThatWasAYearAheadStopsNoNight() {
        memory.clock().advance(Duration.ofDays(365));
        watch();
        scheduler.pass(Duration.ofHours(18));
        memory.clock().advance(Duration.ofDays(-365));
        scheduler.pass(Duration.ofDays(2));
        assertThat(nights()).isBetween(2, 3);
    }

    @Test
    void whatMaySucceedLaterIsTriedAgainAndWhatCannotIsNot() {
        WriteFailure later = WriteFailure.of(FailureCode.MODEL_TRANSPORT, "later");
        writer.organising(WriterSteps.failing(later));
        watch();
        scheduler.pass(Duration.ofHours(18).plusMinutes(10));
        assertThat(nights()).isEqualTo(3);

        writer.organising(WriterSteps.noProgress());
        scheduler.pass(Duration.ofHours(1));
        assertThat(nights()).isEqualTo(4);
    }

    @Test
    void aDamagedNoteOfTheLastNightIsKeptAndTheNightDoneAgain() throws IOException {
        watch();
        scheduler.pass(Duration.ofDays(1));
        Path note = memory.directory().resolve(".scriptorium/nightly.json");
        Files.writeString(note, "{\"night\": \"yesterday\"}");
        scheduler.pass(Duration.ofMinutes(5));
        assertThat(nights()).isEqualTo(2);
        assertThat(note.resolveSibling("nightly.json.damaged-1")).hasContent("{\"night\": \"yesterday\"}");
        scheduler.pass(Duration.ofMinutes(5));
        assertThat(nights()).isEqualTo(2);
    }

    @Test
    void twoBackendsOnOneMemoryDoItOnce() {
        watch();
        watch();
        scheduler.pass(Duration.ofDays(1));
        assertThat(nights()).isEqualTo(1);
    }

    @Test
    void theReportNamesChangedFilesWithTheirLengthsAndADryRunChangesNone() {
        memory.store().session("s").say("u1", "I live in Lisbon.");
        assertThat(memory.write("s")).isEmpty();
        String before = memory.text(ScriptedTopicWriter.TOPIC);
        writer.organising(WriterSteps.edit(
                stage -> stage.write(TopicPath.of(ScriptedTopicWriter.TOPIC), before.replace("# ", "# All "))));

        ReorganizeReport dry = memory.backend().reorganize(ReorganizeRequest.dryRun());
        assertThat(memory.text(ScriptedTopicWriter.TOPIC)).isEqualTo(before);
        ReorganizeReport real = memory.backend().reorganize(ReorganizeRequest.install());

        assertThat(List.of(dry, real)).allSatisfy(report -> {
            assertThat(report.status()).isEqualTo(ReorganizeReport.Status.OK);
            assertThat(report.changes()).singleElement().satisfies(change -> {
                assertThat(change.path().value()).isEqualTo(ScriptedTopicWriter.TOPIC);
                assertThat(change.charactersBefore()).isEqualTo(before.length());
                assertThat(change.charactersAfter()).isEqualTo(before.length() + 4);
            });
        });
        assertThat(memory.text(ScriptedTopicWriter.TOPIC)).hasSize(before.length() + 4);
    }
}
