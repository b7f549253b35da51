package dev.scriptorium.memory.local.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpokenTextTests {

    private static List<String> spoken(String... lines) {
        return SpokenText.paragraphs(String.join("\n", lines)).stream()
                .map(SpokenText.Paragraph::text)
                .toList();
    }

    @Test
    void linesOfAPageAreJoinedAndLinesOfAChatAreNot() {
        assertThat(spoken("We walked along the canal for the whole of the afternoon and", "then took the ferry home."))
                .containsExactly(
                        "We walked along the canal for the whole of the afternoon and then took the ferry home.");
        assertThat(spoken("I moved to Porto", "My sister lives there"))
                .containsExactly("I moved to Porto", "My sister lives there");
        assertThat(spoken("One.", "Two.", "", "Three.")).containsExactly("One.", "Two.", "Three.");
    }

    @Test
    void fencedCodeIsNoSpeechHoweverItIsFenced() {
        assertThat(spoken("Before.", "```java", "I always lie.", "```", "After."))
                .containsExactly("Before.", "After.");
        assertThat(spoken("Before.", "~~~~", "```", "I always lie.", "~~~~", "After."))
                .containsExactly("Before.", "After.");
        assertThat(spoken("Before.", "```", "never closed", "After.")).containsExactly("Before.");
        assertThat(spoken("Look:", "", "    int i = 0", "", "Done.")).containsExactly("Look:", "Done.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "> I prefer it quoted",
                "| a | b |",
                "# A heading",
                "## Another",
                "<memory-context>",
                "[picture: two boats on a lake]",
                "{\"key\": 1}",
                "int total = 0;",
                "for (;;) {",
                "\tat org.example.Main.run(Main.java:12)",
                "2024-01-02T03:04:05.678Z  INFO starting the server",
                "[2024-01-02 03:04:05,678] ERROR no such file",
                "$ make install",
                ">>> print(1)",
                "diff --git a/x b/x",
                "@@ -1,2 +1,2 @@",
                "Subject: your invoice",
                "==== ---- ==== ----",
            })
    void whatNobodySaidIsLeftOut(String line) {
        assertThat(spoken("Before.", line, "After.")).containsExactly("Before.", "After.");
        assertThat(SpokenText.paragraphs("Before.\n" + line + "\nAfter.").get(1).gap())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "#1 on my list is sleep",
                "At last we won (barely)",
                "I paid 30 euros, not 40!",
                "3 < 5 and that is all",
                "我住在里斯本",
                "اشتريت دراجة أمس",
                "<3 you all",
            })
    void whatSomebodySaidStays(String line) {
        assertThat(spoken(line)).containsExactly(line);
    }

    @Test
    void itemsOfAListStandAloneWithoutTheirMarks() {
        assertThat(spoken("- I moved", "* She stayed", "3. we met", "\u2022 done"))
                .containsExactly("I moved", "She stayed", "we met", "done");
        assertThat(SpokenText.paragraphs("- I moved\n- She stayed")).allMatch(SpokenText.Paragraph::gap);
    }

    @Test
    void whatFollowsAnAnnouncementIsReported() {
        assertThat(SpokenText.paragraphs("I agree.\nHere is what Bo wrote:\nI prefer rye."))
                .extracting(SpokenText.Paragraph::reported)
                .containsExactly(false, false, true);
        assertThat(SpokenText.paragraphs("From: bo@example.org\nI prefer rye."))
                .extracting(SpokenText.Paragraph::reported)
                .containsExactly(true);
        assertThat(SpokenText.paragraphs("他说：\n我喜欢茶"))
                .extracting(SpokenText.Paragraph::reported)
                .containsExactly(false, true);
        assertThat(SpokenText.paragraphs("My plan:\nI sleep."))
                .extracting(SpokenText.Paragraph::reported)
                .containsExactly(false, false);
    }

    @Test
    void everyLineSeparatorOfUnicodeEndsALine() {
        assertThat(spoken("One.\u2028Two.\u2029Three.\u0085Four.\u000BFive.\fSix.\rSeven."))
                .containsExactly("One.", "Two.", "Three.", "Four.", "Five.", "Six.", "Seven.");
    }
}
