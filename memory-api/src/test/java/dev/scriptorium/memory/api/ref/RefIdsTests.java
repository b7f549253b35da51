package dev.scriptorium.memory.api.ref;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RefIdsTests {

    @ParameterizedTest
    @ValueSource(strings = {"1f90f631", "a", "A-z-0", "-", "mem_old_one", "mem_a-b", "mem"})
    void aBlockIdHasLettersDigitsAndHyphens(String id) {
        assertThat(new BlockId(id)).hasToString(id);
        assertThat(BlockId.isValid(id)).isTrue();
        assertThat(BlockId.parse("^" + id)).isEqualTo(BlockId.parse(id));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "^a", "a_b", "mem_", "a b", "a\n", "é", "memo_x"})
    void nothingElseIsABlockId(String id) {
        assertThat(BlockId.isValid(id)).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> new BlockId(id)).withMessageContaining(id);
    }

    @Test
    void aBlockIdHasAtMost128Characters() {
        assertThat(BlockId.isValid("a".repeat(128))).isTrue();
        assertThat(BlockId.isValid("a".repeat(129))).isFalse();
        assertThat(BlockId.isValid("mem_" + "a".repeat(124))).isTrue();
        assertThat(BlockId.isValid("mem_" + "a".repeat(125))).isFalse();
    }

    @Test
    void onlyNamesWithMemAreLegacy() {
        assertThat(new BlockId("mem_1").legacy()).isTrue();
        assertThat(new BlockId("mem-1").legacy()).isFalse();
    }

    @Test
    void blockIdsAreOrderedByTheirText() {
        assertThat(new BlockId("a1")).isLessThan(new BlockId("a2"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"e-0b7d7ba71d", "e1", "mem_x", "_", "-"})
    void anEvidenceIdIsAFootnoteLabel(String id) {
        assertThat(new EvidenceId(id)).hasToString(id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "e 1", "^e", "e]", "e\n", "é"})
    void nothingElseIsAnEvidenceId(String id) {
        assertThatIllegalArgumentException().isThrownBy(() -> new EvidenceId(id));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "13d8a9ec4321bf64b3446f58bc3e98a",
                "13d8a9ec4321bf64b3446f58bc3e98a70",
                "13D8A9EC4321BF64B3446F58BC3E98A7",
                "13d8a9ec4321bf64b3446f58bc3e98ag"
            })
    void aRevisionIs32LowerCaseHexDigits(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> new Revision(text));
    }

    @Test
    void anArchiveThatGrewLeavesTheTopicsOfARevisionTheSame() {
        Revision before = new Revision("13d8a9ec4321bf64" + "b3446f58bc3e98a7");
        assertThat(before.sameTopics(new Revision("13d8a9ec4321bf64" + "0000000000000000")))
                .isTrue();
        assertThat(before.sameTopics(new Revision("03d8a9ec4321bf64" + "b3446f58bc3e98a7")))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "plain", "with space", "项目一", "😀", "e\u0301", "a(b)%#?"})
    void printableTextIsSafe(String text) {
        assertThat(SafeText.isSafe(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[", "]", "<", ">", "a\nb", "a\tb", "\u00a0", "\u3000", "\u2028", "\u200b", "\u202e", "\ud83d",
                "\ue000", "\uffff", "\u0085"
            })
    void whatCouldEndACommentOrALinkIsNotSafe(String text) {
        assertThat(SafeText.isSafe("a" + text + "b")).isFalse();
    }
}
