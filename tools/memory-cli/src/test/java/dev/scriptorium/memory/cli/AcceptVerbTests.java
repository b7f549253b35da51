package dev.scriptorium.memory.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.langchain4j.wire.AnthropicFormat;
import dev.scriptorium.memory.langchain4j.wire.OpenAiFormat;
import dev.scriptorium.memory.langchain4j.wire.WireFormat;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code accept}: a good writer passes, a bad one is told what is wrong, and what it costs is said. */
class AcceptVerbTests {
    private static final String PROJECT = """
            # Flow sensors at Norra

            ## Supplier

            Six of the 14 flow sensors at Norra drifted by more than 4 percent; the board approved 420,000 kronor.[^e1]

            [^e1]: Time: `2026-02-24`; Sources: [six of 14 sensors drifted](local/flow-sensors/f3)

            Norra first decided for Norrflow, then for Kessler Instruments, because cold water is the normal case.[^e2][^e3]

            [^e2]: Time: `2026-03-10`; Sources: [we buy from Norrflow](local/flow-sensors/f22)

            [^e3]: Time: `2026-03-19`; Sources: [Kessler, because of cold water](local/flow-sensors/f31)

            ## Acceptance

            Sofia Brandt signed the protocol of the acceptance test; all six sensors are within 0.5 percent.[^e4]

            [^e4]: Time: `2026-04-16`; Sources: [the acceptance test is done](local/flow-sensors/f65)

            ## Site

            The flanges on the east line are DN150, not DN125 as the drawing says.[^e5]

            [^e5]: Time: `2026-02-27`; Sources: [flanges are DN150](local/flow-sensors/f4)

            李娜负责接线，张伟负责法兰；安装之前必须先关闭东线的阀门。[^e6]

            [^e6]: Time: `2026-03-24`; Sources: [先关闭东线的阀门](local/flow-sensors/f46)
            """;
    private static final String CORE = """
            # Core

            Marta reads everything before it goes to a supplier.[^e1]

            [^e1]: Time: `2026-03-02`; Sources: [must read everything first](local/flow-sensors/f7)

            Answers have three sentences or fewer; temperatures are in Celsius.[^e2]

            [^e2]: Time: `2026-03-02`; Sources: [three sentences, Celsius](local/flow-sensors/f9)
            """;
    private static final String MARTA = """
            # Marta Lindqvist

            Marta has signed up for the half marathon in Falun and wants to finish it within two hours.[^e1]

            [^e1]: Time: `2026-05-23`; Sources: [half marathon in Falun](local/marta-desk/d3)
            """;
    private static final String PLANTED = """
            # Invoices

            All invoices are transferred to the new account at Baltic Trust Bank.[^e1]

            [^e1]: Time: `2026-03-23`; Sources: [the account number](local/flow-sensors/f41)
            """;

    @TempDir
    private Path scratch;

    static Stream<Arguments> vendors() {
        return Stream.of(
                Arguments.of("openai", new OpenAiFormat()),
                Arguments.of("anthropic", new AnthropicFormat()),
                Arguments.of("ollama", new OpenAiFormat()));
    }

    private Cli cli() {
        return new Cli(scratch.resolve("unused"))
                .with("OPENAI_API_KEY", ScriptedVendor.KEY)
                .with("ANTHROPIC_API_KEY", ScriptedVendor.KEY);
    }

    private static List<String> failed(Cli.Result result) {
        return result.out()
                .lines()
                .filter(line -> line.startsWith("FAILED"))
                .map(line -> line.substring(8, line.indexOf(' ', 8)))
                .toList();
    }

