package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.local.WorkspaceFile;
import java.util.List;
import java.util.Locale;

/** Files as a tree, each directory named once. */
final class TopicTree {
    private TopicTree() {}

    /** Prints files that are in path order. */
    static void print(List<WorkspaceFile> files, Output output) {
        String[] above = {};
        for (WorkspaceFile file : files) {
            String[] parts = file.path().split("/", -1);
            int common = 0;
            while (common < parts.length - 1 && common < above.length - 1 && parts[common].equals(above[common])) {
                common++;
            }
            for (int depth = common; depth < parts.length - 1; depth++) {
                output.text("  ".repeat(depth) + parts[depth] + "/");
            }
            String name = "  ".repeat(parts.length - 1) + parts[parts.length - 1];
            output.text(name
                    + " ".repeat(Math.max(2, 40 - TextLayout.columns(name)))
                    + String.format(Locale.ROOT, "%,7d bytes", file.bytes()));
            above = parts;
        }
    }
}
