package dev.scriptorium.memory.api.ref;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TopicPathTests {
    private static final String[] PIECES = {
        "a",
        "Ada",
        "con",
        "CON",
        "aux",
        "com1",
        "lpt\u00b2",
        "nul",
        "conin$",
        ".",
        "..",
        " ",
        "  ",
        "-",
        "<",
        ">",
        ":",
        "\"",
        "|",
        "?",
        "*",
        "#",
        "\t",
        "\u0001",
        "\u007f",
        "\u0085",
        "\u2028",
        "\u3000",
        "\u00a0",
        "e\u0301",
        "\u0338",
        "\u0301",
        "é",
        "项目",
        "😀",
        "\ud83d",
        "\ude00",
        "ẞ",
        ".md",
        "md",
        "x".repeat(60),
        "项".repeat(40),
        "\u212a",
        "con.",
        "con .",
        "untitled"
    };

    @ParameterizedTest
    @ValueSource(
            strings = {
                "topics/core.md",
                "topics/people/ada.md",
                "topics/项目/预算.md",
                "topics/a b/c.d.md",
                "topics/.md/x.md",
                "topics/a..md/x.md",
                "topics/conman.md",
                "topics/com.md",
                "topics/com10.md",
                "topics/é.md",
                "topics/a (b).md",
                "topics/a%20b.md"
            })
    void aPortablePathIsTakenAsItIs(String path) {
        assertThat(TopicPath.of(path)).hasToString(path);
        assertThat(TopicPath.of(path).suggestion()).isEqualTo(TopicPath.of(path));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/topics/a.md",
                "../topics/a.md",
                "topics/../sources/a.md",
                "topics/./a.md",
                "topics//a.md",
                "topics/a.md/",
                "topics/..",
                "topics\\..\\a.md",
                "topics/a\\b.md",
                "topics/a\u0000.md",
                "C:/topics/a.md",
                "c:a.md",
                "//server/share/a.md",
                "../../x.md"
            })
    void aPathThatLeadsOutIsRefused(String path) {
        refused(path, ErrorCode.PATH_OUTSIDE_WORKSPACE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "core.md",
                "sources/a.md",
                "topics.md",
                "topics/a.txt",
                "topics/a",
                "topics/.md",
                "Topics/a.md",
                "topics/a.MD",
                "timeline/2026.md"
            })
    void aPathThatIsNoMarkdownBelowTopicsIsReadOnly(String path) {
        refused(path, ErrorCode.READ_ONLY_PATH);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '>',
            value = {
                "topics/what?.md > topics/what-.md",
                "topics/a:b.md > topics/a-b.md",
                "topics/a*b.md > topics/a-b.md",
                "topics/a|b.md > topics/a-b.md",
                "topics/a#b.md > topics/a-b.md",
                "topics/\"a\".md > topics/-a-.md",
                "topics/CON.md > topics/CON-.md",
                "topics/aux.txt.md > topics/aux-.txt.md",
                "topics/con .x.md > topics/con- .x.md",
                "topics/com1/a.md > topics/com1-/a.md",
                "topics/LPT³.md > topics/LPT³-.md",
                "topics/CONOUT$.md > topics/CONOUT$-.md",
                "topics/people./ada.md > topics/people/ada.md",
                "topics/people /ada.md > topics/people/ada.md",
                "topics/ada .md > topics/ada.md",
                "topics/ada..md > topics/ada.md",
                "topics/nul.../a.md > topics/nul-/a.md",
            })
    void aNameThatSomePlatformRefusesComesBackWithASuggestion(String path, String suggestion) {
        assertThatExceptionOfType(MemoryException.class)
                .isThrownBy(() -> TopicPath.of(path))
                .withMessageContaining("try \"" + suggestion + "\"")
                .extracting(MemoryException::code)
                .isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "topics/a<b.md",
                "topics/a>b.md",
                "topics/a\tb.md",
                "topics/a\u0007b.md",
                "topics/a\u0085b.md",
                "topics/a\u007fb.md",
                "topics/a\ud83db.md",
                "topics/a\udc00.md",
                "topics/e\u0301.md",
                "topics/\u212a.md",
                "topics/prn\u2028.md/con.a\u2028b.md"
            })
    void soDoesANameWithCharactersThatNobodySees(String path) {
        refused(path, ErrorCode.INVALID_ARGUMENT);
        assertThat(new TopicPath(path).suggestion().portabilityProblem()).isEmpty();
    }

    @Test
    void aComponentHasAtMost200Bytes() {
        assertThat(TopicPath.of("topics/" + "a".repeat(197) + ".md").fileName()).hasSize(200);
        refused("topics/" + "a".repeat(198) + ".md", ErrorCode.INVALID_ARGUMENT);
        refused("topics/" + "项".repeat(67) + "/a.md", ErrorCode.INVALID_ARGUMENT);
        assertThat(TopicPath.of("topics/" + "项".repeat(66) + "/a.md").belowTopics())
                .endsWith("/a.md");
    }

    @Test
    void aNameThatExistsKeepsWorkingWhateverItIs() {
        TopicPath existing = new TopicPath("topics/what?.md");
        assertThat(existing.portabilityProblem()).contains("has a character that some platforms refuse");
        assertThat(existing.fileName()).isEqualTo("what?.md");
    }

    @ParameterizedTest
    @CsvSource({
        "'',untitled",
        "' . ',untitled",
        "'a.\u3000',a",
        "'\u00a0',\u00a0",
        "'..',untitled",
        "a/b,a-b",
        "'a\\b',a-b"
    })
    void anyTextHasAPortableName(String text, String name) {
        assertThat(TopicPath.portable(text)).isEqualTo(name);
    }

    @Test
    void aSuggestionIsPortableAndSuggestsItself() {
        Random random = new Random(7);
        for (int i = 0; i < 50_000; i++) {
            String name = randomName(random);
            String portable = TopicPath.portable(name);
            assertThat(TopicPath.portable(portable)).as(name).isEqualTo(portable);
            assertThat(portable.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(190);
            assertThat(new TopicPath("topics/" + portable + ".md").portabilityProblem())
                    .as(name)
                    .isEmpty();

            TopicPath path;
            try {
                path = new TopicPath("topics/" + name + "/" + randomName(random) + ".md");
            } catch (MemoryException e) {
                continue;
            }
            TopicPath suggestion = path.suggestion();
            assertThat(suggestion.portabilityProblem()).as(path.value()).isEmpty();
            assertThat(suggestion.suggestion()).as(path.value()).isEqualTo(suggestion);
            if (path.portabilityProblem().isEmpty() && !name.startsWith(" ")) {
                assertThat(TopicPath.of(path.value())).isEqualTo(path);
            }
        }
    }

    @Test
    void aVeryLongNameIsShortenedAtOnce() {
        String name = "项".repeat(1_000_000);
        Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(5),
                () -> assertThat(TopicPath.portable(name)).isEqualTo("项".repeat(63)));
    }

    @Test
    void aNameIsNeverCutInsideACharacter() {
        assertThat(TopicPath.portable("a" + "😀".repeat(100))).isEqualTo("a" + "😀".repeat(47));
    }

    @ParameterizedTest
    @CsvSource({
        "topics/Projects/App.md,topics/projects/app.md",
        "topics/straße.md,topics/STRASSE.md",
        "topics/STRAẞE.md,topics/straße.md",
        "topics/é.md,topics/e\u0301.md",
        "topics/É.md,topics/e\u0301.md",
        "topics/ΣΑΣ.md,topics/σας.md",
        "topics/ﬁ.md,topics/FI.md",
        "topics/\u212a.md,topics/k.md"
    })
    void pathsThatADiskMayTakeForOneFoldAlike(String one, String other) {
        assertThat(new TopicPath(one).folded()).isEqualTo(new TopicPath(other).folded());
    }

    @Test
    void otherPathsFoldApart() {
        assertThat(new TopicPath("topics/项目一.md").folded()).isNotEqualTo(new TopicPath("topics/项目二.md").folded());
        assertThat(new TopicPath("topics/a-b.md").folded()).isNotEqualTo(new TopicPath("topics/ab.md").folded());
    }

    @Test
    void pathsAreOrderedByComponent() {
        assertThat(new TopicPath("topics/a/b.md")).isLessThan(new TopicPath("topics/a.md"));
    }

    private static String randomName(Random random) {
        StringBuilder out = new StringBuilder();
        int pieces = 1 + random.nextInt(7);
        for (int k = 0; k < pieces; k++) {
            out.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return out.toString();
    }

    private static void refused(String path, ErrorCode code) {
        assertThatExceptionOfType(MemoryException.class)
                .isThrownBy(() -> TopicPath.of(path))
                .extracting(MemoryException::code)
                .isEqualTo(code);
    }
}
