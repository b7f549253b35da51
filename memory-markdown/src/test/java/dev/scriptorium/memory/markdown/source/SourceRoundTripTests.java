package dev.scriptorium.memory.markdown.source;

import static dev.scriptorium.memory.markdown.source.HostileFrames.read;
import static dev.scriptorium.memory.markdown.source.HostileFrames.unplaced;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is archived is read back, whatever it is and however it came there. */
class SourceRoundTripTests {
    private static final int SEEDS = 300;

    @Test
    void whatIsWrittenIsReadBack() {
        for (int seed = 0; seed < SEEDS; seed++) {
            HostileFrames hostile = new HostileFrames(seed);
            List<SourceFrame> frames = hostile.frames(1 + hostile.nextInt(6));

            SourceArchive archive = read(SourceFrames.newFile(frames).bytes());

            assertThat(archive.problem()).as("seed %d", seed).isEmpty();
            assertThat(unplaced(archive.frames())).as("seed %d", seed).isEqualTo(frames);
        }
    }

    @Test
    void renderingWhatWasReadGivesTheSameBytes() {
        for (int seed = 0; seed < SEEDS; seed++) {
            byte[] bytes =
                    SourceFrames.newFile(new HostileFrames(seed).frames(4)).bytes();

            assertThat(SourceFrames.newFile(read(bytes).frames()).bytes())
                    .as("seed %d", seed)
                    .isEqualTo(bytes);
        }
    }

    @Test
    void appendingInStepsGivesTheBytesOfWritingAtOnce() {
        for (int seed = 0; seed < SEEDS; seed++) {
            HostileFrames hostile = new HostileFrames(seed);
            List<SourceFrame> frames = hostile.frames(8);
            ByteArrayOutputStream file = new ByteArrayOutputStream();
            int from = 1 + hostile.nextInt(4);
            file.writeBytes(SourceFrames.newFile(frames.subList(0, from)).bytes());
            while (from < frames.size()) {
                int to = Math.min(frames.size(), from + 1 + hostile.nextInt(3));
                // What is archived already may come again.
                List<SourceFrame> batch = frames.subList(hostile.nextInt(from + 1), to);
                file.writeBytes(
                        SourceFrames.append(read(file.toByteArray()), batch).bytes());
                from = to;
            }

            assertThat(file.toByteArray())
                    .as("seed %d", seed)
                    .isEqualTo(SourceFrames.newFile(frames).bytes());
        }
    }

    @Test
    void appendingFromTheIndexAloneGivesTheSameBytes() {
        for (int seed = 0; seed < SEEDS; seed++) {
            List<SourceFrame> frames = new HostileFrames(seed).frames(6);
            SourceIndex index = SourceIndex.empty();
            ByteArrayOutputStream file = new ByteArrayOutputStream();
            for (SourceFrame frame : frames) {
                ArchiveAppend append = SourceFrames.append(
                        index.appendPoint(HostileFrames.PATH), index::archived, List.of(frames.get(0), frame));
                file.writeBytes(append.bytes());
                index = index.withAppended(HostileFrames.PATH, append.added());
            }

            assertThat(file.toByteArray())
                    .as("seed %d", seed)
                    .isEqualTo(SourceFrames.newFile(frames).bytes());
        }
    }

    @Test
    void anArchiveCutAnywhereServesTheFramesBeforeTheCut() {
        for (int seed = 0; seed < 40; seed++) {
            byte[] bytes =
                    SourceFrames.newFile(new HostileFrames(seed).frames(3)).bytes();
            List<SourceFrame> frames = read(bytes).frames();
            for (int cut = 0; cut < bytes.length; cut++) {
                SourceArchive archive = read(Arrays.copyOf(bytes, cut));

                int served = archive.frames().size();
                assertThat(archive.frames()).as("seed %d cut %d", seed, cut).isEqualTo(frames.subList(0, served));
                assertThat(served).as("seed %d cut %d", seed, cut).isEqualTo(framesThatEndBefore(frames, cut));
            }
        }
    }

    private static int framesThatEndBefore(List<SourceFrame> frames, int cut) {
        return (int) frames.stream()
                .filter(frame -> frame.offset() + frame.length() <= cut)
                .count();
    }

    @Test
    void anArchiveWithAnyByteChangedNeverThrowsAndServesWhatStandsBeforeIt() {
        for (int seed = 0; seed < 20; seed++) {
            HostileFrames hostile = new HostileFrames(seed);
            byte[] bytes = SourceFrames.newFile(hostile.frames(3)).bytes();
            List<SourceFrame> frames = read(bytes).frames();
            for (int at = 0; at < bytes.length; at++) {
                byte[] changed = bytes.clone();
                changed[at] = (byte) hostile.nextInt(256);
                // A frame ends with the empty line after it.
                int before = framesThatEndBefore(frames, at - 1);

                List<SourceFrame> served = read(changed).frames();
                assertThat(served.subList(0, Math.min(before, served.size())))
                        .as("seed %d byte %d", seed, at)
                        .isEqualTo(frames.subList(0, before));
            }
        }
    }

    @Test
    void everyFrameKnowsItsBytesAndItsLine() {
        for (int seed = 0; seed < 50; seed++) {
            byte[] bytes =
                    SourceFrames.newFile(new HostileFrames(seed).frames(4)).bytes();
            String[] lines = HostileFrames.text(bytes).split("\n", -1);
            for (SourceFrame frame : read(bytes).frames()) {
                byte[] own = Arrays.copyOfRange(bytes, frame.offset(), frame.offset() + frame.length());

                assertThat(HostileFrames.text(own)).isEqualTo(SourceFrames.render(frame));
                assertThat(lines[frame.line()]).startsWith("[" + frame.stamp() + "] " + frame.label() + ": ");
            }
        }
    }
}
