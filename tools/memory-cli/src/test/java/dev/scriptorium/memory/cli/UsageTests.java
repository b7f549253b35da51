package dev.scriptorium.memory.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.local.LocalMemoryConfig;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** How the command answers to calls that are wrong, and to a memory that is not there. */
class UsageTests {
    @TempDir
    private Path scratch;

    private Cli cli() {
        return new Cli(scratch.resolve("memory"));
    }

    private void nothingIsCreated() throws IOException {
        try (Stream<Path> left = Files.list(scratch)) {
            assertThat(left).isEmpty();
        }
    }

    static Stream<List<String>> readingVerbs() {
        return Stream.of(
                List.of("search", "words"),
                List.of("explain", "words", "--expect", "^1f90f631"),
                List.of("recall", "words"),
                List.of("status"),
                List.of("list"),
                List.of("show", "people/ada.md"),
                List.of("grep", "text"),
                List.of("core"),
                List.of("timeline"),
                List.of("recent"),
                List.of("why", "^1f90f631"),
                List.of("log"),
                List.of("check"),
                List.of("rebuild"));
    }

    static Stream<List<String>> allVerbs() {
        return Stream.concat(
                readingVerbs(),
                Stream.of(
                        List.of("demo"),
                        List.of("init"),
                        List.of("import", "--format", "jsonl", "pom.xml"),
                        List.of("write", "--force"),
                        List.of("accept", "--writer", "extractive")));
    }

    @ParameterizedTest
    @MethodSource("readingVerbs")
    void aMissingWorkspaceIsNamedAndNotMade(List<String> verb) throws IOException {
        Cli.Result text = cli().run(verb.toArray(String[]::new));

        assertThat(text.code()).isEqualTo(1);
        assertThat(text.out()).isEmpty();
        assertThat(text.err())
                .contains("MEMORY_NOT_FOUND", scratch.resolve("memory").toString(), "init");
        nothingIsCreated();
    }

