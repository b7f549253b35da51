package dev.scriptorium.memory.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.cli.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reading history, finding out why, and undoing, on the command line. */
class HistoryVerbsTests {
    private static final String TOPIC = "topics/people/Ada Lind.md";

    @TempDir
    private Path scratch;

    private Cli cli;
    private String id = "";
    private String first = "";
    private String second = "";

    @BeforeEach
    void aBlockIsWrittenAndChanged() throws IOException {
        cli = new Cli(scratch.resolve("memory"));
        Path file = scratch.resolve("talk.jsonl");
        Files.writeString(file, """
                {"session":"talk","id":"m1","kind":"USER","time":"2026-03-02T09:00:00+01:00","speaker_id":"ada","speaker_display":"Ada Lind","text":"I planted 40 tulip bulbs yesterday in the botanical garden."}
                """);
        cli.run("import", "--format", "jsonl", file.toString()).ok();
        cli.run("write", "--force").ok();
        first = head();
        id = (String) Cli.objects(cli.json("recent"), "events").get(0).get("id");
        Path change = scratch.resolve("change.json");
        Files.writeString(change, """
                [{"op":"update_record","memory_id":"%s","content":"Ada planted tulips.","time":"2026-03-01",
                  "sources":[{"source":"local/talk/m1","label":"planted tulips"}]}]
                """.formatted(id));
        cli.run("apply", "--changes", change.toString()).ok();
        second = head();
    }

    private String head() {
        return (String) Cli.objects(cli.json("log"), "commits").get(0).get("id");
    }

    private static JsonObject object(JsonObject document, String key) {
        return (JsonObject) document.get(key);
    }

    private List<?> commits(String... arguments) {
        return Cli.objects(cli.json(arguments), "commits").stream()
                .map(commit -> commit.get("id"))
                .toList();
    }

    @Test
    void theLogOfABlockTellsWhatEachCommitDid() {
        List<JsonObject> commits = Cli.objects(cli.json("log", "^" + id), "commits");

        assertThat(commits).hasSize(2).first().satisfies(commit -> {
            assertThat(commit.keys())
                    .containsExactly(
                            "id", "at", "message", "by", "operation", "paths", "did", "path", "before", "after");
            assertThat(commit.get("id")).isEqualTo(second);
            assertThat(commit.get("did").toString()).contains("reworded");
            assertThat(commit.get("path")).isEqualTo(TOPIC);
            assertThat(commit.get("after")).isEqualTo(List.of("Ada planted tulips."));
        });
        assertThat(cli.run("log", "^" + id).ok().out())
                .containsSubsequence(
                        second.substring(0, 8), "reworded", "Ada planted tulips.", first.substring(0, 8), "created");
        assertThat(commits("log", "^" + id, "--limit", "1")).isEqualTo(List.of(second));
    }

    @Test
    void theLogOfAFileTakesItsPathWithOrWithoutTopics() {
        assertThat(commits("log", TOPIC)).isEqualTo(List.of(second, first));
        assertThat(commits("log", "people/Ada Lind.md")).isEqualTo(List.of(second, first));
        assertThat(commits("log", "sources/local/_v2/talk.md")).isEqualTo(List.of(first));
        assertThat(cli.run("log", "nobody.md").ok().err()).contains("no commit touched nobody.md");
    }

    @Test
    void aDiffShowsBlocksAndText() {
        JsonObject diff = cli.json("diff", first.substring(0, 6), second.substring(0, 6));

        assertThat(diff.keys()).containsExactly("from", "to", "files", "blocks");
        assertThat(diff.get("from")).isEqualTo(first);
        assertThat(diff.get("to")).isEqualTo(second);
        assertThat(object(diff, "blocks").keys()).containsExactly("created", "changed", "moved", "removed");
        assertThat(object(diff, "blocks").get("changed")).isEqualTo(List.of(id));
        assertThat(Cli.objects(diff, "files")).hasSize(1).first().satisfies(file -> {
            assertThat(file.keys()).containsExactly("path", "kind", "text", "turns_before", "turns_after");
            assertThat(file.get("kind")).isEqualTo("changed");
        });
        assertThat(cli.run("diff", first).ok().out())
                .contains("changed  ^" + id, "--- a/" + TOPIC, "+Ada planted tulips.");
        assertThat(cli.json("diff", first).get("to")).isNull();
        assertThat(cli.run("diff", second).ok().out()).isEqualTo("no difference\n");
        assertThat(cli.run("diff", "ffffff", "--json").refusal().get("code")).isEqualTo("MEMORY_NOT_FOUND");
    }

