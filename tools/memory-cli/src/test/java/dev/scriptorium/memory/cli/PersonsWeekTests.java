package dev.scriptorium.memory.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.SessionContext;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.AuthorityTier;
import dev.scriptorium.memory.api.session.Speaker;
import dev.scriptorium.memory.api.session.SpeakerKind;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.local.HistoryEntry;
import dev.scriptorium.memory.local.RefusedBatch;
import dev.scriptorium.memory.local.StrangerMessage;
import dev.scriptorium.memory.local.StrangerMessage.ChatType;
import dev.scriptorium.memory.local.writer.ExtractiveTopicWriter;
import dev.scriptorium.memory.local.writer.Stage;
import dev.scriptorium.memory.local.writer.TopicWriter;
import dev.scriptorium.memory.local.writer.WriterException;
import dev.scriptorium.memory.local.writer.WriterOutcome;
import dev.scriptorium.memory.local.writer.WriterTask;
import dev.scriptorium.memory.testkit.model.WriterSteps;
import dev.scriptorium.memory.testkit.session.InMemorySession;
import dev.scriptorium.memory.testkit.time.ManualScheduler;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What docs/guide/a-persons-week.md tells, day by day. Every output on the page is the one that comes out here; a line of
 * three dots stands for lines that are left out, and commits are numbered, because their ids are no two times the same.
 */
@ExtendWith(WorkspaceExtension.class)
class PersonsWeekTests {
    private static final Path PAGE = Path.of("../../docs/guide/a-persons-week.md");
    private static final String PRINCIPAL = "owner/install/0a1b2c3d4e5f6071";
    private static final Speaker ADA = Speaker.of("u-ada", "Ada");
    private static final Speaker BEN = Speaker.of("u-ben", "Ben");
    private static final Speaker CHLOE = Speaker.of("u-chloe", "Chloe");
    private static final String CHAT = "allotment";

    private final WriterWithBadDays writer = new WriterWithBadDays();
    private final List<String> shown = new ArrayList<>();
    private TemporaryWorkspace memory;
    private ManualScheduler scheduler;
    private InMemorySession chat;

    /** The writer that needs no model, and on some days breaks the rules. */
    private static final class WriterWithBadDays implements TopicWriter {
        private final TopicWriter good = new ExtractiveTopicWriter();
        private volatile boolean bad;

        @Override
        public String name() {
            return good.name();
        }

        @Override
        public WriterOutcome write(WriterTask task, Stage stage) throws WriterException {
            boolean writes = task.kind() != WriterTask.Kind.ORGANISE;
            return bad && writes
                    ? WriterSteps.refused("topics/people/Ben.md").run(task, stage)
                    : good.write(task, stage);
        }
    }

    @BeforeEach
    void monday(TemporaryWorkspace workspace) throws IOException {
        memory = workspace.use(writer);
        scheduler = ManualScheduler.with(memory.clock());
        Path id = memory.directory().resolve(".scriptorium/workspace-id");
        Files.createDirectories(id.getParent());
        Files.writeString(id, "w-0a1b2c3d\n");
        chat = memory.store().session(CHAT);
        open();
    }

    private void open() {
        memory.open(config -> config.scheduler(scheduler).owner(PRINCIPAL));
    }

    private void owner(String turn, String text) {
        chat.add(
                turn,
                TurnKind.USER,
                text,
                said -> said.speaker(ADA).speakerKind(SpeakerKind.OWNER).tier(AuthorityTier.OWNER));
    }

    private void paired(String turn, Speaker who, String text) {
        chat.add(
                turn,
                TurnKind.USER,
                text,
                said -> said.speaker(who).speakerKind(SpeakerKind.HUMAN).tier(AuthorityTier.PAIRED));
    }

    private void until(String time) {
        scheduler.pass(Duration.between(memory.clock().instant(), Instant.parse(time)));
    }

