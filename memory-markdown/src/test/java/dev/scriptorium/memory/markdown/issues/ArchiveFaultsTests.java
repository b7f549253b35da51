package dev.scriptorium.memory.markdown.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.Speaker;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.markdown.source.ArchiveAppend;
import dev.scriptorium.memory.markdown.source.SourceArchive;
import dev.scriptorium.memory.markdown.source.SourceFrame;
import dev.scriptorium.memory.markdown.source.SourceFrames;
import dev.scriptorium.memory.markdown.source.SourceLocations;
import dev.scriptorium.memory.markdown.source.SourceSafety;
import dev.scriptorium.memory.markdown.source.SpeakerLabels;
import dev.scriptorium.memory.markdown.source.WriterLines;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows of the reported faults that concern archives. */
class ArchiveFaultsTests {
    private static final String PATH = "sources/demo/_v2/s.md";

    private static SourceFrame turn(String session, String content) {
        return SourceFrame.of(
                SourceRef.of("demo", new SessionId(session), new TurnId("m1")), null, null, "", "user", content);
    }

    private static SourceFrame archived(SourceFrame frame) {
        return SourceArchive.read(PATH, SourceFrames.newFile(List.of(frame)).bytes())
                .frames()
                .get(0);
    }

    /** Row 63: anthropics/claude-code#93960. */
    @Test
    void row63DifferentSessionsNeverShareAnArchive() {
        List<String> sessions = List.of(
                "项目一",
                "项目二",
                "a/b",
                "a-b",
                "a%2Fb",
                "a%252Fb",
                "a b",
                "a+b",
                "a_b",
                "a.b",
                "..",
                ".",
                "_v2",
                "x".repeat(300),
                "x".repeat(301),
                "x".repeat(299) + "y",
                "成".repeat(90),
                "成".repeat(89) + "本");
        List<SourceFrame> batch = sessions.stream().map(id -> turn(id, "x")).toList();

        assertThat(batch.stream()
                        .map(frame -> SourceLocations.v2Path(frame.ref()).orElseThrow()))
                .doesNotHaveDuplicates()
                .allSatisfy(path ->
                        assertThat(path.substring(path.lastIndexOf('/') + 1)).hasSizeLessThanOrEqualTo(255));
        assertThat(batch.stream().map(frame -> frame.ref().session())).containsExactlyElementsOf(sessions);
        assertThatCode(() -> SourceSafety.preflight(batch, List.of())).doesNotThrowAnyException();
    }

    /** Rows 63 and 65: vrtmrz/obsidian-livesync#701. */
    @ParameterizedTest
    @CsvSource({"App,app", "ÉCOLE,école", "caf\u00E9,cafe\u0301", "straße,STRASSE", "ﬁle,file", "Ångström,\u212Bngström"
    })
    void row65SessionsThatDifferByCaseOrNormalisationAreRefusedWithBothNames(String first, String second) {
        String existing = SourceLocations.v2Path(turn(first, "x").ref()).orElseThrow();

        MemoryException inOneBatch = catchThrowableOfType(
                MemoryException.class,
                () -> SourceSafety.preflight(List.of(turn(first, "x"), turn(second, "x")), List.of()));
        MemoryException later = catchThrowableOfType(
                MemoryException.class, () -> SourceSafety.preflight(List.of(turn(second, "x")), List.of(existing)));

        assertThat(List.of(inOneBatch, later)).allSatisfy(refusal -> {
            assertThat(refusal.code()).isEqualTo(ErrorCode.SOURCE_COLLISION);
            assertThat(refusal.retryable()).isFalse();
            assertThat(refusal).hasMessageContaining("demo/" + second).hasMessageContaining(existing);
        });
        assertThatCode(() -> SourceSafety.preflight(List.of(turn(first, "y")), List.of(existing)))
                .doesNotThrowAnyException();
    }

