package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.markdown.GoldenWorkspace;
import dev.scriptorium.memory.markdown.source.ParsedArchive;
import dev.scriptorium.memory.markdown.source.SourceFrame;
import dev.scriptorium.memory.markdown.source.SourceFrames;
import dev.scriptorium.memory.markdown.source.SourceIndex;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/** The small archive of the cases: turns m1 and m2 are trusted, m3 is pending. */
final class Archive {
    static final String M1 = "openprogram/s1/m1";
    static final String M2 = "openprogram/s1/m2";
    static final String PENDING = "openprogram/s1/m3";
    static final String M1_TARGET = "../sources/openprogram/_v2/s1.md#source-d6511a17d50e19d2";
    static final String M2_TARGET = "../sources/openprogram/_v2/s1.md#source-ca088bc6281be925";
    static final SourceIndex S1 = read();

    private Archive() {}

    private static SourceIndex read() {
        try (InputStream in = GoldenWorkspace.class.getResourceAsStream("/golden/archive-s1.md")) {
            return SourceIndex.of(List.of(ParsedArchive.read("sources/openprogram/_v2/s1.md", in.readAllBytes())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The archives with more turns in them. */
    static SourceIndex with(SourceIndex archives, List<SourceFrame> frames) {
        SourceIndex all = archives;
        for (Map.Entry<String, List<SourceFrame>> archive :
                SourceFrames.byArchive(frames).entrySet()) {
            all = all.withAppended(archive.getKey(), archive.getValue());
        }
        return all;
    }
}
