package dev.scriptorium.memory.local.git;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jgit.errors.ConfigInvalidException;
import org.eclipse.jgit.lib.Config;
import org.jspecify.annotations.Nullable;

/**
 * Whether a repository is one that we can read whole and leave intact. Reads its own configuration, no other. Not
 * thread-safe.
 */
final class RepositoryFormat {
    private static final Set<String> KNOWN = Set.of("noop", "preciousobjects", "worktreeconfig");

    private final GitLayout layout;
    private String parsed = "";
    private @Nullable Config config;

    RepositoryFormat(GitLayout layout) {
        this.layout = layout;
    }

    /** Why it cannot be used; empty when it can. */
    Optional<HistoryNote> refusal() throws IOException {
        if (!layout.here()) {
            return Optional.of(new HistoryNote(
                    HistoryIssue.ELSEWHERE,
                    ".git",
                    "the repository is not in the workspace: a part of .git is a link or a file"));
        }
        if (Files.exists(layout.git().resolve("commondir"))) {
            return Optional.of(new HistoryNote(
                    HistoryIssue.ELSEWHERE, ".git/commondir", "the repository is a work tree of another repository"));
        }
        for (String name : new String[] {"alternates", "http-alternates"}) {
            Path alternates = layout.objects().resolve("info").resolve(name);
            if (Files.exists(alternates)
                    && !GitFiles.text(alternates).orElse("").isBlank()) {
                return unsupported(layout.relative(alternates), "objects are borrowed from another repository");
            }
        }
        try {
            return refusal(config());
        } catch (ConfigInvalidException | IllegalArgumentException e) {
            return Optional.of(new HistoryNote(
                    HistoryIssue.DAMAGED, ".git/config", "the configuration cannot be read: " + e.getMessage()));
        }
    }

    private static Optional<HistoryNote> refusal(Config config) {
        int version = config.getInt("core", "repositoryformatversion", 0);
        if (version > 1) {
            return unsupported(".git/config", "repository format " + version);
        }
        if (config.getString("extensions", null, "partialclone") != null) {
            return unsupported(".git/config", "a partial clone has not all its objects");
        }
        String hash = config.getString("extensions", null, "objectformat");
        String references = config.getString("extensions", null, "refstorage");
        if (hash != null && !hash.equalsIgnoreCase("sha1")) {
            return unsupported(".git/config", "objects are named by " + hash);
        }
        if (references != null && !references.equalsIgnoreCase("files")) {
            return unsupported(".git/config", "references are kept as " + references);
        }
        if (version == 1) {
            for (String extension : config.getNames("extensions")) {
                String name = extension.toLowerCase(Locale.ROOT);
                if (!KNOWN.contains(name) && !name.equals("objectformat") && !name.equals("refstorage")) {
                    return unsupported(".git/config", "extension " + extension);
                }
            }
        }
        return Optional.empty();
    }

    /** Whether {@code git} keeps logs of references here. */
    boolean logs() throws IOException {
        try {
            String value = config().getString("core", null, "logallrefupdates");
            return value == null || !Set.of("false", "no", "off", "0").contains(value.toLowerCase(Locale.ROOT));
        } catch (ConfigInvalidException e) {
            return false;
        }
    }

    private Config config() throws IOException, ConfigInvalidException {
        String text = GitFiles.text(layout.config()).orElse("");
        Config known = config;
        if (known == null || !text.equals(parsed)) {
            known = new Config();
            known.fromText(text);
            config = known;
            parsed = text;
        }
        return known;
    }

    private static Optional<HistoryNote> unsupported(String subject, String what) {
        return Optional.of(new HistoryNote(HistoryIssue.UNSUPPORTED, subject, "not supported: " + what));
    }
}
