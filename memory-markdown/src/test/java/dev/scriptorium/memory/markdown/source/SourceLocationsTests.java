package dev.scriptorium.memory.markdown.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.markdown.GoldenWorkspace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SourceLocationsTests {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "demo/room 1/msg#7 | sources/demo/_v2/room%201.md | sources/demo/room%201.md",
                "_v2/_v2/x | sources/_v2/_v2/_v2.md | sources/_v2/_v2.md",
                "a/-_.~/x/y | sources/a/_v2/-_.~.md | sources/a/-_.~.md",
                "é/成/x | sources/%C3%A9/_v2/%E6%88%90.md | sources/%C3%A9/%E6%88%90.md",
                "a/x%2Fy/z | sources/a/_v2/x%252Fy.md | sources/a/x%252Fy.md",
                "a/../z | sources/a/_v2/...md | sources/a/...md",
                "a/.../z | sources/a/_v2/....md | sources/a/....md",
            })
    void everyReferenceHasOnePlace(String ref, String v2, String legacy) {
        assertThat(SourceLocations.v2Path(new SourceRef(ref))).contains(v2);
        assertThat(SourceLocations.legacyPath(new SourceRef(ref))).isEqualTo(legacy);
    }

    @Test
    void aDialogueHasALegacyPlaceOnly() {
        SourceRef ref = new SourceRef("D12:3");

        assertThat(SourceLocations.v2Path(ref)).isEmpty();
        assertThat(SourceLocations.legacyPath(ref)).isEqualTo("sources/D12.md");
        assertThat(SourceLocations.anchor(ref)).isEqualTo("d12-3");
    }

    @Test
    void theAnchorIsTheHashOfTheReference() {
        assertThat(SourceLocations.anchor(new SourceRef("demo/room 1/msg#7"))).isEqualTo("source-ede66a947a3415a0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sources/a/_v2/b.md", "sources/_v2/_v2/b.md", "sources/a/b/_v2/c.md"})
    void strictArchivesStandInADirectoryOfTheirOwn(String path) {
        assertThat(SourceLocations.isV2Path(path)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sources/_v2/b.md",
                "sources/a/b.md",
                "sources/D1.md",
                "topics/a/_v2/b.md",
                "sources/a/_v2/b/c.md"
            })
    void otherFilesAreOlder(String path) {
        assertThat(SourceLocations.isV2Path(path)).isFalse();
    }

    @Test
    void theArchivesOfTheReferenceStandWhereTheirReferencesSay() {
        GoldenWorkspace.files("sources")
                .forEach(path -> SourceArchive.read(path, GoldenWorkspace.bytes(path))
                        .frames()
                        .forEach(frame ->
                                assertThat(SourceLocations.v2Path(frame.ref())).contains(path)));
    }

    @Test
    void aNameTooLongForAFileIsShortenedAndHashed() {
        String fits = "x".repeat(252);
        String tooLong = "x".repeat(253);

        assertThat(path(fits)).isEqualTo("sources/a/_v2/" + fits + ".md");
        assertThat(path(tooLong)).isEqualTo("sources/a/_v2/" + "x".repeat(180) + "~" + Sha256.hex(tooLong, 16) + ".md");
        assertThat(path(tooLong)).isNotEqualTo(path(tooLong + "y"));
    }

    @Test
    void aShortenedNameMayEndWithinAnEscape() {
        String thread = "x" + "成".repeat(40);

        String name = path(thread).substring("sources/a/_v2/".length());

        assertThat(name).hasSize(180 + 1 + 16 + 3).startsWith("x%E6%88%90").contains("%9~");
        SourceFrame frame = SourceFrame.of(new SourceRef("a/" + thread + "/t"), null, null, "", "user", "x");
        assertThat(SourceArchive.read(
                                path(thread),
                                SourceFrames.newFile(java.util.List.of(frame)).bytes())
                        .frames())
                .hasSize(1);
    }

    private static String path(String thread) {
        return SourceLocations.v2Path(new SourceRef("a/" + thread + "/t")).orElseThrow();
    }
}
