package dev.scriptorium.memory.retrieval.internal.lucene;

import dev.scriptorium.memory.retrieval.analysis.Segments;
import java.util.ArrayList;
import java.util.List;

/** Cuts a long turn into overlapping pieces, so that each is about one thing and is found by it. */
final class Pieces {
    /** A turn up to this many characters stays whole. */
    private static final int WHOLE = 1_500;

    private static final int PIECE = 1_200;
    private static final int OVERLAP = 2 * Segments.MAX;

    /** A stretch of a turn. */
    record Piece(int start, int end) {}

    private Pieces() {}

    static List<Piece> of(String text) {
        if (text.length() <= WHOLE) {
            return List.of(new Piece(0, text.length()));
        }
        List<Piece> pieces = new ArrayList<>();
        List<Integer> ends = Segments.ends(text);
        int first = 0;
        while (first < ends.size()) {
            int start = first == 0 ? 0 : ends.get(first - 1);
            int next = first + 1;
            while (next < ends.size() && ends.get(next) - start <= PIECE) {
                next++;
            }
            int end = ends.get(next - 1);
            pieces.add(new Piece(start, end));
            first = next == ends.size() ? next : overlapping(ends, first, next, end);
        }
        return pieces;
    }

    /** The segment the next piece begins with: as far back as the overlap allows, and never where the last began. */
    private static int overlapping(List<Integer> ends, int first, int next, int end) {
        int begin = next;
        while (begin - 1 > first && end - ends.get(begin - 2) <= OVERLAP) {
            begin--;
        }
        return begin;
    }
}
