package dev.scriptorium.memory.markdown.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.scriptorium.memory.api.ref.SourceRef;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Any bytes are an archive up to their first fault; what serves is verbatim, and adding to it takes nothing away. */
class SourceFuzzTests {
    private static final String PATH = "sources/local/_v2/s1.md";
    private static final SourceRef REF = new SourceRef("local/s1/u1");

    private static final List<byte[]> PIECES = pieces();

    private static List<byte[]> pieces() {
        SourceFrame frame = SourceFrame.of(REF, "u-7", null, "2026-01-01T00:00:00Z", "Mira", "One.\nTwo.");
        byte[] archive = SourceFrames.append(AppendPoint.NEW_FILE, ref -> false, List.of(frame))
                .bytes();
        byte[] text = ("<a id=\"" + SourceLocations.anchor(REF) + "\"></a>\n").getBytes(StandardCharsets.UTF_8);
        return List.of(
                archive,
                Arrays.copyOf(archive, archive.length / 2),
                Arrays.copyOfRange(archive, archive.length / 2, archive.length),
                (SourceArchive.MARKER + "\n").getBytes(StandardCharsets.UTF_8),
                text,
                ("<!-- source-id:" + REF + " -->\n").getBytes(StandardCharsets.UTF_8),
                "<!-- speaker-id:dS03 -->\n".getBytes(StandardCharsets.UTF_8),
                "<!-- source-meta:e30 -->\n".getBytes(StandardCharsets.UTF_8),
                "<!-- record-lines:2 -->\n".getBytes(StandardCharsets.UTF_8),
                "[2026-01-01T00:00:00Z] Mira: One.\n".getBytes(StandardCharsets.UTF_8),
                new byte[] {'\n'},
                new byte[] {'\r', '\n'},
                new byte[] {(byte) 0xFF},
                new byte[] {(byte) 0xE2, (byte) 0x80, (byte) 0xA8});
    }

    @FuzzTest(maxDuration = "30m", maxExecutions = 1_000_000)
    void bytesAreAnArchiveUpToTheirFirstFault(FuzzedDataProvider data) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        while (data.remainingBytes() > 0 && out.size() < 4_000) {
            out.writeBytes(data.consumeBoolean() ? data.pickValue(PIECES) : data.consumeBytes(16));
        }
        byte[] bytes = out.toByteArray();
        SourceArchive archive = SourceArchive.read(PATH, bytes);
        int end = 0;
        for (SourceFrame frame : archive.frames()) {
            assertThat(frame.offset()).isGreaterThanOrEqualTo(end);
            end = frame.offset() + frame.length();
            assertThat(end).isLessThanOrEqualTo(bytes.length);
            String raw = new String(bytes, frame.offset(), frame.length(), StandardCharsets.UTF_8);
            assertThat(raw).contains(frame.ref().value()).contains(frame.content());
        }
        SourceIndex index = SourceIndex.empty().with(PATH, bytes);
        assertThat(index.refs(PATH))
                .containsExactlyElementsOf(
                        archive.frames().stream().map(SourceFrame::ref).toList());
        assertThat(index.complete(PATH)).isEqualTo(archive.problem().isEmpty());
        if (archive.problem().isEmpty()) {
            assertGrows(archive, bytes);
        }
        // A prefix never says anything else.
        SourceArchive cut = SourceArchive.read(PATH, Arrays.copyOf(bytes, bytes.length * 2 / 3));
        for (int i = 0; i < cut.frames().size() && i < archive.frames().size() - 1; i++) {
            assertThat(cut.frames().get(i).ref())
                    .isEqualTo(archive.frames().get(i).ref());
        }
        LegacyArchive.read("sources/D1.md", bytes)
                .turns()
                .forEach(turn -> assertThat(turn.content()).isNotNull());
    }

    private static void assertGrows(SourceArchive archive, byte[] bytes) {
        SourceFrame added =
                SourceFrame.of(new SourceRef("local/s1/added"), null, null, "2026-01-01T00:00:00Z", "User", "Added.");
        ArchiveAppend append = SourceFrames.append(
                archive.appendPoint(), ref -> archive.frame(ref).isPresent(), List.of(added));
        byte[] grown = Arrays.copyOf(bytes, bytes.length + append.bytes().length);
        System.arraycopy(append.bytes(), 0, grown, bytes.length, append.bytes().length);
        SourceArchive after = SourceArchive.read(PATH, grown);
        assertThat(after.problem()).isEmpty();
        assertThat(after.frames().subList(0, archive.frames().size())).isEqualTo(archive.frames());
        assertThat(after.frame(new SourceRef("local/s1/added"))).isPresent();
    }
}
