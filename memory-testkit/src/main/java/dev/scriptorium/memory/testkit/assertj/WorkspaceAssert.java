package dev.scriptorium.memory.testkit.assertj;

import dev.scriptorium.memory.local.CheckFinding;
import dev.scriptorium.memory.local.MemoryWorkspace;
import dev.scriptorium.memory.local.RecentEvent;
import java.util.List;
import org.assertj.core.api.AbstractAssert;

/**
 * Assertions over what a workspace holds.
 *
 * @since 0.1
 */
public final class WorkspaceAssert extends AbstractAssert<WorkspaceAssert, MemoryWorkspace> {

    WorkspaceAssert(MemoryWorkspace actual) {
        super(actual, WorkspaceAssert.class);
    }

    /** Fails when a check finds a problem. */
    public WorkspaceAssert hasNoProblems() {
        isNotNull();
        List<String> problems = actual.maintain().check().problems().stream()
                .map(WorkspaceAssert::describe)
                .toList();
        if (!problems.isEmpty()) {
            failWithMessage("expected no problem, but a check found%n  %s", String.join("\n  ", problems));
        }
        return this;
    }

    private static String describe(CheckFinding finding) {
        return finding.code() + " " + finding.path() + ":" + finding.line() + " " + finding.message();
    }

    /** Fails unless it holds exactly so many blocks. */
    public WorkspaceAssert hasBlocks(int count) {
        isNotNull();
        int present = actual.read().status().blocks();
        if (present != count) {
            failWithMessage("expected %s blocks, found %s:%n  %s", count, present, String.join("\n  ", texts()));
        }
        return this;
    }

    /** Fails unless exactly so many turns are archived. */
    public WorkspaceAssert hasArchived(int turns) {
        isNotNull();
        int present = actual.read().status().turnsArchived();
        if (present != turns) {
            failWithMessage("expected %s archived turns, found %s", turns, present);
        }
        return this;
    }

    /** Fails unless so many turns are pending that a forced write would take. */
    public WorkspaceAssert hasPending(int turns) {
        isNotNull();
        int present = actual.read().status().pendingTurns();
        if (present != turns) {
            failWithMessage("expected %s pending turns, found %s", turns, present);
        }
        return this;
    }

    /** Fails unless exactly one block contains the words; goes on with that block. */
    public BlockAssert hasBlock(String words) {
        isNotNull();
        List<RecentEvent> found =
                blocks().stream().filter(block -> block.text().contains(words)).toList();
        if (found.size() != 1) {
            failWithMessage(
                    "expected one block with \"%s\", found %s; the blocks are:%n  %s",
                    words, found.size(), String.join("\n  ", texts()));
        }
        return new BlockAssert(actual.history().why(found.get(0).id()), this);
    }

    /** Fails when a block contains the words. */
    public WorkspaceAssert hasNoBlock(String words) {
        isNotNull();
        List<String> found =
                texts().stream().filter(text -> text.contains(words)).toList();
        if (!found.isEmpty()) {
            failWithMessage("expected no block with \"%s\", found%n  %s", words, String.join("\n  ", found));
        }
        return this;
    }

    private List<RecentEvent> blocks() {
        return actual.read().recent(Integer.MAX_VALUE);
    }

    private List<String> texts() {
        return blocks().stream().map(RecentEvent::text).toList();
    }
}
