package dev.scriptorium.memory.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.cli.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/guide/a-persons-day.md tells, step by step, on the workspace that the demo leaves. */
class PersonsDayTests {
    private static final String SETTLED = "settleAfter=1s";

    @TempDir
    private Path scratch;

    private Path workspace;
    private Path zhang;
    private Path norra;
    private Cli cli;

    @BeforeEach
    void theDemo() {
        Path demo =
                Path.of((String) new Cli(scratch.resolve("unused")).json("demo").get("workspace"));
        workspace = demo;
        zhang = demo.resolve("topics/people/Zhang Wei.md");
        norra = demo.resolve("topics/themes/Norra.md");
        cli = new Cli(demo);
    }

    private static void save(Path file, String text) throws IOException {
        Files.writeString(file, text);
    }

    private static void rest() throws InterruptedException {
        Thread.sleep(1_200);
    }

    private String search(String words) {
        return cli.run("search", words, "--limit", "1").ok().out();
    }

    private String write() {
        return cli.run("--set", SETTLED, "write", "--force").ok().out();
    }

    private JsonObject status() {
        return cli.json("status");
    }

    private String log() {
        return cli.run("log").ok().out();
    }

    /** A block with its definition, as it stands in a file. */
    private static String block(String text, String begin) {
        Matcher block = Pattern.compile(Pattern.quote(begin) + "[^\n]*\n\n(\\[\\^[^\n]*\n(\n|$))*")
                .matcher(text);
        assertThat(block.find()).as(begin).isTrue();
        return block.group();
    }

    @Test
    void aDay() throws Exception {
        // A word is corrected: found at once, and the file is left alone while it is being typed in.
        save(zhang, Files.readString(zhang).replace("9 percent too high", "9 percent too low"));
        Object inode = Files.readAttributes(zhang, BasicFileAttributes.class).fileKey();
        assertThat(search("which sensor reads too low")).contains("too low");
        cli.run("--set", "settleAfter=1h", "write", "--force").ok();
        assertThat(Files.readAttributes(zhang, BasicFileAttributes.class).fileKey())
                .isEqualTo(inode);
        assertThat(status().get("unadopted")).isEqualTo(List.of("topics/people/Zhang Wei.md"));

        // A paragraph with a citation of its own: found at once, and given its ids when it is adopted.
        String text = Files.readString(zhang);
        String definition = block(text, "The old sensors are type MF-200")
                .lines()
                .filter(line -> line.startsWith("[^"))
                .findFirst()
                .orElseThrow();
        String cited =
                "\nZhang plays the cello on Sundays.[^e1]\n\n[^e1]" + definition.substring(definition.indexOf(':'));
        save(zhang, text + cited + "\n");
        assertThat(search("who plays the cello")).contains("cello on Sundays");
        rest();
        write();
        assertThat(Files.readString(zhang)).containsPattern("cello on Sundays\\.\\[\\^e-[0-9a-f]{10}] \\^[0-9a-f]{8}");
        assertThat(log()).contains("memory: outside edit of topics/people/Zhang Wei.md");
        assertThat(status().get("unadopted")).isEqualTo(List.of());

        // A paragraph moves to another file, pasted there first: it keeps its id.
        String planning = block(Files.readString(zhang), "One more thing for the planning");
        String id = planning.replaceAll("(?s).*\\^([0-9a-f]{8})\n.*", "$1");
        save(norra, Files.readString(norra) + "\n" + planning.strip() + "\n");
        assertThat(search("lower chamber floods")).contains("people/Zhang Wei.md#^" + id);
        save(zhang, Files.readString(zhang).replace(planning, ""));
        assertThat(search("lower chamber floods")).contains("themes/Norra.md#^" + id);
        rest();
        write();

        // A paragraph is deleted: believed at the second look.
        String cello = block(Files.readString(zhang), "Zhang plays the cello");
        save(zhang, Files.readString(zhang).replace(cello, ""));
        assertThat(search("who plays the cello")).doesNotContain("cello");
        assertThat(cli.run("--set", "settleAfter=1h", "write", "--force").code())
                .isZero();
        assertThat(status().get("unadopted")).isEqualTo(List.of("topics/people/Zhang Wei.md"));
        rest();
        write();
        assertThat(status().get("unadopted")).isEqualTo(List.of());
        assertThat(cli.run("log", "--json").ok().out()).contains("removed ^");

        // The folder is emptied by accident, and comes back.
        Path away = scratch.resolve("away");
        Files.move(workspace.resolve("topics"), away);
        Files.createDirectory(workspace.resolve("topics"));
        assertThat(search("lower chamber floods")).contains("lower chamber");
        assertThat(((JsonObject) status().get("held")).get("code")).isEqualTo("MASS_DELETION_HELD");
        assertThat(cli.run("check").code()).isEqualTo(1);
        rest();
        write();
        Files.delete(workspace.resolve("topics"));
        Files.move(away, workspace.resolve("topics"));
        assertThat(status().get("held")).isNull();

        // A broken save: the last good version serves, until it is mended.
        String good = Files.readString(zhang);
        save(
                zhang,
                good.replace(
                        "The old sensors are type MF-200", "Nobody said this.\n\nThe old sensors are type MF-200"));
        assertThat(search("which type are the old sensors")).contains("MF-200").doesNotContain("Nobody");
        assertThat(cli.run("status").ok().out()).contains("quarantine", "uncited-prose");
        assertThat(cli.run("check").code()).isEqualTo(1);
        save(zhang, good + "\n" + "Nobody said this either.\n\n".repeat(300));
        assertThat(cli.run("status").ok().out().lines().filter(line -> line.startsWith("quarantine")))
                .hasSize(6);
        save(zhang, good.replace("type MF-200", "type MF-201"));
        assertThat(search("which type are the old sensors")).contains("MF-201");

        // A view is edited: rendered again with the topic it shows, and the words are kept beside.
        Path view = workspace.resolve("timeline/2026/03/04.md");
        save(view, Files.readString(view) + "\nmy own words\n");
        rest();
        assertThat(cli.run("--set", SETTLED, "write", "--force").ok().err()).contains(".scriptorium/kept/");
        assertThat(Files.readString(view)).doesNotContain("my own words").contains("MF-201");
        try (var kept = Files.list(workspace.resolve(".scriptorium/kept"))) {
            assertThat(kept)
                    .singleElement()
                    .satisfies(file -> assertThat(Files.readString(file)).contains("my own words"));
        }

        search("anything");
        assertThat(cli.json("check").get("ok")).isEqualTo(true);
    }
}
