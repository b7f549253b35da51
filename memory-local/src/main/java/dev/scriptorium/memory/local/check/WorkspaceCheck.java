package dev.scriptorium.memory.local.check;

import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.git.History;
import dev.scriptorium.memory.local.recall.RecallIndex;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.local.tx.Transactions;
import dev.scriptorium.memory.local.tx.WorkspaceLayout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Every invariant of the format and of the disk: formats, links, ids, sources, views, modes, leftovers, disk against
 * history, index against files. Changes nothing.
 *
 * @since 0.1
 */
public final class WorkspaceCheck {
    private final WorkspaceLayout layout;
    private final Transactions transactions;
    private final Optional<History> history;
    private final RecallIndex index;

    /** A check of an open workspace. */
    public WorkspaceCheck(
            WorkspaceLayout layout, Transactions transactions, Optional<History> history, RecallIndex index) {
        this.layout = layout;
        this.transactions = transactions;
        this.history = history;
        this.index = index;
    }

    /** Looks at everything; problems first, each in path order. */
    public List<Finding> run() {
        Snapshot snapshot = transactions.current();
        List<Finding> findings = new ArrayList<>();
        quarantined(snapshot, findings);
        edited(snapshot, findings);
        new TopicCheck(snapshot).run(findings::add);
        new ArchiveCheck(transactions, snapshot).run(findings::add);
        new ViewCheck(layout, transactions, snapshot).run(findings::add);
        new DiskCheck(layout, transactions).run(findings::add);
        history.ifPresent(commits -> new HistoryCheck(layout, transactions, commits, snapshot).run(findings::add));
        if (!index.isCurrent(snapshot)) {
            findings.add(Finding.note(
                    FindingCode.INDEX_BEHIND,
                    "",
                    "the index is behind the files",
                    "the next search brings it up to date"));
        }
        Set<String> seen = new HashSet<>();
        // The history may say the same of a file.
        findings.removeIf(finding ->
                (finding.code() == FindingCode.EDIT_NOT_ADOPTED || finding.code() == FindingCode.SOURCE_MODIFIED)
                        && !seen.add(finding.code() + " " + finding.path()));
        boolean edited = findings.stream()
                .anyMatch(finding -> finding.code() == FindingCode.EDIT_NOT_ADOPTED
                        && finding.path().startsWith(TopicPath.ROOT));
        if (edited) {
            // Views follow a topic that somebody edits with the next write: late, and not wrong.
            findings.replaceAll(finding -> finding.code() == FindingCode.VIEW_STALE
                    ? Finding.note(finding.code(), finding.path(), finding.message(), finding.hint())
                    : finding);
        }
        findings.sort(Comparator.comparing((Finding finding) -> !finding.problem())
                .thenComparing(Finding::path)
                .thenComparingInt(Finding::line));
        return findings;
    }

    private static void edited(Snapshot snapshot, List<Finding> findings) {
        snapshot.held()
                .ifPresent(held -> findings.add(Finding.problem(
                        FindingCode.MASS_DELETION_HELD,
                        "topics",
                        0,
                        held.gone() + " of " + held.before() + " blocks are gone; what was there still serves",
                        "bring the files back, or accept it with check --accept")));
        for (String path : snapshot.modifiedArchives()) {
            findings.add(Finding.problem(
                    FindingCode.SOURCE_MODIFIED,
                    path,
                    0,
                    "the archive is not what was written; what was known of it still serves",
                    "restore it from history: archives only ever grow; or accept it with check --accept"));
        }
        for (TopicPath path : snapshot.unadopted()) {
            if (!snapshot.quarantined().containsKey(path)) {
                findings.add(Finding.note(
                        FindingCode.EDIT_NOT_ADOPTED,
                        path.value(),
                        "edited, and not adopted yet",
                        "nothing to do: it serves as it is, and is adopted when it has been left alone for a while"));
            }
        }
    }

    private static void quarantined(Snapshot snapshot, List<Finding> findings) {
        snapshot.quarantined().forEach((path, violations) -> {
            for (Violation violation : violations) {
                findings.add(Finding.problem(
                        FindingCode.TOPIC_RULE,
                        path.value(),
                        violation.line(),
                        violation.rule() + ": expected " + violation.expected() + ", found " + violation.found(),
                        violation.hint()));
            }
        });
        for (String path : snapshot.unreadable()) {
            findings.add(Finding.problem(
                    FindingCode.UNREADABLE,
                    path,
                    0,
                    "cannot be read; what was known of it still serves",
                    "give its owner the right to read it"));
        }
        for (TopicPath path : snapshot.topics().paths()) {
            path.portabilityProblem()
                    .ifPresent(problem -> findings.add(Finding.note(
                            FindingCode.PORTABLE_NAME,
                            path.value(),
                            "a name that " + problem,
                            "rename it to " + path.suggestion() + " when it suits you")));
        }
    }
}
