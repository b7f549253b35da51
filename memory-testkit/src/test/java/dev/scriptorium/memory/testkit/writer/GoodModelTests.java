package dev.scriptorium.memory.testkit.writer;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static dev.scriptorium.memory.testkit.model.ModelSteps.edit;
import static dev.scriptorium.memory.testkit.model.ModelSteps.finish;
import static dev.scriptorium.memory.testkit.model.ModelSteps.nothing;
import static dev.scriptorium.memory.testkit.model.ModelSteps.read;
import static dev.scriptorium.memory.testkit.model.ModelSteps.search;
import static dev.scriptorium.memory.testkit.model.ModelSteps.together;
import static dev.scriptorium.memory.testkit.model.ModelSteps.turn;
import static dev.scriptorium.memory.testkit.model.ModelSteps.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.event.NothingToRecord;
import dev.scriptorium.memory.api.model.ModelMessage;
import dev.scriptorium.memory.api.model.ModelRequest;
import dev.scriptorium.memory.api.write.ReorganizeReport;
import dev.scriptorium.memory.api.write.ReorganizeRequest;
import dev.scriptorium.memory.local.writer.model.ModelTopicWriter;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.model.ScriptedMemoryModel;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A model that works as it is asked to: what it writes of the demo conversation is kept, byte for byte. */
@ExtendWith(WorkspaceExtension.class)
class GoodModelTests {
    private static final String PROJECT = "topics/projects/norra-flow-sensors.md";
    private static final String MARTA = "topics/people/marta-lindqvist.md";
    private static final String CORE = "topics/core.md";
    private static final Path EXPECTED = Path.of("src/test/resources/writer/demo");
    private static final Path ORGANISED = Path.of("src/test/resources/writer/organised");

    private final ScriptedMemoryModel model = ScriptedMemoryModel.of();
    private final DemoConversation demo = DemoConversation.read();
    private TemporaryWorkspace memory;

    @BeforeEach
    void aModelWrites(TemporaryWorkspace workspace) {
        memory =
                workspace.use(ModelTopicWriter.builder(model, workspace.clock()).build());
    }

    private void theDemoIsWritten() {
        demo.say(memory.store(), "flow-sensors", "f1", "f28");
        model.then(write(PROJECT, """
                        # Flow sensors at Norra

                        ## Supplier

                        Six of the 14 flow sensors at Norra drifted by more than 4 percent; the board approved 420,000 kronor to replace them.[^e1]

                        [^e1]: Time: `2026-02-24`; Sources: [six of 14 sensors drifted](local/flow-sensors/f3)

                        Marta decided to buy the six sensors from Norrflow for 389,000 kronor, delivered in week 16.[^e2]

                        [^e2]: Time: `2026-03-10`; Sources: [we buy from Norrflow](local/flow-sensors/f22)

                        ## Site

                        The flanges on the east line are DN150, not DN125 as the drawing says.[^e3]

                        [^e3]: Time: `2026-02-27`; Sources: [flanges are DN150](local/flow-sensors/f4)
                        """), write(CORE, """
                        # Core

                        Marta reads everything before it goes to a supplier.[^e1]

                        [^e1]: Time: `2026-03-02`; Sources: [must read everything first](local/flow-sensors/f7)

                        Answers have three sentences or fewer; temperatures are in Celsius.[^e2]

                        [^e2]: Time: `2026-03-02`; Sources: [three sentences, Celsius](local/flow-sensors/f9)
                        """), finish());
        assertThatWrite(memory.write("flow-sensors")).succeeded();

        demo.say(memory.store(), "flow-sensors", "f29", "f69");
        model.then(
                together(search("supplier of the flow sensors"), turn("local/flow-sensors/f31"), read(PROJECT)),
                request -> edit(PROJECT, standing(request, "Marta decided to buy"), changed())
                        .answer(request),
                edit(PROJECT, "## Site\n", """
                        ## Acceptance

                        All six sensors are within 0.5 percent of the reference meter; Sofia Brandt signed the protocol.[^e5]

                        [^e5]: Time: `2026-04-16`; Sources: [the acceptance test is done](local/flow-sensors/f65)

                        ## Site

                        四月七日和八日，李娜和张伟一起去诺拉泵站安装传感器。[^e6]

                        [^e6]: Time: `2026-04-07`; Sources: [四月七日和八日去安装](local/flow-sensors/f44), [李娜和我一起去](local/flow-sensors/f46)
                        """),
                finish());
        assertThatWrite(memory.write("flow-sensors")).succeeded();

        demo.say(memory.store(), "marta-desk", "d1", "d29");
        model.then(write(MARTA, """
                        # Marta Lindqvist

                        ## Running

                        Marta runs on Wednesdays, Fridays and Sundays.[^e1]

                        [^e1]: Time: `2026-03-17`; Sources: [Wednesday, Friday and Sunday](local/marta-desk/d12)

                        ## Family

                        Marta and her nephew Nils are allergic to hazelnuts.[^e2]

                        [^e2]: Time: `2026-03-08`; Sources: [allergic to hazelnuts](local/marta-desk/d8)
                        """), finish());
        model.otherwise(nothing("the rest of it is small talk and training figures"));
        assertThatWrite(memory.write("marta-desk")).succeeded();
    }

