package dev.scriptorium.memory.local.backup;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.git.HistoryFiles;
import dev.scriptorium.memory.local.tx.ArchiveQuota;
import dev.scriptorium.memory.local.tx.TrustedSource;
import dev.scriptorium.memory.local.tx.WorkspaceLayout;
import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The names in an export: a manifest, the workspace below {@code memory/}, and below {@code edits/} what people have
 * saved that is no part of the memory. What has no place here is never written and never unpacked.
 */
final class ExportPaths {
    static final String MANIFEST = "export.json";
    static final String MEMORY = "memory/";
    static final String EDITS = "edits/";
    static final String GIT = ".git/";

    static final String OWED = "owed-sources.jsonl";

    /** What is kept of our own state: who the workspace is, and what has been done. */
    static final List<String> STATE = List.of(
            "format",
            "workspace-id",
            "owner.json",
            "last-entry.json",
            "writer-status.json",
            "refused-batches.json",
            "history-lengths.json",
            OWED,
            TrustedSource.AUDIT,
            ArchiveQuota.STATE,
            "runtime.json");

    static final String ORDER = "order.log";
    static final String MARKS = "marks";
    static final String KEPT = "kept";

    private static final Set<String> RUNTIMES = Set.of(".scriptorium", ".nativemem");
    private static final Pattern MARK = Pattern.compile("marks/[0-9a-f]{32}\\.marks");
    private static final Pattern KEPT_FILE = Pattern.compile("kept/[^/]+");

    private ExportPaths() {}

    /** Whether an export may hold a file of this name, with our own state in a directory. */
    static boolean isAllowed(String name, String runtime) {
        if (!isPlain(name) || !RUNTIMES.contains(runtime)) {
            return false;
        }
        if (name.startsWith(EDITS)) {
            return isContent(name.substring(EDITS.length()));
        }
        if (!name.startsWith(MEMORY)) {
            return false;
        }
        String path = name.substring(MEMORY.length());
        if (path.startsWith(GIT)) {
            return HistoryFiles.isPart(path.substring(GIT.length()));
        }
        if (path.startsWith(runtime + "/")) {
            String own = path.substring(runtime.length() + 1);
            return STATE.contains(own)
                    || own.equals(ORDER)
                    || MARK.matcher(own).matches()
                    || KEPT_FILE.matcher(own).matches();
        }
        return path.equals(WorkspaceLayout.CORE_VIEW) || isContent(path);
    }

    /** Whether a workspace path is below topics or sources and not in a repository of its own. */
    static boolean isContent(String path) {
        boolean below = path.startsWith(TopicPath.ROOT) || path.startsWith(WorkspaceLayout.SOURCES + "/");
        return below && List.of(path.split("/", -1)).stream().noneMatch(part -> part.equalsIgnoreCase(".git"));
    }

    /** Whether a name is a path downwards: no step upwards or aside, no other separator, nothing hidden. */
    private static boolean isPlain(String name) {
        if (name.chars().anyMatch(c -> c < ' ' || c == 0x7f || c == '\\')) {
            return false;
        }
        for (String part : name.split("/", -1)) {
            if (part.isEmpty() || part.equals(".") || part.equals("..")) {
                return false;
            }
        }
        return true;
    }

    /** The same for two names that some file systems take for one. */
    static String folded(String name) {
        String composed = Normalizer.normalize(name, Normalizer.Form.NFC);
        return Normalizer.normalize(composed.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT), Normalizer.Form.NFC);
    }
}
