package dev.scriptorium.memory.markdown.change;

import java.util.List;

/**
 * One hunk of a patch.
 *
 * @param patchLine where in the patch it begins, from 1
 * @param oldStart the line in the old file that it says it begins at, from 1
 * @param oldCount how many old lines it says it has
 * @param lines its lines with their marks: space, plus or minus
 */
record Hunk(int patchLine, int oldStart, int oldCount, List<String> lines) {
    Hunk {
        lines = List.copyOf(lines);
    }

    /** The place in the old file, from 0. A hunk that only adds goes behind the line it names. */
    int place() {
        boolean addsOnly = lines.stream().allMatch(line -> line.charAt(0) == '+');
        return addsOnly && oldCount == 0 ? oldStart : Math.max(0, oldStart - 1);
    }
}
