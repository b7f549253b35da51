package dev.scriptorium.memory.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.langchain4j.wire.OpenAiFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code write}, {@code backfill} and {@code reorganize} with a model as the writer. */
class ModelVerbsTests {
    private static final String TOPIC = "topics/people/ada.md";
    private static final String ADA = """
            # Ada

            Ada moved to Uppsala.[^e1]

            [^e1]: Time: `2026-02-14`; Sources: [moved to Uppsala](local/talk/m1)
            """;

    @TempDir
    private Path scratch;

    private final ScriptedVendor vendor = new ScriptedVendor("openai", new OpenAiFormat());
    private Cli cli;

    @BeforeEach
    void somebodySpeaks() throws IOException {
        Path file = scratch.resolve("talk.jsonl");
        Files.writeString(file, """
                {"session":"talk","id":"m1","kind":"USER","time":"2026-03-02T09:00:00+01:00","text":"I moved to Uppsala on 14 February 2026."}
                {"session":"talk","id":"m2","kind":"USER","time":"2026-03-02T09:02:00+01:00","text":"I planted 40 tulip bulbs yesterday."}
                """);
        cli = new Cli(scratch.resolve("memory")).with("OPENAI_API_KEY", ScriptedVendor.KEY);
        cli.run("import", "--format", "jsonl", file.toString()).ok();
    }

    @AfterEach
    void theVendorCloses() {
        vendor.close();
    }

    @Test
    void aModelWritesAndWhatItCostIsSaid() {
        vendor.writes(TOPIC, ADA);

        Cli.Result result = cli.run(vendor.arguments("write", "--force")).ok();

        assertThat(result.out()).contains("talk: 1 batch, 2 turns", TOPIC);
        assertThat(result.err()).isEqualTo("""
                note: batch 1 of talk, 2 turns: asking openai/test-1
                note: batch 1: 1 topic changed, 100 tokens in and 20 out
                note: openai/test-1 used 100 tokens in and 20 out
                """);
        assertThat(cli.run("show", TOPIC).ok().out()).contains("Ada moved to Uppsala.");
        assertThat(cli.run("log").ok().out()).contains("writer/openai/test-1");
        assertThat(cli.run("check").ok().code()).isZero();
        assertThat(Cli.files(scratch).values())
                .as("the key is kept nowhere")
                .noneMatch(text -> text.contains(ScriptedVendor.KEY));
    }

    @Test
    void tokensAreInTheDocumentOfAModelAndInNoOther() {
        vendor.writes(TOPIC, ADA);

        JsonObject tokens =
                (JsonObject) cli.json(vendor.arguments("write", "--force")).get("tokens");

        assertThat(tokens.keys()).containsExactly("input", "output");
        assertThat(tokens.get("input")).hasToString("100");
        assertThat(cli.json("write", "--force").keys()).containsExactly("sessions");
    }

    @Test
    void theModelAndItsPlaceMayStandInTheEnvironmentAndTheKeyInAFile() throws IOException {
        vendor.writes(TOPIC, ADA);
        Path key = Files.writeString(scratch.resolve("key.txt"), "sk-of-the-file\n");
        String url = vendor.arguments()[5];
        cli.with("SCRIPTORIUM_MODEL", "test-2").with("SCRIPTORIUM_BASE_URL", url + "/");

        cli.run("write", "--force", "--writer", "openai", "--key-file", key.toString())
                .ok();

        assertThat(vendor.asked()).singleElement().satisfies(asked -> {
            assertThat(asked.path()).isEqualTo("/v1/chat/completions");
            assertThat(asked.body().path("model").asText()).isEqualTo("test-2");
            assertThat(asked.headers().toString())
                    .contains("Bearer sk-of-the-file")
                    .doesNotContain(ScriptedVendor.KEY);
        });
    }