    /** The line of a paragraph as the model has read it. */
    private static String standing(ModelRequest request, String beginning) {
        String read = request.messages().stream()
                .filter(message -> message.role() == ModelMessage.Role.TOOL)
                .map(ModelMessage::text)
                .filter(text -> text.startsWith("{\"path\""))
                .findFirst()
                .orElseThrow()
                .replace("\\n", "\n");
        return read.lines()
                .filter(line -> line.startsWith(beginning))
                .findFirst()
                .orElseThrow();
    }

    private String changed() {
        String line = memory.text(PROJECT)
                .lines()
                .filter(text -> text.startsWith("Marta decided"))
                .findFirst()
                .orElseThrow();
        String cited = line.substring(line.indexOf("[^"), line.lastIndexOf(" ^"));
        return "Marta first decided for Norrflow, then for Kessler Instruments, 402,500 kronor in week 14, because cold"
                + " water is the normal case at Norra." + cited + "[^e4]" + line.substring(line.lastIndexOf(" ^"))
                + "\n\n[^e4]: Time: `2026-03-19`; Sources: [Kessler, because of cold water](local/flow-sensors/f31)";
    }

    @Test
    void theTopicsOfTheDemoConversationAreThese() throws IOException {
        theDemoIsWritten();
        assertThat(topics(memory.directory().resolve("topics"))).isEqualTo(topics(EXPECTED));
        assertThat(model.left()).isZero();
        MemoryAssertions.assertThat(memory).hasNoProblems().hasPending(0);
        assertThat(memory.written("flow-sensors")).contains("f1", "f28", "f69").doesNotContain("f26-wrong");
    }