    @ParameterizedTest
    @MethodSource("allVerbs")
    void aMemorySwitchedOffRefusesEveryVerbBeforeADirectoryIsMade(List<String> verb) throws IOException {
        String[] arguments = Stream.concat(verb.stream(), Stream.of("--json")).toArray(String[]::new);

        Cli.Result result = cli().with("SCRIPTORIUM_BACKEND", "none").run(arguments);

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.refusal().get("code")).isEqualTo("MEMORY_DISABLED");
        nothingIsCreated();
    }

    @Test
    void anUnknownBackendIsNamed() {
        Cli.Result result = cli().with("SCRIPTORIUM_BACKEND", "cloud").run("status");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("cloud", "local and none");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
                    frobnicate                               | there is no verb frobnicate
                    serch words                              | did you mean search
                    ''                                       | expected a verb
                    search                                   | either QUERY or --queries
                    search a --queries f                     | either QUERY or --queries
                    search a --frob                          | --frob
                    search a --limit 0                       | --limit 0
                    search a --limit many                    | many
                    search a --from 2026-13                  | 2026-13
                    search a --from 2026-03 --to 2026-01     | 2026
                    search a --corpus everything             | everything
                    timeline yesterday                       | yesterday
                    why [x]                                  | block id
                    show a.md#^[x]                           | block id
                    log ^[x]                                 | block id
                    recent --limit -1                        | -1
                    import --format jsonl                    | FILE
                    import pom.xml                           | --format
                    import --format yaml pom.xml             | no such format; expected one of: jsonl, locomo, chatgpt
                    write --writer model                     | --writer model: expected extractive, openai, anthropic, ollama
                    write --writer openai                    | which of its models? Say --model NAME, or set SCRIPTORIUM_MODEL
                    write --writer openai --model m          | needs a key: set OPENAI_API_KEY, or name a file
                    backfill --writer anthropic --model m    | needs a key: set ANTHROPIC_API_KEY, or name a file
                    write --writer ollama --model [m]        | --model: not a name of a writer
                    write --writer ollama --model m --base-url ftp://a     | --base-url: expected an address such as
                    write --writer ollama --model m --base-url http://a:b@c | --base-url: expected an address such as
                    write --writer ollama --model m --key-file none.txt | none.txt: the key cannot be read
                    write --writer ollama --model m --key-file src | the key cannot be read
                    write --model m                          | --model is for a writer that asks a model
                    reorganize --writer extractive --base-url http://a | --base-url is for a writer that asks a model
                    accept                                   | say whose work
                    write --session [x]                      | session
                    status --set batchTokens                 | NAME=VALUE
                    status --set batchTokens=many            | batchTokens=many: expected a whole number, found "many"
                    status --set batchTokens=0               | batchTokens is 0
                    status --set idleAfter=soon              | a duration
                    status --set recallFloor=2               | recallFloor is 2.0
                    status --set recallfloor=1               | did you mean recallFloor
                    status --set history=perhaps             | on or off
                    status --set zone=Mars/Olympus           | time zone
                    status --set recall=meaning              | one of off, lexical, hybrid, embedding
                    status --set writer=model                | extractive
                    status --set limits.nesting=x            | whole number
                    status --set executor=x                  | no setting executor
                    status -w                                | -w
                    """)
    void aCallThatIsNotAsItHasToBeSaysWhatWasExpected(String call, String message) throws IOException {
        String[] arguments = call.isEmpty() ? new String[0] : call.split(" ", -1);

        Cli.Result result = cli().run(arguments);

        assertThat(result.code()).as(result.err()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).contains(message).doesNotContain("Exception");
        nothingIsCreated();
    }

    @Test
    void aWrongCallWithJsonIsOneDocumentToo() {
        Cli.Result result = cli().run("search", "--json");

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.refusal().get("code")).isEqualTo("INVALID_ARGUMENT");
    }

    @Test
    void helpAndVersionNeedNoMemory() {
        Cli cli = cli().with("SCRIPTORIUM_BACKEND", "none");

        assertThat(cli.run("--help").ok().out()).contains("demo", "rebuild", "75", "--set");
        assertThat(cli.run("search", "--help").ok().out()).contains("--queries", "--workspace");
        assertThat(cli.run("--version").ok().out()).startsWith("scriptorium ");
    }

    @Test
    void optionsOfTheCommandStandBeforeOrBehindTheVerb() {
        String other = scratch.resolve("other").toString();

        assertThat(cli().run("-w", other, "status").err()).contains(other);
        assertThat(cli().run("status", "-w", other).err()).contains(other);
        assertThat(cli().run("--set", "batchTokens=x", "status").code()).isEqualTo(2);
        assertThat(cli().run("--set", "batchTokens=x", "status", "--set", "zone=UTC")
                        .err())
                .contains("batchTokens");
        assertThat(cli().run("--set", "zone=UTC", "status", "--set", "batchTokens=x")
                        .err())
                .contains("batchTokens");
    }

    @Test
    void aDirectoryThatIsNoWorkspaceIsNotTakenForOne() throws IOException {
        Files.createDirectories(scratch.resolve("memory"));
        Files.writeString(scratch.resolve("memory/notes.txt"), "mine");

        assertThat(cli().run("check").err()).contains("is not a workspace");
        assertThat(Cli.files(scratch)).hasSize(1);
    }

    @Test
    void anArgumentThatBeginsWithAnAtSignIsText() {
        assertThat(cli().run("search", "@" + scratch).code()).isEqualTo(1);
    }

    @Test
    void everySettingOfTheConfigurationCanBeSet() {
        Set<String> builder = Arrays.stream(LocalMemoryConfig.Builder.class.getDeclaredMethods())
                .filter(method -> method.getReturnType() == LocalMemoryConfig.Builder.class)
                .map(Method::getName)
                .collect(Collectors.toCollection(TreeSet::new));
        // These are objects of a host's.
        builder.removeAll(Set.of("embeddingModel", "executor", "scheduler", "listener", "beforeInstall"));
        builder.remove("limits");

        Set<String> settings = new TreeSet<>(Settings.names());
        settings.removeIf(name -> name.startsWith("limits."));
        assertThat(settings).isEqualTo(builder);
    }
}