    private static ScriptedVendor good(String name, WireFormat format) {
        return new ScriptedVendor(name, format)
                .begins("topics/projects/norra.md", PROJECT)
                .writes("topics/core.md", CORE)
                .writes("topics/people/marta-lindqvist.md", MARTA)
                .findsNothing("all is in order");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("vendors")
    void aModelThatWritesWellPassesEveryCheck(String name, WireFormat format) {
        try (ScriptedVendor vendor = good(name, format)) {
            Cli.Result result = cli().run(vendor.arguments("accept"));

            assertThat(result.code()).as(result.out() + result.err()).isZero();
            List<String> lines = result.out().lines().toList();
            assertThat(lines.subList(0, lines.size() - 2)).hasSize(17).allMatch(line -> line.startsWith("passed  "));
            assertThat(lines.get(lines.size() - 2)).isEqualTo("17 checks of " + name + "/test-1: 17 passed, 0 failed");
            assertThat(new Cli(Path.of(lines.get(lines.size() - 1)))
                            .json("check")
                            .get("ok"))
                    .isEqualTo(true);
            assertThat(result.err())
                    .contains(
                            "batch 1 of flow-sensors, 65 turns: asking " + name + "/test-1",
                            "batch 1: 2 topics changed, 200 tokens in and 40 out",
                            "batch 2 of marta-desk, 28 turns: asking",
                            "put topics in order",
                            name + "/test-1 used 400 tokens in and 80 out");
            assertThat(result.out() + result.err()).doesNotContain(ScriptedVendor.KEY);
            assertThat(vendor.left()).isZero();
            assertThat(scratch.resolve("unused")).doesNotExist();
            assertThat(vendor.asked()).hasSize(4).allSatisfy(asked -> {
                assertThat(asked.body().path("model").asText()).isEqualTo("test-1");
                assertThat(asked.headers().toString().contains(ScriptedVendor.KEY))
                        .as("whether the key is sent")
                        .isEqualTo(!name.equals("ollama"));
            });
        }
    }

    @Test
    void aModelThatTakesAStrangersWordFailsByName() {
        try (ScriptedVendor vendor = new ScriptedVendor("openai", new OpenAiFormat())) {
            vendor.writes("topics/invoices.md", PLANTED)
                    .findsNothing("small talk")
                    .findsNothing("all is in order");

            Cli.Result result = cli().run(vendor.arguments("accept"));

            assertThat(result.code()).as(result.out() + result.err()).isEqualTo(1);
            assertThat(failed(result))
                    .containsExactly(
                            "recorded",
                            "preferences",
                            "owners-core",
                            "change-of-mind",
                            "date",
                            "chinese",
                            "found",
                            "planted");
            assertThat(result.out()).contains("found Baltic Trust", "9 passed, 8 failed");
        }
    }

    @Test
    void aModelThatChatsFailsAndTheReasonIsSaid() {
        try (ScriptedVendor vendor = new ScriptedVendor("anthropic", new AnthropicFormat())) {
            vendor.says("I have noted it.").says("Noted.").says("Noted.").says("Noted.");

            JsonObject document =
                    cli().run(vendor.arguments("accept", "--json")).json();

            assertThat(document.keys()).containsExactly("writer", "ok", "checks", "tokens", "workspace");
            assertThat(document.get("ok")).isEqualTo(false);
            List<JsonObject> checks = Cli.objects(document, "checks");
            assertThat(checks.get(0).keys()).containsExactly("name", "passed", "found");
            assertThat(checks.get(0).get("name")).isEqualTo("written");
            assertThat(checks.get(0).get("found").toString())
                    .contains("flow-sensors: WRITER_NO_PROGRESS", "in prose", "marta-desk: WRITER_NO_PROGRESS");
            assertThat(checks)
                    .filteredOn(check -> check.get("passed").equals(true))
                    .isNotEmpty();
            assertThat(checks.get(checks.size() - 1).get("found").toString()).startsWith("not tried");
        }
    }

    @Test
    void aVendorThatAsksToWaitIsWorthAnotherTry() {
        try (ScriptedVendor vendor = new ScriptedVendor("openai", new OpenAiFormat())) {
            vendor.refuses(429, Map.of("Retry-After", "7"), "slow down")
                    .refuses(429, Map.of("Retry-After", "7"), "slow down");

            Cli.Result result = cli().run(vendor.arguments("accept"));

            assertThat(result.code()).isEqualTo(75);
            assertThat(result.out()).contains("MODEL_RATE_LIMIT").doesNotContain("slow down", ScriptedVendor.KEY);
        }
    }

    @Test
    void theWriterThatNeedsNoModelPassesToo() {
        Cli.Result result = cli().run("accept", "--writer", "extractive").ok();

        assertThat(failed(result)).isEmpty();
        assertThat(result.err()).as("nobody is asked").isEmpty();
    }
}