    private static Map<String, String> topics(Path root) throws IOException {
        Map<String, String> texts = new TreeMap<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                texts.put(root.relativize(file).toString().replace('\\', '/'), Files.readString(file));
            }
        }
        return texts;
    }

    @Test
    void aBlockThatIsRewordedKeepsItsIdAndItsOlderEvidence() {
        theDemoIsWritten();
        MemoryAssertions.assertThat(memory)
                .hasBlock("then for Kessler Instruments")
                .citing("local/flow-sensors/f22", "local/flow-sensors/f31")
                .inTopic(PROJECT);
    }

    @Test
    void whatItIsShownIsTheBatchAndWhatTheMemoryHoldsAboutIt() {
        theDemoIsWritten();
        String first = model.task(0);
        assertThat(first)
                .contains(
                        "## Observed 2026-03-02\n\n{\"ref\":\"local/flow-sensors/f1\",\"speaker\":\"Marta Lindqvist (marta)\"")
                .contains("# Blocks that may be about the same things\n\n(none)")
                .doesNotContain("{{", "4471", "mail queue flushed", "IMG_2231");
        String second = model.task(3);
        assertThat(second)
                .contains("Marta decided to buy the six sensors from Norrflow")
                .contains(
                        "{\"topic\":\"topics/projects/norra-flow-sensors.md\",\"title\":\"Flow sensors at Norra\",\"blocks\":3")
                .contains("# The core topic, as JSON text\n\n\"# Core\\n\\nMarta reads everything")
                .contains("## Observed 2026-03-23\n\n{\"ref\":\"local/flow-sensors/f41\"")
                .doesNotContain("Baltic Trust Bank");
    }

    @Test
    void nothingToRecordMarksTheTurns() {
        memory.store().session("s").say("u1", "Good morning!");
        model.then(nothing("a greeting"));
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(memory.written("s")).containsExactly("u1");
        assertThat(memory.events().of(NothingToRecord.class))
                .singleElement()
                .satisfies(event -> assertThat(event.reason()).isEqualTo("a greeting"));
    }

    /** A block of a topic as it stands there, and its definitions. */
    private String[] standing(String path, String beginning) {
        List<String> lines = memory.text(path).lines().toList();
        String block = lines.stream()
                .filter(line -> line.startsWith(beginning))
                .findFirst()
                .orElseThrow();
        String definitions = lines.stream()
                .filter(line -> line.startsWith("[^") && block.contains(line.substring(0, line.indexOf("]:") + 1)))
                .collect(Collectors.joining("\n\n"));
        return new String[] {block, definitions};
    }

    @Test
    void whatTheOrganiserMakesOfTheTopicsAreThese() throws IOException {
        theDemoIsWritten();
        String[] reads = standing(CORE, "Marta reads everything");
        String[] answers = standing(CORE, "Answers have");
        String[] signed = standing(PROJECT, "All six sensors");
        String section = "## Acceptance\n\n" + String.join("\n\n", signed) + "\n\n";
        model.then(
                read(PROJECT),
                // By need: every session asks for the form of answers.
                write(CORE, "# Core\n\n" + String.join("\n\n", answers) + "\n\n" + String.join("\n\n", reads) + "\n"),
                // By subject, with its evidence.
                together(
                        edit(PROJECT, section, ""),
                        write(
                                "topics/projects/norra-acceptance.md",
                                "# Acceptance test at Norra\n\n" + String.join("\n\n", signed) + "\n")),
                finish());

        ReorganizeReport report = memory.backend().reorganize(ReorganizeRequest.install());

        assertThat(report.status()).isEqualTo(ReorganizeReport.Status.OK);
        assertThat(report.changes())
                .extracting(change -> change.path().value())
                .containsExactly(CORE, "topics/projects/norra-acceptance.md", PROJECT);
        assertThat(topics(memory.directory().resolve("topics"))).isEqualTo(topics(ORGANISED));
        MemoryAssertions.assertThat(memory)
                .hasNoProblems()
                .hasBlock("All six sensors")
                .citing("local/flow-sensors/f65")
                .inTopic("topics/projects/norra-acceptance.md");
        assertThat(model.left()).isZero();
    }

    @Test
    void theOrganiserIsToldSizesAndWhatHasNoRoom() {
        theDemoIsWritten();
        memory.reopen();
        memory.open(settings -> settings.coreTokens(40));
        ByteSnapshot before = memory.bytes().below("topics");
        int begun = model.requests().size();
        assertThat(memory.backend().reorganize(ReorganizeRequest.install()).status())
                .isEqualTo(ReorganizeReport.Status.EMPTY);
        MemoryAssertions.assertThat(memory.bytes().below("topics")).isUnchangedSince(before);
        assertThat(model.task(begun))
                .contains(
                        "\"topic\":\"" + PROJECT + "\"",
                        "\"characters\":" + memory.text(PROJECT).length())
                .contains("Left out for lack of room: ^")
                .contains("12,000 characters")
                .doesNotContain("# The batch");
    }
}
