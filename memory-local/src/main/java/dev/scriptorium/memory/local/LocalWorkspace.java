package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.session.WorkspaceId;
import dev.scriptorium.memory.local.commit.EntrySettler;
import dev.scriptorium.memory.local.git.History;
import dev.scriptorium.memory.local.ingest.SessionWriting;
import dev.scriptorium.memory.local.recall.RecallIndex;
import dev.scriptorium.memory.local.schedule.WatcherState;
import dev.scriptorium.memory.local.state.WriterState;
import dev.scriptorium.memory.local.tx.Transactions;
import dev.scriptorium.memory.local.tx.WorkspaceLayout;
import java.util.Optional;

/** The workspace of the local backend. */
final class LocalWorkspace implements MemoryWorkspace {
    private final WorkspaceRead read;
    private final WorkspaceChange change;
    private final WorkspaceHistory history;
    private final WorkspaceMaintenance maintenance;

    LocalWorkspace(
            LocalMemoryConfig config,
            WorkspaceLayout layout,
            WorkspaceId id,
            String principal,
            Transactions transactions,
            EntrySettler settler,
            Optional<History> commits,
            SessionWriting writing,
            RecallIndex index,
            WriterState state) {
        WorkspaceFiles files = new WorkspaceFiles(layout);
        StatusReport status = new StatusReport(
                config, id, transactions, settler, commits, writing, index, state, new WatcherState(layout));
        this.read = new LocalRead(config, transactions, files, index, status, new BlockRefs(id, transactions));
        Aftermath aftermath = new Aftermath(config, id, settler, commits, index);
        this.change = new LocalChange(
                config,
                principal,
                transactions,
                commits,
                aftermath,
                new LocalTrust(config, principal, transactions, settler, writing, aftermath));
        this.history = new LocalHistory(
                transactions,
                commits,
                files,
                commits.map(
                        known -> new LocalRestore(transactions, known, aftermath, config.interactiveLockTimeout())));
        this.maintenance =
                new LocalMaintenance(config, id, layout, transactions, settler, commits, index, writing, status);
    }

    @Override
    public WorkspaceRead read() {
        return read;
    }

    @Override
    public WorkspaceChange change() {
        return change;
    }

    @Override
    public WorkspaceHistory history() {
        return history;
    }

    @Override
    public WorkspaceMaintenance maintain() {
        return maintenance;
    }
}
