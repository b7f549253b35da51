package dev.scriptorium.memory.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.scriptorium.memory.cli.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verbs on a small workspace: what they answer, and in which shape. */
class WorkspaceVerbsTests {
    @TempDir
    private static Path written;

    @TempDir
    private Path scratch;

    private Cli cli;

    @BeforeAll
    static void aConversationIsWritten() throws IOException {
        Path file = written.resolve("talk.jsonl");
        Files.writeString(file, """
                {"session":"talk","id":"m1","kind":"USER","time":"2026-03-02T09:00:00+01:00","speaker_id":"ada","speaker_display":"Ada Lind","text":"I moved to Uppsala on 14 February 2026 and I work at the botanical garden."}
                {"session":"talk","id":"m2","kind":"ASSISTANT","time":"2026-03-02T09:01:00+01:00","text":"How do you like it?"}
                {"session":"talk","id":"m3","kind":"USER","time":"2026-03-02T09:02:00+01:00","speaker_id":"ada","speaker_display":"Ada Lind","text":"I planted 40 tulip bulbs yesterday. I always prefer short answers."}
                {"session":"leise","id":"x1","kind":"USER","time":"2026-03-03T09:00:00+01:00","speaker_id":"ada","speaker_display":"Ada Lind","text":"我的预算是五万克朗。"}
                """);
        Cli first = new Cli(written.resolve("memory"));
        first.run("import", "--format", "jsonl", file.toString()).ok();
        first.run("write", "--force").ok();
    }

