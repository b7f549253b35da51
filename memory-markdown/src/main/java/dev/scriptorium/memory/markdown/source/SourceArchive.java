package dev.scriptorium.memory.markdown.source;

import dev.scriptorium.memory.api.ref.SourceRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A v2 archive: its marker, then frames without a gap. Reading is strict and never resynchronises, so that nothing
 * somebody said can pass for a frame; what stands before the first fault serves. Immutable.
 *
 * @since 0.1
 */
public final class SourceArchive implements ParsedArchive {
    /** The first line of every archive. */
    public static final String MARKER = "<!-- openprogram-source-archive:v2 -->";

    private final String path;
    private final List<SourceFrame> frames;
    private final AppendPoint appendPoint;
    private final @Nullable ArchiveProblem problem;

    private SourceArchive(String path, List<SourceFrame> frames, FrameReader end) {
        this.path = path;
        this.frames = List.copyOf(frames);
        this.appendPoint = end.appendPoint();
        this.problem = end.problem();
    }

    /** Reads an archive; never throws for its content. */
    public static SourceArchive read(String workspacePath, byte[] bytes) {
        List<SourceFrame> frames = new ArrayList<>();
        FrameReader reader = new FrameReader(workspacePath, bytes);
        reader.read(frames::add);
        return new SourceArchive(workspacePath, frames, reader);
    }

    /**
     * Reads what was appended to whole frames.
     *
     * @param from how long the archive was before, in bytes
     */
    public static SourceArchive readFrom(String workspacePath, byte[] bytes, int from) {
        List<SourceFrame> frames = new ArrayList<>();
        FrameReader reader = new FrameReader(workspacePath, bytes);
        reader.readFrom(from, frames::add);
        return new SourceArchive(workspacePath, frames, reader);
    }

    /**
     * Reads an archive and hands its frames on one by one, for files too long to hold.
     *
     * @return the archive without frames: whether it is complete, and how to append
     */
    public static SourceArchive scan(String workspacePath, byte[] bytes, Consumer<SourceFrame> frames) {
        FrameReader reader = new FrameReader(workspacePath, bytes);
        reader.read(frames);
        return new SourceArchive(workspacePath, List.of(), reader);
    }

    @Override
    public String path() {
        return path;
    }

    /** The frames of the valid part, in order; each name once. */
    public List<SourceFrame> frames() {
        return frames;
    }

    /** The frame of this name. */
    public Optional<SourceFrame> frame(SourceRef ref) {
        return frames.stream().filter(frame -> frame.ref().equals(ref)).findFirst();
    }

    /** How an addition begins; only a complete archive can be appended to. */
    public AppendPoint appendPoint() {
        return appendPoint;
    }

    @Override
    public Optional<ArchiveProblem> problem() {
        return Optional.ofNullable(problem);
    }
}
