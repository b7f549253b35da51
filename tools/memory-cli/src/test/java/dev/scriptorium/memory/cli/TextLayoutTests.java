package dev.scriptorium.memory.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextLayoutTests {

    @Test
    void whatATerminalWouldObeyIsSpeltOut() {
        assertThat(TextLayout.visible("a\u001b[31mb\u0007\r")).isEqualTo("a<U+001B>[31mb<U+0007><U+000D>");
        assertThat(TextLayout.visible("\u202Egnp.exe\u2066")).isEqualTo("<U+202E>gnp.exe<U+2066>");
        assertThat(TextLayout.visible("x\u200B\uFEFF\uD83D")).isEqualTo("x<U+200B><U+FEFF><U+D83D>");
        assertThat(TextLayout.visible("\uDB40\uDC61")).isEqualTo("<U+E0061>");
    }

    @Test
    void joinersInsideWordsAndPicturesStay() {
        String family = "👩\u200D👩\u200D👧 می\u200Cخواهم क्\u200Dष";

        assertThat(TextLayout.visible(family)).isEqualTo(family);
    }

    @Test
    void linesBreakAtGapsAndAnywhereInChinese() {
        assertThat(TextLayout.wrap("one two three four five six", 22, "  "))
                .isEqualTo("  one two three four\n  five six\n");
        assertThat(TextLayout.wrap("四月一日我在车间测试六个传感器四月七日", 24, "")).isEqualTo("四月一日我在车间测试六个\n传感器四月七日\n");
    }

    @Test
    void aWordLongerThanALineIsCutBetweenCharacters() {
        assertThat(TextLayout.wrap("x".repeat(45), 20, ""))
                .isEqualTo("x".repeat(20) + "\n" + "x".repeat(20) + "\nxxxxx\n");
        assertThat(TextLayout.wrap("😀".repeat(11), 21, "")).isEqualTo("😀".repeat(10) + "\n😀\n");
    }

    @Test
    void oneLineIsCutAndSaysSo() {
        assertThat(TextLayout.oneLine(" a\n b ", 10)).isEqualTo("a b");
        assertThat(TextLayout.oneLine("a long sentence", 8)).isEqualTo("a long …");
    }
}
