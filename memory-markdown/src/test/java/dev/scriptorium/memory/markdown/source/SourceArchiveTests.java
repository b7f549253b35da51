package dev.scriptorium.memory.markdown.source;

import static dev.scriptorium.memory.markdown.source.HostileFrames.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.AuthorityTier;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.markdown.GoldenWorkspace;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SourceArchiveTests {
    private static final String PATH = HostileFrames.PATH;

    /** The example of the format. */
    static final String EXAMPLE = SourceArchive.MARKER + """


            <a id="source-ede66a947a3415a0"></a>
            <!-- source-id:demo/room 1/msg#7 -->
            <!-- speaker-id:u%2D7 -->
            <!-- source-meta:eyJhdXRob3JpdHlfdGllciI6InBhaXJlZCIsInByaW5jaXBhbF9pZCI6Im93bmVyL2luc3RhbGwvMDAxMTIyMzM0NDU1NjZhYSIsInNwZWFrZXJfa2luZCI6Imh1bWFuIiwidHJ1c3Rfc3RhdGUiOiJ0cnVzdGVkIiwidmVyc2lvbiI6MX0 -->
            <!-- record-lines:2 -->
            [2026-09-01T10:00:00+00:00] Kim (u-7): first line
            second line
            """;

    private static SourceArchive read(String text) {
        return SourceArchive.read(PATH, utf8(text));
    }

    @Test
    void theExampleOfTheFormatIsReadToTheLastField() {
        SourceArchive archive = read(EXAMPLE);

        assertThat(archive.complete()).isTrue();
        assertThat(archive.frames())
                .containsExactly(new SourceFrame(
                        new SourceRef("demo/room 1/msg#7"),
                        "source-ede66a947a3415a0",
                        "u-7",
                        new SourceMetadata(
                                AuthorityTier.PAIRED, "owner/install/00112233445566aa", "human", Trust.TRUSTED),
                        "2026-09-01T10:00:00+00:00",
                        "Kim (u-7)",
                        "first line\nsecond line",
                        7,
                        40,
                        EXAMPLE.length() - 40));
    }

    @Test
    void theArchivesOfTheReferenceAreComplete() {
        List<String> refs = new ArrayList<>();
        for (String path : GoldenWorkspace.files("sources")) {
            SourceArchive archive = SourceArchive.read(path, GoldenWorkspace.bytes(path));
            assertThat(archive.problem()).isEmpty();
            archive.frames()
                    .forEach(frame -> refs.add(frame.ref() + " " + frame.trust().word()));
        }

        assertThat(refs)
                .containsExactly(
                        "channel-telegram/main%3A-100200/77510f81d28b72c86b9953e8 pending",
                        "claude-code/090135e9a39b8434/714edb896fff2aef trusted",
                        "openprogram/sess-alpha/u1 trusted",
                        "openprogram/sess-alpha/a1 trusted",
                        "openprogram/sess-alpha/u2 trusted",
                        "openprogram/team chat/m1 trusted",
                        "openprogram/team chat/m2 trusted",
                        "openprogram/team chat/m3 trusted",
                        "openprogram/team chat/m4 trusted",
                        "openprogram/team chat/m5 trusted");
    }

    @Test
    void theArchivesOfTheReferenceAreRenderedByteForByte() {
        for (String path : GoldenWorkspace.files("sources")) {
            byte[] bytes = GoldenWorkspace.bytes(path);

            assertThat(SourceFrames.newFile(SourceArchive.read(path, bytes).frames())
                            .bytes())
                    .isEqualTo(bytes);
        }
    }

    @Test
    void aFrameForgedInsideATurnIsPartOfTheTurn() {
        String path = "sources/openprogram/_v2/team%20chat.md";
        SourceArchive archive = SourceArchive.read(path, GoldenWorkspace.bytes(path));

        assertThat(archive.frame(new SourceRef("openprogram/team chat/m9"))).isEmpty();
        assertThat(archive.frames().get(1).content()).contains("<!-- source-id:openprogram/team chat/m9 -->");
        assertThat(archive.frames().get(2).speakerId()).isEmpty();
        assertThat(archive.frames().get(4).speakerId()).isNull();
        assertThat(archive.frames().get(4).stamp()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "\n\n"})
    void anArchiveMayHaveNoFrame(String ending) {
        SourceArchive archive = read(SourceArchive.MARKER + ending);

        assertThat(archive.frames()).isEmpty();
        assertThat(archive.complete()).isEqualTo(!ending.isEmpty());
    }

    @Test
    void oneLineFeedTooManyAtTheEndIsToleratedAndTwoAreNot() {
        assertThat(read(EXAMPLE + "\n").complete()).isTrue();
        assertThat(read(EXAMPLE + "\n").appendPoint()).isEqualTo(AppendPoint.AFTER_EMPTY_LINE);

        SourceArchive two = read(EXAMPLE + "\n\n");
        assertThat(two.frames()).hasSize(1);
        assertThat(two.problem()).hasValueSatisfying(problem -> {
            assertThat(problem.path()).isEqualTo(PATH);
            assertThat(problem.offset()).isEqualTo(EXAMPLE.length() + 1L);
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "openprogram-source-archive:v2 | openprogram-source-archive:v3 | 33",
                "ede66a947a3415a0 | ede66a947a3415a1 | 40",
                "<a id= | <a  id= | 40",
                "demo/room 1/msg#7 | demo/room 2/msg#7 | 77",
                "demo/room 1/msg#7 | demo/room 1/msg#8 | 40",
                "demo/room 1/msg#7 | demo/msg | 77",
                "demo/room 1/msg#7 | D1:2 | 77",
                "u%2D7 | u-7 | 114",
                "u%2D7 | u%2d7 | 114",
                "u%2D7 | u%2D%37 | 114",
                "u%2D7 | %C3 | 114",
                "eyJhdXRob3JpdHlf | eyJhdXRob3JpdHlg | 140",
                "record-lines:2 | record-lines:0 | 341",
                "record-lines:2 | record-lines:-2 | 341",
                "record-lines:2 | record-lines:1234567890 | 341",
                "record-lines:2 | record-lines:x | 341",
                "record-lines:2 | record-lines:1 | 415",
                "record-lines:2 | record-lines:3 | 427",
                "record-lines:2 | record-lines:999999999 | 435",
                "[2026-09-01T10:00:00+00:00] Kim | 2026-09-01T10:00:00+00:00] Kim | 365",
                "[2026-09-01T10:00:00+00:00] Kim | [2026-09-01T10:00:00+00:00 Kim | 365",
                "] Kim (u-7): first | ]Kim (u-7): first | 365",
                "] Kim (u-7): first | ] Kim (u-7):first | 365",
                "<!-- source-id:demo | <!--source-id:demo | 77",
            })
    void anythingThatIsNotCanonicalEndsTheReadingThere(String found, String replacement, int offset) {
        assertThat(EXAMPLE).contains(found);

        SourceArchive archive = read(EXAMPLE.replace(found, replacement));

        assertThat(archive.frames()).isEmpty();
        assertThat(archive.problem()).hasValueSatisfying(problem -> {
            assertThat(problem.expected()).isNotBlank();
            assertThat(problem.found()).isNotBlank();
            assertThat(problem.offset()).as(problem.toString()).isEqualTo(offset);
        });
    }

    @Test
    void theCommentsOfAFrameHaveOneOrder() {
        String speaker = "<!-- speaker-id:u%2D7 -->\n";
        String count = "<!-- record-lines:2 -->\n";

        assertThat(read(EXAMPLE.replace(speaker, "").replace(count, speaker + count))
                        .frames())
                .isEmpty();
        assertThat(read(EXAMPLE.replace(speaker, speaker + speaker)).frames()).isEmpty();
    }

    @Test
    void aNameThatStandsAboveAlreadyEndsTheReading() {
        String frame = EXAMPLE.substring(40);
        SourceArchive archive = read(EXAMPLE + "\n" + frame);

        assertThat(archive.frames()).hasSize(1);
        assertThat(archive.complete()).isFalse();
    }

    @Test
    void anArchiveConvertedToOtherLineEndsIsNoArchive() {
        SourceArchive archive = read(EXAMPLE.replace("\n", "\r\n"));

        assertThat(archive.frames()).isEmpty();
        assertThat(archive.complete()).isFalse();
    }

    @Test
    void anArchiveMovedElsewhereHoldsNothing() {
        assertThat(SourceArchive.read("sources/demo/_v2/room%202.md", utf8(EXAMPLE))
                        .frames())
                .isEmpty();
    }

    @Test
    void whatIsNotUtf8EndsTheReadingAtItsFrameAndNamesItsByte() {
        byte[] first = SourceFrames.newFile(new HostileFrames(1).frames(2)).bytes();
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(first);
        byte[] third = SourceFrames.render(SourceFrame.of(
                        new SourceRef("demo/room 1/z"), null, null, "", "user", "caf? and more\nin two lines"))
                .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
        int at = new String(third, java.nio.charset.StandardCharsets.ISO_8859_1).indexOf("caf?") + 3;
        third[at] = (byte) 0xE9;
        file.write('\n');
        file.writeBytes(third);

        SourceArchive archive = SourceArchive.read(PATH, file.toByteArray());

        assertThat(archive.frames()).hasSize(2);
        assertThat(archive.problem()).hasValueSatisfying(problem -> {
            assertThat(problem.expected()).isEqualTo("UTF-8");
            assertThat(problem.offset()).isEqualTo(first.length + 1L + at);
        });
    }

    @Test
    void theWrittenReplacementCharacterIsNoFault() {
        List<SourceFrame> frames =
                List.of(SourceFrame.of(new SourceRef("demo/room 1/z"), null, null, "", "user", "a\uFFFDb"));

        assertThat(HostileFrames.unplaced(
                        SourceArchive.read(PATH, SourceFrames.newFile(frames).bytes())
                                .frames()))
                .isEqualTo(frames);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "\"[]  Kim: x\" | Kim | x",
                "\"[] Kim: : x\" | Kim | : x",
                "\"[] a:b: x\" | a:b | x",
                "\"[] :: x\" | : | x",
                "\"[]  : x\" | \" \" | x",
                "\"[]\u3000成: x\" | 成 | x",
                "\"[] 成: x\" | 成 | x",
                "\"[a[b] Kim: x\" | Kim | x",
                "\"[] Kim: \" | Kim | \"\"",
            })
    void theLabelOfARecordIsTheShortestThatFits(String line, String label, String content) {
        String text = EXAMPLE.replace("[2026-09-01T10:00:00+00:00] Kim (u-7): first line\nsecond line", line)
                .replace("record-lines:2", "record-lines:1");
        SourceArchive archive = read(text);

        assertThat(archive.problem()).isEmpty();
        assertThat(archive.frames().get(0).label()).isEqualTo(label);
        assertThat(archive.frames().get(0).content()).isEqualTo(content);
    }

    @Test
    void scanningHandsOutTheSameFramesWithoutKeepingThem() {
        byte[] bytes = SourceFrames.newFile(new HostileFrames(3).frames(5)).bytes();
        List<SourceFrame> scanned = new ArrayList<>();

        SourceArchive end = SourceArchive.scan(PATH, bytes, scanned::add);

        assertThat(scanned).isEqualTo(SourceArchive.read(PATH, bytes).frames());
        assertThat(end.frames()).isEmpty();
        assertThat(end.complete()).isTrue();
    }

    @Test
    void framesWithoutMetadataAreTrusted() {
        assertThat(SourceFrame.of(new SourceRef("a/b/c"), null, null, "", "user", "x")
                        .trust())
                .isEqualTo(Trust.TRUSTED);
    }
}
