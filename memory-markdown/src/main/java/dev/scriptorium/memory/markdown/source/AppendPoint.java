package dev.scriptorium.memory.markdown.source;

/**
 * What stands at the end of an archive, and so what an addition begins with.
 *
 * @since 0.1
 */
public enum AppendPoint {
    /** There is no file yet. */
    NEW_FILE,
    /** The file ends with the line feed of a record, or of the marker: an empty line is due. */
    AFTER_RECORD,
    /** The file ends with an empty line already. */
    AFTER_EMPTY_LINE
}
