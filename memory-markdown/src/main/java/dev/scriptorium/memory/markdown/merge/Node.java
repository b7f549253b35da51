package dev.scriptorium.memory.markdown.merge;

import org.jspecify.annotations.Nullable;

/** One unit through the three versions, and what becomes of it. */
final class Node {
    /** Whose version of a unit is taken. */
    enum Choice {
        OURS,
        THEIRS,
        /** The words of both, which are the same, with the citations and ids of both. */
        UNION,
        GONE
    }

    @Nullable
    Unit base;

    @Nullable
    Unit ours;

    @Nullable
    Unit theirs;

    Choice choice = Choice.GONE;
    boolean conflict;

    /** The heading it will stand under; null of headings, and until it is known. */
    @Nullable
    Node section;

    /** Whether it stands under that heading in all three versions. */
    boolean settled;

    boolean kept() {
        return choice != Choice.GONE;
    }

    /** Whether all three versions have it. */
    boolean common() {
        return base != null && ours != null && theirs != null;
    }

    /** The unit that is taken, or would be. */
    Unit unit() {
        Unit first = choice == Choice.OURS ? ours : theirs;
        Unit second = first != null ? first : ours;
        return second != null ? second : java.util.Objects.requireNonNull(base);
    }

    boolean isHeading() {
        return unit().isHeading();
    }

    /** Takes theirs, which may be nothing. */
    void takeTheirs() {
        choice = theirs == null ? Choice.GONE : Choice.THEIRS;
    }
}
