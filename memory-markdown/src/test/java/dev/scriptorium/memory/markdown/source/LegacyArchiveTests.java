package dev.scriptorium.memory.markdown.source;

import static dev.scriptorium.memory.markdown.source.HostileFrames.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.Speaker;
import java.util.List;
import org.junit.jupiter.api.Test;

class LegacyArchiveTests {
    private static final String PATH = "sources/openprogram/s1.md";

    private static String head(String turn) {
        SourceRef ref = new SourceRef("openprogram/s1/" + turn);
        return "<a id=\"" + SourceLocations.anchor(ref) + "\"></a>\n<!-- source-id:" + ref + " -->\n";
    }

    private static LegacyArchive read(String text) {
        return LegacyArchive.read(PATH, utf8(text));
    }

    @Test
    void unframedRecordsAreOneLine() {
        LegacyArchive archive = read("# s1\n\n" + head("m1")
                + "[2026-01-02T10:00:00] user: [Kim (u-7)] hello\nnot part of it\n\n" + head("m2")
                + "[] assistant: [Kim (u-7)] hi\n");

        assertThat(archive.complete()).isTrue();
        assertThat(archive.turns())
                .containsExactly(
                        new LegacyTurn(
                                new SourceRef("openprogram/s1/m1"),
                                SourceLocations.anchor(new SourceRef("openprogram/s1/m1")),
                                "2026-01-02T10:00:00",
                                "user",
                                "[Kim (u-7)] hello",
                                4,
                                new Speaker("u-7", "Kim")),
                        new LegacyTurn(
                                new SourceRef("openprogram/s1/m2"),
                                SourceLocations.anchor(new SourceRef("openprogram/s1/m2")),
                                "",
                                "assistant",
                                "[Kim (u-7)] hi",
                                9,
                                null));
    }

    @Test
    void framedRecordsHaveTheirLengthAndNoSpeaker() {
        LegacyArchive archive =
                read(head("m1") + "<!-- speaker-id:u -->\n<!-- record-lines:3 -->\n[] user: [Kim (u)] a\n" + head("m9")
                        + head("m2") + "[] user: b\n");

        assertThat(archive.turns())
                .extracting(
                        turn -> turn.ref().turn() + " " + turn.content().lines().count() + " " + turn.hint())
                .containsExactly("m1 3 null", "m2 1 null");
    }

    @Test
    void aRecordElsewhereOrWithAnotherAnchorIsNone() {
        String elsewhere = head("m1").replace("openprogram/s1/m1", "openprogram/s2/m1") + "[] user: a\n";
        String wrong = head("m1").replace("source-", "source-0") + "[] user: a\n";

        assertThat(read(elsewhere + wrong).turns()).isEmpty();
    }

    @Test
    void aRecordThatLooksLikeNoneIsStillCited() {
        assertThat(read(head("m1") + "no stamp\n").turns())
                .extracting(LegacyTurn::label, LegacyTurn::content)
                .containsExactly(tuple("", "no stamp"));
    }

    @Test
    void dialoguesAreRead() {
        LegacyArchive archive = LegacyArchive.read("sources/D3.md", utf8("""
                        # D3

                        <a id="d3-1"></a>
                        [2023-05-08] Caroline: hi there [D3:1]

                        <a id="d3-2"></a>
                        [2023-05-08] Mel: two
                        lines [D3:2]

                        <a id="d4-1"></a>
                        [2023-05-08] Mel: other [D4:1]
                        """));

        assertThat(archive.turns())
                .extracting(
                        LegacyTurn::ref, LegacyTurn::anchor, LegacyTurn::stamp, LegacyTurn::label, LegacyTurn::content)
                .containsExactly(
                        tuple(new SourceRef("D3:1"), "d3-1", "2023-05-08", "Caroline", "hi there"),
                        tuple(new SourceRef("D3:2"), "d3-2", "2023-05-08", "Mel", "two\nlines"));
        assertThat(archive.mentions())
                .containsExactly(
                        new LegacyMention(10, "[2023-05-08] Mel: other [D4:1]", List.of(new SourceRef("D4:1"))));
    }

    @Test
    void linesThatNameDialoguesAreKeptForSearch() {
        assertThat(read("x D1:2 and D10:4, D1:2\n\nnothing\n").mentions())
                .containsExactly(new LegacyMention(
                        0, "x D1:2 and D10:4, D1:2", List.of(new SourceRef("D1:2"), new SourceRef("D10:4"))));
    }

    @Test
    void whatIsNotUtf8EndsTheReading() {
        byte[] bytes = utf8(head("m1") + "[] user: a\n\n" + head("m2") + "[] user: ?\n");
        bytes[bytes.length - 2] = (byte) 0xFF;

        LegacyArchive archive = LegacyArchive.read(PATH, bytes);

        assertThat(archive.turns()).hasSize(1);
        assertThat(archive.problem())
                .hasValueSatisfying(problem -> assertThat(problem.offset()).isEqualTo(bytes.length - 2L));
    }

    @Test
    void anyBytesAreReadWithoutAnException() {
        for (int seed = 0; seed < 200; seed++) {
            HostileFrames hostile = new HostileFrames(seed);
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < 5; i++) {
                text.append(hostile.nextInt(2) == 0 ? head("m" + hostile.nextInt(3)) : "<a id=\"d1-2\"></a>\n");
                text.append(hostile.content());
            }
            byte[] bytes = utf8(text.toString());
            bytes[hostile.nextInt(bytes.length)] = (byte) hostile.nextInt(256);
            LegacyArchive archive = LegacyArchive.read(PATH, bytes);

            assertThat(archive.turns()).extracting(LegacyTurn::ref).doesNotHaveDuplicates();
        }
    }
}