    /** What a person types, and what comes of it; the program whose memory it is goes on meanwhile. */
    private String typed(String... words) {
        List<String> arguments = new ArrayList<>(List.of("--set", "zone=UTC", "--set", "owner=" + PRINCIPAL));
        arguments.addAll(List.of("--set", "clock=" + memory.clock().instant()));
        arguments.addAll(Arrays.asList(words));
        String out = new Cli(memory.directory())
                .run(arguments.toArray(String[]::new))
                .ok()
                .out();
        StringBuilder line = new StringBuilder("$ scriptorium -w memory");
        for (String word : words) {
            line.append(' ').append(word.matches("[\\w/^.:%#-]+") ? word : "\"" + word + "\"");
        }
        shown.add(line + "\n" + out);
        return out;
    }

    private String block(String words) {
        return "^"
                + memory.workspace().read().recent(99).stream()
                        .filter(event -> event.text().contains(words))
                        .findFirst()
                        .orElseThrow()
                        .id()
                        .value();
    }

    private boolean remembers(String words) {
        return memory.workspace().read().recent(99).stream()
                .anyMatch(event -> event.text().contains(words));
    }

    private int waiting() {
        return memory.workspace().read().status().waitingTurns();
    }

    @Test
    void aWeek() throws IOException {
        // Monday: three people and their assistant in one chat, which nobody ends.
        owner("m1", "We have rented plot 14 at the Hallen allotments from 1 June. Always give me weights in grams.");
        chat.reply("m2", "Noted. Shall I make a plan for the beds?");
        paired("m3", BEN, "I am allergic to wasp stings, so somebody else must open the beehive.");
        paired("m4", CHLOE, "I bought the water pump at Norra for 240 euro last Friday.");
        until("2024-05-06T09:29:00Z");
        assertThat(memory.written(CHAT)).isEmpty();
        until("2024-05-06T10:00:00Z");
        assertThat(memory.written(CHAT)).containsExactly("m1", "m2", "m3", "m4");
        typed("list", "topics/");
        typed("core");

        // Tuesday: they try two plans, and go on with the second.
        until("2024-05-07T09:00:00Z");
        owner("t1", "The beds will run north to south, with tomatoes along the fence.");
        chat.fork("m4");
        owner("t2", "The beds will run east to west, and the tomatoes stand in the greenhouse.");
        paired("t3", BEN, "I will build the greenhouse with Chloe on 18 May.");
        until("2024-05-07T10:00:00Z");
        assertThat(remembers("east to west")).isTrue();
        assertThat(remembers("north to south")).isFalse();
        assertThat(waiting()).isEqualTo(1);
        typed("search", "Which way do the beds run?", "--limit", "1");

        // Wednesday: something is taken back before anybody was to remember it.
        until("2024-05-08T09:00:00Z");
        paired("w1", CHLOE, "The code of the gate is 4471.");
        chat.rewind("t3");
        paired("w2", CHLOE, "I keep the key of the gate with our neighbour Tove.");
        until("2024-05-08T10:00:00Z");
        assertThat(memory.text("sources/local/_v2/allotment.md"))
                .doesNotContain("4471")
                .contains("Tove");
        typed("grep", "gate");

        // Thursday: the host has no room left for the conversation, and an idle night follows.
        until("2024-05-09T09:00:00Z");
        paired("h1", BEN, "I ordered 40 strawberry plants from Ekholm, to be delivered on 16 May.");
        memory.backend().extractBeforeDiscard(DiscardRequest.of(chat.id(), chat.branch()));
        chat.compact("h2", "They rented plot 14 and planned the beds; Ben ordered strawberries.");
        paired("h3", CHLOE, "I can fetch them by car.");
        until("2024-05-10T03:30:00Z");
        assertThat(remembers("40 strawberry plants")).isTrue();
        assertThat(memory.text("sources/local/_v2/allotment.md")).doesNotContain("planned the beds; Ben");
        typed("status");

        // Friday: the writer has a bad day, and its batch is refused.
        until("2024-05-10T09:00:00Z");
        writer.bad = true;
        paired("f1", BEN, "I found wild garlic growing behind the shed on plot 14.");
        until("2024-05-10T10:00:00Z");
        assertThat(memory.workspace().read().status().refusedBatches())
                .extracting(RefusedBatch::code)
                .containsExactly(FailureCode.COMMIT_REJECTED);
        typed("status");
        writer.bad = false;
        until("2024-05-10T18:00:00Z");
        assertThat(remembers("wild garlic"))
                .as("it is not shown by itself within the day")
                .isFalse();
        Optional<WriteFailure> asked = memory.write(CHAT);
        assertThat(asked).isEmpty();
        assertThat(remembers("wild garlic")).isTrue();
        assertThat(memory.workspace().read().status().refusedBatches()).isEmpty();

        // Saturday: somebody speaks up whom nobody knows.
        until("2024-05-11T09:00:00Z");
        StrangerMessage message = StrangerMessage.in(
                        "telegram",
                        "main",
                        "-100200",
                        ChatType.GROUP,
                        OffsetDateTime.ofInstant(memory.clock().instant(), ZoneOffset.UTC))
                .id("77")
                .speaker("u-7", "Dan")
                .said("The well behind plot 14 runs dry in July, so fill your tanks before midsummer.");
        SourceRef stranger = memory.workspace().change().archivePending(message).orElseThrow();
        MemoryQuery question = MemoryQuery.of("When does the well behind plot 14 run dry?");
        assertThat(memory.backend().search(question).orElse("")).doesNotContain("July");
        typed("search", "When does the well run dry?", "--corpus", "sources", "--limit", "1");

        // Sunday: the owner vouches for it.
        until("2024-05-12T09:00:00Z");
        memory.close();
        typed("promote", stranger.value());
        open();
        assertThat(memory.backend().search(question).orElse("")).contains("July");
        assertThat(memory.backend().systemPrompt(SessionContext.none()).orElse(""))
                .contains("grams")
                .doesNotContain("July");

        // What the week has left.
        assertThat(Cli.files(memory.directory()).values())
                .as("what was taken back, and what only a summary said")
                .allSatisfy(text -> assertThat(text).doesNotContain("4471").doesNotContain("planned the beds; Ben"));
        typed("list");
        typed("show", "topics/people/Ben.md");
        typed("log");
        typed("why", block("well behind plot 14"));
        typed("why", block("east to west"));
        isOnThePage();
    }