    @BeforeEach
    void aCopyOfItIsMade() throws IOException {
        try (Stream<Path> all = Files.walk(written)) {
            for (Path from : all.skip(1).toList()) {
                Files.copy(from, scratch.resolve(written.relativize(from)), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        cli = new Cli(scratch.resolve("memory"));
    }

    private JsonObject firstBlock() {
        return Cli.objects(cli.json("search", "tulip", "bulbs", "--corpus", "topics"), "hits")
                .get(0);
    }

    @Test
    void explainSaysWhyABlockIsFoundAndWhyItIsNot() {
        String id = String.valueOf(firstBlock().get("block"));

        assertThat(cli.run("explain", "tulip", "bulbs", "--expect", "^" + id)
                        .ok()
                        .out())
                .contains("^" + id + " stands in topics/", "tulip", "Found at place 1");
        JsonObject missed = cli.json("explain", "botanical", "garden", "--limit", "1", "--expect", id);
        assertThat(missed.keys()).containsExactly("id", "explanation");
        assertThat(missed.get("id")).isEqualTo(id);
        assertThat(missed.get("explanation").toString()).contains("Not found: ");
        assertThat(cli.run("explain", "tulip", "--expect", "^00000000").code()).isEqualTo(1);
        assertThat(cli.run("explain", "tulip").code()).isEqualTo(2);
        assertThat(cli.run("explain", "--expect", id).code()).isEqualTo(2);
    }

    @Test
    void aSecondWriteChangesNoByteAndMakesNoCommit() {
        List<JsonObject> commits = Cli.objects(cli.json("log"), "commits");
        Map<String, String> topics = Cli.files(cli.workspace().resolve("topics"));
        Map<String, String> sources = Cli.files(cli.workspace().resolve("sources"));

        JsonObject again = cli.json("write", "--force");

        assertThat(Cli.objects(again, "sessions"))
                .hasSize(2)
                .allSatisfy(session -> assertThat(session.get("batches")).isEqualTo(0));
        assertThat(Cli.objects(cli.json("log"), "commits")).hasSameSizeAs(commits);
        assertThat(Cli.files(cli.workspace().resolve("topics"))).isEqualTo(topics);
        assertThat(Cli.files(cli.workspace().resolve("sources"))).isEqualTo(sources);
    }

    @Test
    void aWriteSaysWhatItDidToEachSession() throws IOException {
        Path file = scratch.resolve("more.jsonl");
        Files.writeString(file, """
                {"session":"talk","id":"m4","kind":"USER","speaker_id":"ada","speaker_display":"Ada Lind","text":"My sister Karin lives in Falun since 2019."}
                """);
        cli.run("import", "--format", "jsonl", file.toString()).ok();

        JsonObject written = cli.json("write", "--force", "--session", "talk");

        assertThat(Cli.objects(written, "sessions")).hasSize(1).first().satisfies(session -> {
            assertThat(session.keys())
                    .containsExactly("session", "batches", "turns", "changed_topics", "nothing_to_record", "failure");
            assertThat(session.get("session")).isEqualTo("talk");
            assertThat(session.get("batches")).isEqualTo(1);
            assertThat(session.get("turns")).isEqualTo(1);
            assertThat(session.get("changed_topics").toString()).contains("topics/people/Ada Lind.md");
            assertThat(session.get("failure")).isNull();
        });
    }

    @Test
    void aDryRunShowsADiffAndChangesNothing() throws IOException {
        Path file = scratch.resolve("more.jsonl");
        Files.writeString(file, """
                {"session":"talk","id":"m4","kind":"USER","speaker_id":"ada","speaker_display":"Ada Lind","text":"My sister Karin lives in Falun since 2019."}
                """);
        cli.run("import", "--format", "jsonl", file.toString()).ok();
        Map<String, String> before = Cli.files(cli.workspace().resolve("topics"));

        Cli.Result result = cli.run("write", "--force", "--dry-run").ok();

        assertThat(result.out()).contains("+My sister Karin lives in Falun since 2019.");
        assertThat(Cli.files(cli.workspace().resolve("topics"))).isEqualTo(before);
        assertThat(Cli.objects(cli.json("write", "--force", "--dry-run"), "sessions"))
                .hasSize(2);
    }

    @Test
    void anUnknownSessionIsNamed() {
        Cli.Result result = cli.run("write", "--session", "nobody");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("MEMORY_NOT_FOUND", "nobody");
    }

    @Test
    void aSearchAnswersInTheFixedShape() {
        JsonObject document = cli.json("search", "tulip bulbs", "--corpus", "topics");

        assertThat(document.keys()).containsExactly("hits", "narrowed_to");
        JsonObject hit = Cli.objects(document, "hits").get(0);
        assertThat(hit.keys())
                .containsExactlyInAnyOrder("path", "block", "headings", "dates", "text", "trust", "score", "sources");
        assertThat(hit.get("path")).isEqualTo("topics/people/Ada Lind.md");
        assertThat(hit.get("text")).asString().contains("40 tulip bulbs");
        assertThat(Cli.objects(hit, "sources")).hasSize(1).first().satisfies(source -> {
            assertThat(source.keys())
                    .containsExactlyInAnyOrder(
                            "ref", "label", "speaker", "speaker_id", "speaker_trusted", "time", "quote");
            assertThat(source.get("ref")).isEqualTo("local/talk/m3");
            assertThat(source.get("speaker_id")).isEqualTo("ada");
        });
    }

    @Test
    void aTurnIsAHitWithoutABlockAndWithOneSource() {
        JsonObject hit = Cli.objects(cli.json("search", "预算", "--corpus", "sources"), "hits")
                .get(0);

        assertThat(hit.get("block")).isNull();
        assertThat(hit.get("path")).asString().startsWith("sources/");
        assertThat(Cli.objects(hit, "sources")).hasSize(1);
    }

    @Test
    void aSpeakerNarrowsTheAnswerToSources() {
        assertThat(cli.json("search", "tulip", "--speaker", "ADA").get("narrowed_to"))
                .isEqualTo("sources");
    }

    @Test
    void anExplanationIsGivenOnRequestOnly() {
        assertThat(Cli.objects(cli.json("search", "tulip", "--explain"), "hits")
                        .get(0)
                        .get("explanation"))
                .asString()
                .isNotBlank();
    }

    @Test
    void textAnswersNameTheBlockAndQuoteTheTurn() {
        Cli.Result result = cli.run("search", "tulip bulbs").ok();

        assertThat(result.out()).contains("topics/people/Ada Lind.md#^", "Ada Lind", "local/talk/m3", "40 tulip bulbs");
        assertThat(result.out().lines().mapToInt(TextLayout::columns).max().orElse(0))
                .isLessThanOrEqualTo(100);
        assertThat(cli.run("search", "zeppelin").ok()).satisfies(nothing -> {
            assertThat(nothing.out()).isEmpty();
            assertThat(nothing.err()).contains("nothing fits");
        });
    }

    @Test
    void recallIsFencedAndSilentWhenNothingFits() {
        assertThat(cli.run("recall", "How many tulip bulbs did Ada plant?").ok().out())
                .startsWith("<memory-context>\n")
                .contains("40 tulip bulbs");
        assertThat(cli.run("recall", "thanks").ok().out()).isEmpty();
        assertThat(cli.json("recall", "thanks").get("text")).isEqualTo("");
    }

    @Test
    void queriesOfAFileAreAnsweredInTheirOrderALineEach() throws IOException {
        Path queries = scratch.resolve("queries.jsonl");
        Files.writeString(queries, """
                {"id":"b","text":"tulip bulbs","limit":1}
                {"id":7,"text":"预算"}
                {"id":"a","text":"zeppelin","corpus":"topics","floor":true,"speaker":null}
                """);

        List<String> searches = cli.run("search", "--queries", queries.toString())
                .ok()
                .out()
                .lines()
                .toList();
        List<String> recalls = cli.run("recall", "--queries", queries.toString(), "--json")
                .ok()
                .out()
                .lines()
                .toList();

        assertThat(searches).hasSize(3);
        assertThat(searches.get(0)).startsWith("{\"id\":\"b\",\"hits\":[{").endsWith("\"narrowed_to\":null}");
        assertThat(searches.get(1)).startsWith("{\"id\":7,");
        assertThat(searches.get(2)).isEqualTo("{\"id\":\"a\",\"hits\":[],\"narrowed_to\":null}");
        assertThat(recalls.get(0)).startsWith("{\"id\":\"b\",\"text\":\"<memory-context>");
        assertThat(recalls.get(1)).contains("预算");
        assertThat(recalls.get(2)).isEqualTo("{\"id\":\"a\",\"text\":\"\"}");
    }

    @Test
    void aQueryLineThatIsNoneIsNamedAndNothingIsAsked() throws IOException {
        Path queries = scratch.resolve("queries.jsonl");
        Map<String, String> wrong = Map.ofEntries(
                entry("", "JSON object"),
                entry("{\"id\":\"1\"}", "text"),
                entry("{\"text\":\"x\"}", "id"),
                entry("{\"id\":\"1\",\"text\":\" \"}", "text"),
                entry("{\"id\":\"1\",\"text\":\"x\",\"limit\":0}", "limit"),
                entry("{\"id\":\"1\",\"text\":\"x\",\"corpus\":\"web\"}", "web"),
                entry("{\"id\":\"1\",\"text\":\"x\",\"from\":\"soon\"}", "soon"),
                entry("nonsense", "JSON object"));
        wrong.forEach((line, message) -> {
            try {
                Files.writeString(queries, "{\"id\":\"0\",\"text\":\"tulip\"}\n" + line + "\n");
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            for (String verb : List.of("search", "recall")) {
                Cli.Result result = cli.run(verb, "--queries", queries.toString(), "--json");
                assertThat(result.code()).as(line).isEqualTo(1);
                JsonObject error = result.refusal();
                assertThat(error.get("message")).asString().contains("line 2", message);
                assertThat(Cli.objects(error, "violations").get(0).get("line")).isEqualTo(2);
            }
        });
    }

    @Test
    void statusAnswersInTheFixedShape() {
        JsonObject status = cli.json("status");

        assertThat(status.keys())
                .containsExactlyInAnyOrder(
                        "workspace",
                        "revision",
                        "topics",
                        "blocks",
                        "sources",
                        "turns_archived",
                        "pending_turns",
                        "waiting_turns",
                        "pending_since",
                        "writer",
                        "watcher",
                        "history",
                        "held",
                        "unadopted",
                        "refused_batches",
                        "index",
                        "core",
                        "quarantined",
                        "notes");
        assertThat(((JsonObject) status.get("writer")).keys())
                .containsExactly("last_outcome", "last_success_at", "last_failure");
        assertThat(((JsonObject) status.get("watcher")).keys())
                .containsExactly("last_look_at", "sessions", "seen_to", "put_off", "last_night");
        assertThat(((JsonObject) status.get("history")).keys()).containsExactly("head", "behind", "reason");
        assertThat(((JsonObject) status.get("index")).keys()).containsExactly("documents", "current");
        assertThat(((JsonObject) status.get("core")).keys()).containsExactly("tokens", "budget", "omitted");
        assertThat(status.get("turns_archived")).isEqualTo(4);
        assertThat(status.get("pending_turns")).isEqualTo(0);
        assertThat(cli.run("status").ok().out()).contains("w-", "blocks", "tokens", "watcher    has not run");
    }

    @Test
    void statusSaysWhatAnotherProgramDidWhenNobodyWasLooking() throws IOException {
        Files.writeString(
                cli.workspace().resolve(".scriptorium/watcher.json"),
                "{\"version\":1,\"looked_at\":\"2026-03-10T09:20:00Z\",\"sessions\":3,\"seen_to\":1,\"put_off\":1}");
        Files.writeString(
                cli.workspace().resolve(".scriptorium/nightly.json"),
                "{\"version\":1,\"night\":\"2026-03-10T02:00:00Z\"}");

        assertThat(cli.run("status").ok().out())
                .contains("watcher    last look at 3 sessions 2026-03-10T09:20:00Z, 1 seen to, 1 put off; last night"
                        + " 2026-03-10T02:00:00Z");
        JsonObject watcher = (JsonObject) cli.json("status").get("watcher");
        assertThat(watcher.get("seen_to")).isEqualTo(1);
        assertThat(watcher.get("last_night")).isEqualTo("2026-03-10T02:00:00Z");
    }

    @Test
    void whyQuotesTheWordsAndNamesTheCommit() {
        String id = (String) firstBlock().get("block");

        JsonObject why = cli.json("why", "^" + id);

        assertThat(why.keys()).startsWith("id", "path", "text", "evidence", "commits");
        assertThat(Cli.objects(why, "evidence")).hasSize(1).first().satisfies(turn -> {
            assertThat(turn.keys()).containsExactly("time", "label", "ref", "speaker", "said_at", "quote");
            assertThat(turn.get("quote")).asString().contains("I planted 40 tulip bulbs yesterday.");
        });
        assertThat(Cli.objects(why, "commits"))
                .isNotEmpty()
                .first()
                .satisfies(commit -> assertThat(commit.keys()).containsExactly("id", "at", "message", "by"));
        assertThat(cli.run("why", id).ok().out()).contains("because", "Ada Lind", "changed by");
        assertThat(cli.run("why", "^00000000", "--json").refusal().get("code")).isEqualTo("MEMORY_NOT_FOUND");
    }

    @Test
    void checkFindsNothingAndNamesWhatIsWrong() throws IOException {
        JsonObject clean = cli.json("check");
        assertThat(clean.keys()).containsExactly("ok", "problems", "notes");
        assertThat(clean.get("ok")).isEqualTo(true);

        Path topic = cli.workspace().resolve("topics/people/Ada Lind.md");
        Files.writeString(topic, Files.readString(topic) + "\nNobody ever said this.\n");
        Cli.Result spoilt = cli.run("check", "--json");

        assertThat(spoilt.code()).isEqualTo(1);
        assertThat(Cli.objects(spoilt.json(), "problems"))
                .isNotEmpty()
                .first()
                .satisfies(problem ->
                        assertThat(problem.keys()).containsExactly("code", "path", "line", "message", "hint"));
        assertThat(cli.run("check").code()).isEqualTo(1);
    }

    @Test
    void readingVerbsAnswer() {
        String id = (String) firstBlock().get("block");

        assertThat(Cli.objects(cli.json("list", "people"), "files")).hasSize(1);
        assertThat(Cli.objects(cli.json("list"), "files")).hasSizeGreaterThan(3);
        assertThat(cli.run("show", "people/Ada Lind.md").ok().out()).startsWith("# Ada Lind\n");
        assertThat(cli.run("show", "topics/people/Ada Lind.md#^" + id).ok().out())
                .contains("40 tulip bulbs", "[^e-");
        assertThat(cli.run("show", "^" + id).ok().out()).contains("40 tulip bulbs");
        assertThat(cli.run("show", "core.md#^" + id).code()).isEqualTo(1);
        assertThat(cli.run("grep", "TULIP").ok().out()).contains("topics/people/Ada Lind.md:");
        assertThat(cli.run("core").ok().out()).contains("I always prefer short answers.");
        assertThat(cli.json("core").keys())
                .containsExactly("master", "rendered", "injected", "tokens", "budget", "omitted", "pending");
        assertThat(cli.run("timeline", "2026-03").ok().out()).contains("40 tulip bulbs");
        assertThat(Cli.objects(cli.json("recent", "--limit", "1"), "events")).hasSize(1);
        assertThat(Cli.objects(cli.json("log", "^" + id), "commits")).hasSize(1);
        assertThat(cli.run("log").ok().out()).contains("memory: ");
    }

    @Test
    void pathsThatLeadOutAreRefused() {
        for (String path : List.of("../x.md", "/etc/passwd", "topics/../../x.md", "a\\b.md")) {
            assertThat(cli.run("show", path, "--json").refusal().get("code"))
                    .as(path)
                    .isEqualTo("PATH_OUTSIDE_WORKSPACE");
        }
    }

    @Test
    void rebuildChangesNoTopicAndNoView() {
        Map<String, String> timeline = Cli.files(cli.workspace().resolve("timeline"));
        Map<String, String> topics = Cli.files(cli.workspace().resolve("topics"));

        assertThat(cli.json("rebuild").get("ok")).isEqualTo(true);

        assertThat(Cli.files(cli.workspace().resolve("timeline"))).isEqualTo(timeline);
        assertThat(Cli.files(cli.workspace().resolve("topics"))).isEqualTo(topics);
        assertThat(cli.run("check").ok().code()).isZero();
    }

    @Test
    void initOpensWhatIsThere() {
        assertThat(cli.json("init").get("created")).isEqualTo(false);
        Cli fresh = new Cli(scratch.resolve("fresh"));
        JsonObject made = fresh.json("init");

        assertThat(made.get("created")).isEqualTo(true);
        assertThat(fresh.json("status").get("workspace")).isEqualTo(made.get("workspace"));
    }

    @Test
    void onlyTheNewSuffixIsWrittenAfterAFork() throws IOException {
        Path file = scratch.resolve("fork.jsonl");
        Files.writeString(file, """
                {"session":"talk","id":"f2","parent":"m1","kind":"USER","speaker_id":"ada","speaker_display":"Ada Lind","text":"My brother Erik sails to Åland in June 2026."}
                """);
        cli.run("import", "--format", "jsonl", file.toString()).ok();

        JsonObject written = Cli.objects(cli.json("write", "--force", "--session", "talk"), "sessions")
                .get(0);

        assertThat(written.get("turns")).isEqualTo(1);
        assertThat(cli.run("check").ok().code()).isZero();
        assertThat(Cli.objects(cli.json("grep", "Uppsala"), "matches").stream()
                        .filter(match -> ((String) match.get("path")).startsWith("sources/")))
                .hasSize(1);
    }

    @Test
    void aFileThatIsRefusedLeavesTheOthersImported() throws IOException {
        Path good = scratch.resolve("good.jsonl");
        Path bad = scratch.resolve("bad.jsonl");
        Files.writeString(good, "{\"session\":\"g\",\"id\":\"1\",\"kind\":\"USER\",\"text\":\"t\"}\n");
        Files.writeString(bad, "{\"session\":\"b\",\"kind\":\"USER\",\"text\":\"t\"}\n");

        Cli.Result result = cli.run("import", "--format", "jsonl", bad.toString(), good.toString(), "--json");

        assertThat(result.code()).isEqualTo(1);
        JsonObject error = result.refusal();
        assertThat(error.get("message")).asString().contains("bad.jsonl, line 1", "\"id\"", "imported: " + good);
        assertThat(Cli.objects(error, "violations").get(0).get("line")).isEqualTo(1);
        assertThat(scratch.resolve("memory-sessions/g.jsonl")).exists();
        assertThat(scratch.resolve("memory-sessions/b.jsonl")).doesNotExist();
    }
}