    /** Row 85: volcengine/OpenViking#3988. */
    @ParameterizedTest
    @ValueSource(
            strings = {"\u2028", "\u2029", "\u0085", "\u000B", "\f", "\r", "\r\n", "\u001C", "\u001D", "\u001E", "\n"})
    void row85NothingButALineFeedEndsALineAndNothingEndsAWritersLine(String separator) {
        String content = "before" + separator + "after" + separator;
        SourceFrame read = archived(turn("s", content));

        assertThat(read.content()).isEqualTo(content);
        assertThat(SourceFrames.render(read))
                .contains("record-lines:"
                        + (1 + content.chars().filter(c -> c == '\n').count()) + " ");
        assertThat(WriterLines.line(read).split("[\n\r\u000B\f\u0085\u2028\u2029\u001C-\u001E]", -1))
                .hasSize(1);
    }

    /** Row 86: anthropics/claude-code#69927. */
    @ParameterizedTest
    @ValueSource(strings = {"\uD83D", "\uDE00", "a\uD83Db", "\uDE00\uD83D", "\uD83D\uD83D\uDE00", "😀\uD83D"})
    void row86ALoneSurrogateIsArchivedTheSameEachTimeAndCounted(String content) {
        long lone = content.codePoints().filter(c -> c >= 0xD800 && c <= 0xDFFF).count();
        ArchiveAppend first = SourceFrames.newFile(List.of(turn("s", content)));
        ArchiveAppend again = SourceFrames.newFile(List.of(turn("s", content)));
        SourceArchive archive = SourceArchive.read(PATH, first.bytes());

        assertThat(first.replacedSurrogates()).isEqualTo((int) lone).isPositive();
        assertThat(again.bytes()).isEqualTo(first.bytes());
        assertThat(archive.complete()).isTrue();
        assertThat(archive.frames().get(0).content())
                .doesNotContain("?")
                .isEqualTo(first.added().get(0).content())
                .isEqualTo(content.codePoints()
                        .map(c -> c >= 0xD800 && c <= 0xDFFF ? 0xFFFD : c)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString());
        assertThat(SourceFrames.append(archive, List.of(turn("s", content))).bytes())
                .isEmpty();
        assertThat(WriterLines.line(turn("s", content)))
                .isEqualTo(WriterLines.line(archive.frames().get(0)));
    }

    /** Row 86 again, in what is known of the speaker. */
    @Test
    void row86ALoneSurrogateInASpeakerIsNoObstacle() {
        Speaker speaker = Speaker.of("u\uD83D", "K\uD83Dim");
        SourceFrame frame = SourceFrame.of(
                new SourceRef("demo/s/m1"),
                SpeakerLabels.speakerId(speaker).orElseThrow(),
                null,
                "",
                SpeakerLabels.label(speaker, "user"),
                "x");

        ArchiveAppend append = SourceFrames.newFile(List.of(frame));

        assertThat(append.replacedSurrogates()).isEqualTo(1);
        assertThat(archived(frame).speakerId()).isEqualTo("u\uFFFD");
        assertThat(archived(frame).label()).isEqualTo("Kim (u)");
    }

    /** Row 87: anthropics/claude-code#20367. */
    @Test
    void row87AVeryLongTurnIsOneFrame() {
        String content = "a line of words\n".repeat(1_000_000);

        assertThat(archived(turn("s", content)).content()).isEqualTo(content);
    }

    /** Row 51: NVIDIA/SkillSpector#169. */
    @Test
    void row51HiddenCharactersAreKeptInTheArchiveAndShownToTheWriter() {
        Stream.of("x\uDB40\uDC61\uDB40\uDC62", "a\u200Bb", "\u202Etxet", "\u2066x")
                .forEach(text -> {
                    SourceFrame read = archived(turn("s", text));

                    assertThat(read.content()).isEqualTo(text);
                    assertThat(WriterLines.line(read).codePoints())
                            .noneMatch(c -> Character.getType(c) == Character.FORMAT);
                });
        Stream.of("हिन्दी क्‍ष", "می‌خواهم", "👩‍👩‍👧")
                .forEach(text ->
                        assertThat(WriterLines.line(archived(turn("s", text)))).contains(text));
    }
}
