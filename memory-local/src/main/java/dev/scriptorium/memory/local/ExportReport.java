package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.ref.Revision;
import dev.scriptorium.memory.api.session.WorkspaceId;
import dev.scriptorium.memory.local.backup.ExportSummary;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What an export holds, as read back from its file. Immutable.
 *
 * @since 0.1
 */
public final class ExportReport {
    private final ExportSummary summary;

    ExportReport(ExportSummary summary) {
        this.summary = summary;
    }

    /** The file. */
    public Path file() {
        return summary.file();
    }

    /** Its length. */
    public long bytes() {
        return summary.bytes();
    }

    /** The workspace that it was made from. */
    public WorkspaceId workspace() {
        return new WorkspaceId(summary.workspace());
    }

    /** The state it holds. */
    public Revision revision() {
        return new Revision(summary.revision());
    }

    /** The commit its history stands at; empty without history. */
    public Optional<String> commit() {
        return Optional.ofNullable(summary.head());
    }

    /** How many topics. */
    public int topics() {
        return summary.topics();
    }

    /** How many blocks. */
    public int blocks() {
        return summary.blocks();
    }

    /** How many archives. */
    public int sources() {
        return summary.sources();
    }

    /** How many archived turns. */
    public int turns() {
        return summary.turns();
    }

    /** How many files. */
    public int files() {
        return summary.files();
    }

    /** What people have saved that is no part of the memory yet and comes along as it is; workspace paths. */
    public List<String> besideMemory() {
        return summary.edits();
    }
}