    private void isOnThePage() throws IOException {
        List<HistoryEntry> commits =
                new ArrayList<>(memory.workspace().history().log(Optional.empty(), Integer.MAX_VALUE));
        Collections.reverse(commits);
        List<String> outputs = new ArrayList<>();
        for (String output : shown) {
            String numbered = output;
            for (int i = 0; i < commits.size(); i++) {
                String number = String.format("%02d00000000", i + 1);
                for (int digits : new int[] {10, 8}) {
                    numbered = numbered.replace(commits.get(i).id().substring(0, digits), number.substring(0, digits));
                }
            }
            outputs.add(numbered);
        }
        List<String> blocks = new ArrayList<>();
        Matcher text = Pattern.compile("(?ms)^```text\n(.*?)^```$").matcher(Files.readString(PAGE));
        while (text.find()) {
            blocks.add(text.group(1));
        }
        assertThat(String.join("\n", outputs)).matches(asPattern(String.join("\n", blocks)));
    }

    /** Lines of three dots stand for any lines. */
    private static Pattern asPattern(String page) {
        StringBuilder pattern = new StringBuilder();
        for (String line : page.split("(?<=\n)", -1)) {
            pattern.append(line.equals("...\n") ? "(?:[^$\n][^\n]*\n)+?" : Pattern.quote(line));
        }
        return Pattern.compile(pattern.toString());
    }
}
