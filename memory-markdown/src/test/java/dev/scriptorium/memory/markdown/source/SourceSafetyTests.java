package dev.scriptorium.memory.markdown.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.SourceRef;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SourceSafetyTests {

    private static SourceFrame frame(String ref) {
        return SourceFrame.of(new SourceRef(ref), null, null, "", "user", "x");
    }

    private static List<SourceFrame> frames(String... refs) {
        return java.util.Arrays.stream(refs).map(SourceSafetyTests::frame).toList();
    }

    private static MemoryException refusal(List<SourceFrame> batch, SourceIndex existing) {
        return catchThrowableOfType(MemoryException.class, () -> SourceSafety.preflight(batch, existing));
    }

    private static SourceIndex index(String... refs) {
        SourceIndex index = SourceIndex.empty();
        for (var entry : SourceFrames.byArchive(frames(refs)).entrySet()) {
            index = index.with(SourceArchive.read(
                    entry.getKey(), SourceFrames.newFile(entry.getValue()).bytes()));
        }
        return index;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a/s1/m | a/S1/m",
                "a/s/m | A/s/m",
                "a/s/m | A/other/m",
                "a/\u00E9/m | a/e\u0301/m",
                "a/\u212B/m | a/\u00C5/m",
                "a/Straße/m | a/STRASSE/m",
                "a/Σας/m | a/σασ/m",
                "a/项目/m | a/项目/M",
            })
    void namesThatAreOneToSomeFileSystemAreRefusedWithBoth(String first, String second) {
        if (first.endsWith("m") && second.endsWith("M")) {
            // Turn ids do not name files.
            assertThat(refusal(frames(first, second), SourceIndex.empty())).isNull();
            return;
        }
        MemoryException inBatch = refusal(frames(first, second), SourceIndex.empty());
        MemoryException against = refusal(frames(second), index(first));

        for (MemoryException refusal : List.of(inBatch, against)) {
            assertThat(refusal.code()).isEqualTo(ErrorCode.SOURCE_COLLISION);
            assertThat(refusal.retryable()).isFalse();
            String thread = second.substring(0, second.length() - 2);
            assertThat(refusal).hasMessageContaining(thread).hasMessageContaining("sources/");
        }
    }

    @Test
    void aDirectoryOfAnotherSpellingIsRefused() {
        assertThatCode(() -> SourceSafety.preflight(frames("a/s/m"), List.of("sources/a/_V2/x.md")))
                .isInstanceOf(MemoryException.class)
                .hasMessageContaining("sources/a/_V2");
    }

    @Test
    void namesThatDifferAreAccepted() {
        assertThatCode(() -> SourceSafety.preflight(
                        frames("a/项目一/m", "a/项目二/m", "a/a-b/m", "a/a%2Fb/m", "a/s1/m", "a/s1/n", "a/s/m", "a/s/m"),
                        index("a/s/k", "b/s/k")))
                .doesNotThrowAnyException();
    }

    @Test
    void shortenedNamesAreComparedByTheirIds() {
        String thread = "x".repeat(300);

        assertThat(refusal(frames("a/" + thread + "/m", "a/X" + thread.substring(1) + "/m"), SourceIndex.empty()))
                .hasMessageContaining(thread);
        assertThat(refusal(frames("a/X" + thread.substring(1) + "/m"), index("a/" + thread + "/m")))
                .hasMessageContaining(thread);
        assertThat(refusal(frames("a/" + thread + "/m", "a/" + thread + "y/m"), SourceIndex.empty()))
                .isNull();
    }

    @Test
    void archivesThatExistSideBySideStayInUse() {
        SourceIndex index = index("a/s/m1", "a/S/m1");

        assertThat(refusal(frames("a/s/m2", "a/S/m2"), index)).isNull();
    }

    @Test
    void anArchiveThatExistsUnderItsNameIsNoCollision() {
        assertThat(refusal(frames("a/s/m2"), index("a/s/m1"))).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "]", "\n", "\u2028", "\u202E", "\uD800"})
    void stampsAreOnePrintableWord(String bad) {
        SourceFrame frame = SourceFrame.of(new SourceRef("a/b/c"), null, null, "2026" + bad, "user", "x");

        assertThat(refusal(List.of(frame), SourceIndex.empty()).code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " a", "a: b", "a\nb", "a\u200Bb", "a\u00A0b"})
    void labelsCanBeReadBack(String bad) {
        SourceFrame frame = SourceFrame.of(new SourceRef("a/b/c"), null, null, "", bad, "x");

        MemoryException refusal = refusal(List.of(frame), SourceIndex.empty());
        assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(refusal).hasMessageContaining("a/b/c").hasMessageContaining("label");
    }

    @Test
    void dialoguesAreNeverWritten() {
        assertThat(refusal(frames("D1:2"), SourceIndex.empty()).code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }

    @Test
    void aNamespaceFitsADirectoryName() {
        assertThat(refusal(frames("成".repeat(40) + "/s/m"), SourceIndex.empty()))
                .hasMessageContaining("namespace is too long");
    }

    @Test
    void oneBadTurnRefusesTheBatch() {
        List<SourceFrame> batch = new ArrayList<>(frames("a/s/m", "a/t/m"));
        batch.add(SourceFrame.of(new SourceRef("a/u/m"), null, null, "]", "user", "x"));

        assertThat(refusal(batch, SourceIndex.empty())).hasMessageContaining("a/u/m");
    }
}