    @Test
    void aKeyOfTheEnvironmentGoesNowhereElseUnlessTheCallSaysWhere() {
        cli.with("SCRIPTORIUM_MODEL", "test-2").with("SCRIPTORIUM_BASE_URL", vendor.arguments()[5]);

        Cli.Result result = cli.run("write", "--force", "--writer", "openai");

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err())
                .contains("OPENAI_API_KEY would go there", "--base-url")
                .doesNotContain(ScriptedVendor.KEY);
        assertThat(vendor.asked()).isEmpty();
    }

    @Test
    void aDryRunAsksTheModelAndChangesNothing() {
        cli.run("init").ok();
        vendor.writes(TOPIC, ADA);

        Cli.Result result =
                cli.run(vendor.arguments("write", "--force", "--dry-run")).ok();

        assertThat(result.out()).contains("+Ada moved to Uppsala.");
        assertThat(result.err()).contains("used 100 tokens in");
        assertThat(Cli.files(cli.workspace().resolve("topics"))).isEmpty();
    }

    @Test
    void aKeyThatIsRefusedIsNotRepeated() {
        vendor.refuses(401, Map.of(), "Incorrect API key provided:");

        Cli.Result result = cli.run(vendor.arguments("write", "--force"));

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("talk: MODEL_AUTHENTICATION");
        assertThat(result.out() + result.err()).doesNotContain(ScriptedVendor.KEY, "Incorrect");
        assertThat(Cli.files(scratch).values()).noneMatch(text -> text.contains(ScriptedVendor.KEY));
    }

    @Test
    void aVendorThatAsksToWaitIsTriedAgainThen() {
        vendor.refuses(429, Map.of("Retry-After", "17"), "slow down");

        Cli.Result result = cli.run(vendor.arguments("write", "--force"));

        assertThat(result.code()).isEqualTo(75);
        assertThat(result.err()).contains("MODEL_RATE_LIMIT", "nothing is lost, try again in 17 s");
        vendor.writes(TOPIC, ADA);
        cli.run(vendor.arguments("write", "--force")).ok();
    }

    @Test
    void aVendorThatWillNotServeIsNotAskedForEverySession() throws IOException {
        Path more = Files.writeString(scratch.resolve("more.jsonl"), """
                {"session":"walk","id":"m1","kind":"USER","time":"2026-03-03T09:00:00+01:00","text":"I walked to Gamla Uppsala."}
                """);
        cli.run("import", "--format", "jsonl", more.toString()).ok();
        vendor.refuses(401, Map.of(), "Incorrect API key provided:");

        Cli.Result result = cli.run(vendor.arguments("write", "--force"));

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("1 session not tried");
        assertThat(vendor.asked()).hasSize(1);
    }

    @Test
    void aVendorThatIsNotThereIsSaid() {
        String[] call = vendor.arguments("write", "--force");
        vendor.close();

        Cli.Result result = cli.run(call);

        assertThat(result.code()).isEqualTo(75);
        assertThat(result.err()).contains("MODEL_TRANSPORT", "try again");
    }

    @Test
    void anEditThatIsRefusedIsNamedWhileItHappens() {
        vendor.writes(TOPIC, "# Ada\n\nNobody said this.\n").writes(TOPIC, ADA);

        Cli.Result result = cli.run(vendor.arguments("write", "--force")).ok();

        assertThat(result.err()).contains("batch 1: an edit was refused, INVALID_TOPIC_FORMAT (uncited-prose)");
    }

    @Test
    void backfillAsksTheModelToo() throws IOException {
        cli.run("write", "--force").ok();
        Path none = Files.createDirectories(scratch.resolve("none"));
        cli.run("apply", "--files", none.toString(), "--delete", "topics/user.md")
                .ok();
        vendor.writes(TOPIC, ADA);

        Cli.Result result = cli.run(vendor.arguments("backfill")).ok();

        assertThat(result.out()).contains("2 archived turns shown to the writer, 0 left");
        assertThat(result.err())
                .contains("batch 1, 2 turns: asking openai/test-1", "batch 1: 1 topic changed, 100 tokens in");
        assertThat(cli.run("show", TOPIC).ok().out()).contains("Ada moved to Uppsala.");
    }

    @Test
    void reorganizeAsksTheModelToo() {
        cli.run("write", "--force").ok();
        vendor.findsNothing("all is in order");

        Cli.Result result = cli.run(vendor.arguments("reorganize")).ok();

        assertThat(result.out()).contains("nothing to put in order");
        assertThat(result.err())
                .contains("asking openai/test-1 to put topics in order", "openai/test-1 used 100 tokens in and 20 out");
        assertThat(vendor.asked().get(0).body().toString()).contains("Put the topics in order");
    }
}