    @Test
    void aRestoreIsANewCommitOnTop() {
        JsonObject restored = cli.json("restore", first.substring(0, 8), "^" + id);

        assertThat(restored.keys())
                .containsExactly(
                        "ok",
                        "from",
                        "revision",
                        "changed_files",
                        "returned",
                        "removed",
                        "turns_left_uncited",
                        "memory_committed",
                        "git_committed",
                        "git_commit");
        assertThat(restored.get("from")).isEqualTo(first);
        assertThat(commits("log")).hasSize(3).first().isEqualTo(restored.get("git_commit"));
        assertThat(cli.run("show", "^" + id).ok().out()).startsWith("I planted 40 tulip bulbs yesterday");
        assertThat(cli.run("restore", first, "people/Ada Lind.md").ok().out()).startsWith("nothing changed");
        assertThat(cli.run("restore", second, "people/Ada Lind.md").ok().out())
                .contains("changed  " + TOPIC, "commit   ");
        assertThat(cli.run("restore", first).ok().out()).contains("changed  " + TOPIC);
        assertThat(cli.json("check").get("ok")).isEqualTo(true);
    }

    @Test
    void whatIsNoTopicIsNotRestored() {
        for (String path : List.of("core.md", "timeline/2026.md")) {
            assertThat(cli.run("restore", first, path, "--json").refusal().get("code"))
                    .as(path)
                    .isEqualTo("READ_ONLY_PATH");
        }
        assertThat(cli.run("restore", first, "sources/local/_v2/talk.md").ok().out())
                .as("an archive that is whole")
                .startsWith("nothing changed");
        assertThat(cli.run("restore", first, "nobody.md", "--json").refusal().get("code"))
                .isEqualTo("MEMORY_NOT_FOUND");
        assertThat(cli.run("restore").code()).isEqualTo(2);
        assertThat(cli.run("restore", first, "^[x]").code()).isEqualTo(2);
        assertThat(cli.run("diff").code()).isEqualTo(2);
    }

    @Test
    void whyTellsEarlierWordingsAndWhatBecameOfARemovedBlock() throws IOException {
        JsonObject why = cli.json("why", id);

        assertThat(why.keys())
                .containsExactly(
                        "id",
                        "path",
                        "text",
                        "evidence",
                        "commits",
                        "there",
                        "removed_by",
                        "changes",
                        "history_problem");
        assertThat(Cli.objects(why, "changes").get(0).get("before").toString()).contains("40 tulip bulbs");
        assertThat(cli.run("why", id).ok().out()).contains("reworded", "“I planted 40 tulip bulbs");
        Path change = scratch.resolve("delete.json");
        Files.writeString(change, "[{\"op\":\"delete_record\",\"memory_id\":\"" + id + "\"}]");
        cli.run("apply", "--changes", change.toString()).ok();

        JsonObject gone = cli.json("why", id);

        assertThat(gone.get("there")).isEqualTo(false);
        assertThat(gone.get("text")).isEqualTo("Ada planted tulips.");
        assertThat(gone.get("removed_by")).isEqualTo(head());
        assertThat(cli.run("why", id).ok().out()).contains("removed, stood last in " + TOPIC);
        assertThat(cli.run("restore", second, "^" + id).ok().out()).contains("returned ^" + id);
    }

    @Test
    void withoutHistoryARestoreSaysSo() {
        Cli.Result refused = cli.run("restore", first, "--set", "history=off");

        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("history is off");
        assertThat(cli.run("why", id, "--set", "history=off").ok().out()).contains("history is off");
    }
}
