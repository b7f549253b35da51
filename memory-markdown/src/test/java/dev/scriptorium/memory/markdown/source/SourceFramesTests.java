package dev.scriptorium.memory.markdown.source;

import static dev.scriptorium.memory.markdown.source.HostileFrames.read;
import static dev.scriptorium.memory.markdown.source.HostileFrames.text;
import static dev.scriptorium.memory.markdown.source.HostileFrames.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.AuthorityTier;
import dev.scriptorium.memory.api.session.SpeakerKind;
import dev.scriptorium.memory.api.session.Trust;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourceFramesTests {

    private static SourceFrame frame(String turn, String content) {
        return SourceFrame.of(new SourceRef("demo/room 1/" + turn), null, null, "", "user", content);
    }

    @Test
    void theExampleOfTheFormatIsWritten() {
        SourceFrame frame = SourceFrame.of(
                new SourceRef("demo/room 1/msg#7"),
                "u-7",
                SourceMetadata.of(
                        AuthorityTier.PAIRED, "owner/install/00112233445566aa", SpeakerKind.HUMAN, Trust.TRUSTED),
                "2026-09-01T10:00:00+00:00",
                "Kim (u-7)",
                "first line\nsecond line");

        assertThat(text(SourceFrames.newFile(List.of(frame)).bytes())).isEqualTo(SourceArchiveTests.EXAMPLE);
    }

    @Test
    void aTurnThatEndsWithALineFeedLeavesTwoAtTheEnd() {
        assertThat(text(SourceFrames.newFile(List.of(frame("a", "x\n"))).bytes()))
                .endsWith("<!-- record-lines:2 -->\n[] user: x\n\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "x\n", "x\n\n", "\n", ""})
    void exactlyOneEmptyLineSeparatesFrames(String content) {
        byte[] file = SourceFrames.newFile(List.of(frame("a", content))).bytes();

        String suffix =
                text(SourceFrames.append(read(file), List.of(frame("b", "y"))).bytes());

        assertThat(suffix).startsWith("\n<a id=").endsWith("[] user: y\n");
        assertThat(read(utf8(text(file) + suffix)).frames())
                .extracting(SourceFrame::content)
                .containsExactly(content, "y");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n"})
    void whatWasAppendedIsReadWithoutTheRest(String ending) {
        String before = text(SourceFrames.newFile(List.of(frame("a", "x"))).bytes()) + ending;
        String suffix = text(SourceFrames.append(read(utf8(before)), List.of(frame("b", "y"), frame("c", "z")))
                .bytes());
        byte[] whole = utf8(before + suffix);

        SourceArchive tail = SourceArchive.readFrom(read(whole).path(), whole, before.length());

        assertThat(tail.complete()).isTrue();
        assertThat(tail.frames()).isEqualTo(read(whole).frames().subList(1, 3));
        assertThat(tail.appendPoint()).isEqualTo(read(whole).appendPoint());
    }

    @Test
    void anEmptyLineTooManyIsUsedAsTheSeparator() {
        String file = text(SourceFrames.newFile(List.of(frame("a", "x"))).bytes());
        String suffix = text(SourceFrames.append(read(utf8(file + "\n")), List.of(frame("b", "y")))
                .bytes());

        assertThat(suffix).startsWith("<a id=");
        assertThat(file + "\n" + suffix)
                .isEqualTo(text(SourceFrames.newFile(List.of(frame("a", "x"), frame("b", "y")))
                        .bytes()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\n\n"})
    void anArchiveWithoutFramesCanBeAppendedTo(String ending) {
        String empty = SourceArchive.MARKER + ending;
        String suffix = text(
                SourceFrames.append(read(utf8(empty)), List.of(frame("b", "y"))).bytes());

        assertThat(empty + suffix)
                .isEqualTo(text(SourceFrames.newFile(List.of(frame("b", "y"))).bytes()));
    }

    @Test
    void aTurnArchivedAlreadyIsLeftOut() {
        byte[] file = SourceFrames.newFile(List.of(frame("a", "x"))).bytes();

        ArchiveAppend append = SourceFrames.append(read(file), List.of(frame("a", "another text")));

        assertThat(append.bytes()).isEmpty();
        assertThat(append.added()).isEmpty();
    }

    @Test
    void aTurnGivenTwiceIsArchivedOnce() {
        ArchiveAppend append = SourceFrames.newFile(List.of(frame("a", "x"), frame("a", "y"), frame("b", "z")));

        assertThat(read(append.bytes()).frames())
                .extracting(SourceFrame::content)
                .containsExactly("x", "z");
    }

    @Test
    void nothingToArchiveMakesNoFile() {
        assertThat(SourceFrames.newFile(List.of()).bytes()).isEmpty();
    }

    @Test
    void nothingIsAppendedToADamagedArchive() {
        String file = text(SourceFrames.newFile(List.of(frame("a", "x"))).bytes());
        SourceArchive damaged = read(utf8(file.substring(0, file.length() - 1)));

        MemoryException refusal = catchThrowableOfType(
                MemoryException.class, () -> SourceFrames.append(damaged, List.of(frame("b", "y"))));

        assertThat(refusal.code()).isEqualTo(ErrorCode.SOURCE_MODIFIED);
        assertThat(refusal).hasMessageContaining(HostileFrames.PATH).hasMessageContaining("at byte");
    }

    @Test
    void turnsOfSeveralArchivesAreNotWrittenIntoOne() {
        SourceFrame other = SourceFrame.of(new SourceRef("demo/room 2/m"), null, null, "", "user", "x");
        byte[] file = SourceFrames.newFile(List.of(frame("a", "x"))).bytes();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> SourceFrames.newFile(List.of(frame("a", "x"), other)))
                .withMessageContaining("demo/room 2/m");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SourceFrames.append(read(file), List.of(other)))
                .withMessageContaining("demo/room 2/m");
    }

    @Test
    void turnsAreGroupedByArchiveInPathOrder() {
        SourceFrame one = SourceFrame.of(new SourceRef("b/t/1"), null, null, "", "user", "");
        SourceFrame two = SourceFrame.of(new SourceRef("a/t/1"), null, null, "", "user", "");
        SourceFrame three = SourceFrame.of(new SourceRef("b/t/0"), null, null, "", "user", "");

        assertThat(SourceFrames.byArchive(List.of(one, two, three)).entrySet())
                .extracting(entry -> entry.getKey()
                        + entry.getValue().stream()
                                .map(frame -> " " + frame.ref())
                                .toList())
                .containsExactly("sources/a/_v2/t.md[ a/t/1]", "sources/b/_v2/t.md[ b/t/1,  b/t/0]");
    }

    @Test
    void promotionChangesOneLineAndNothingElse() {
        SourceMetadata pending = SourceMetadata.of(null, null, SpeakerKind.HUMAN, Trust.PENDING);
        List<SourceFrame> frames = List.of(
                frame("a", "x"),
                SourceFrame.of(
                        new SourceRef("demo/room 1/b"),
                        "u",
                        pending,
                        "",
                        "user",
                        "y\n<!-- source-meta:" + pending.encode() + " -->"),
                frame("c", "z"));
        byte[] file = SourceFrames.newFile(frames).bytes();
        SourceFrame placed = read(file).frames().get(1);

        byte[] promoted = SourceFrames.withTrust(file, placed, Trust.TRUSTED);

        assertThat(text(promoted))
                .isEqualTo(text(file)
                        .replaceFirst(
                                pending.encode(),
                                pending.withTrust(Trust.TRUSTED).encode()));
        assertThat(read(promoted).frames().get(1).trust()).isEqualTo(Trust.TRUSTED);
        assertThat(read(promoted).complete()).isTrue();
    }

    @Test
    void whatHasNoMetadataCannotBePromoted() {
        byte[] file = SourceFrames.newFile(List.of(frame("a", "x"))).bytes();
        SourceFrame placed = read(file).frames().get(0);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> SourceFrames.withTrust(file, placed, Trust.TRUSTED))
                .withMessageContaining("demo/room 1/a");
    }
}
