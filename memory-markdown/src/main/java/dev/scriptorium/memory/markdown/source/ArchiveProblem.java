package dev.scriptorium.memory.markdown.source;

/**
 * Where an archive stops being one. Never quotes what was said.
 *
 * @param path workspace path of the archive
 * @param offset the first byte that does not fit, from 0
 * @param expected what should stand there
 * @param found what stands there
 * @since 0.1
 */
public record ArchiveProblem(String path, long offset, String expected, String found) {
    @Override
    public String toString() {
        return path + " at byte " + offset + ": expected " + expected + ", found " + found;
    }
}
