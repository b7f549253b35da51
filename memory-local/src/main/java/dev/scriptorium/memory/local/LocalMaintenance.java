package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.WorkspaceId;
import dev.scriptorium.memory.api.write.ReorganizeReport;
import dev.scriptorium.memory.api.write.ReorganizeRequest;
import dev.scriptorium.memory.local.backup.UnpackedExport;
import dev.scriptorium.memory.local.backup.WorkspaceExporter;
import dev.scriptorium.memory.local.check.Finding;
import dev.scriptorium.memory.local.check.WorkspaceCheck;
import dev.scriptorium.memory.local.commit.EntrySettler;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.git.History;
import dev.scriptorium.memory.local.git.TextDiff;
import dev.scriptorium.memory.local.ingest.Backfill;
import dev.scriptorium.memory.local.ingest.SessionWriting;
import dev.scriptorium.memory.local.migrate.LegacyCore;
import dev.scriptorium.memory.local.migrate.SupersededLayout;
import dev.scriptorium.memory.local.recall.RecallIndex;
import dev.scriptorium.memory.local.state.PassedOver;
import dev.scriptorium.memory.local.tx.Installed;
import dev.scriptorium.memory.local.tx.Transactions;
import dev.scriptorium.memory.local.tx.WorkspaceLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checking a workspace, and making anew what can be derived. */
final class LocalMaintenance implements WorkspaceMaintenance {
    private final LocalMemoryConfig config;
    private final WorkspaceId id;
    private final WorkspaceLayout layout;
    private final Transactions transactions;
    private final EntrySettler settler;
    private final Optional<History> commits;
    private final RecallIndex index;
    private final SessionWriting writing;
    private final StatusReport status;

    LocalMaintenance(
            LocalMemoryConfig config,
            WorkspaceId id,
            WorkspaceLayout layout,
            Transactions transactions,
            EntrySettler settler,
            Optional<History> commits,
            RecallIndex index,
            SessionWriting writing,
            StatusReport status) {
        this.config = config;
        this.id = id;
        this.layout = layout;
        this.transactions = transactions;
        this.settler = settler;
        this.commits = commits;
        this.index = index;
        this.writing = writing;
        this.status = status;
    }

    @Override
    public CheckReport check() {
        transactions.recover(config.interactiveLockTimeout());
        settler.settle(EntrySettler.Archives.ALL);
        // The one view that is brought up to date off the path: before anybody judges it.
        transactions.tidyUp();
        List<Finding> findings = new WorkspaceCheck(layout, transactions, commits, index).run();
        return new CheckReport(
                findings.stream()
                        .filter(Finding::problem)
                        .map(LocalMaintenance::shown)
                        .toList(),
                findings.stream()
                        .filter(finding -> !finding.problem())
                        .map(LocalMaintenance::shown)
                        .toList());
    }

    @Override
    public boolean accept() {
        boolean taken = transactions.accept(config.interactiveLockTimeout());
        settler.settle(EntrySettler.Archives.NOW);
        index.follow(transactions.current());
        return taken;
    }

    private static CheckFinding shown(Finding finding) {
        return new CheckFinding(
                finding.code().name(), finding.path(), finding.line(), finding.message(), finding.hint());
    }

    @Override
    public WritePreview previewWrite(SessionId session, boolean force) {
        SessionWriting.Preview preview = writing.preview(session, force);
        List<String> changed = new ArrayList<>();
        StringBuilder diff = new StringBuilder();
        preview.edit().files().forEach((path, text) -> {
            changed.add(path.value());
            diff.append(TextDiff.unified(path.value(), preview.base().topics().text(path), text));
        });
        return new WritePreview(preview.turns(), changed, diff.toString(), preview.nothing());
    }

    @Override
    public ExportReport export(Path file) {
        return new ExportReport(new WorkspaceExporter(layout, id, transactions, settler, commits)
                .export(file, config.interactiveLockTimeout()));
    }

    @Override
    public RestoredExport restoreExport(Path file) {
        try (UnpackedExport export = UnpackedExport.of(file, layout.root(), layout.disk())) {
            if (!export.workspace().equals(id.value())) {
                throw new MemoryException(
                        ErrorCode.INVALID_ARGUMENT,
                        file + " is an export of " + export.workspace() + ", this workspace is " + id
                                + "; restore it into an empty directory");
            }
            Installed installed = transactions.install(
                    ExportRestore.change(export, config, layout.disk(), transactions), config.interactiveLockTimeout());
            settler.settle(EntrySettler.Archives.NOW);
            index.follow(installed.snapshot());
            return new RestoredExport(
                    export,
                    installed.snapshot().revision(),
                    status.now(),
                    List.copyOf(installed.edit().removed()),
                    check());
        }
    }

    @Override
    public ReorganizeReport reorganize(ReorganizeRequest request) {
        return writing.reorganize(request.isDryRun());
    }

    @Override
    public BackfillReport backfill() {
        new LegacyCore(layout, transactions, config.interactiveLockTimeout())
                .takeOver("op-" + Disk.randomHex(12))
                .ifPresent(installed -> {
                    settler.settle(EntrySettler.Archives.NOW);
                    index.follow(installed.snapshot());
                });
        Backfill.Result result = writing.backfill(new PassedOver(layout.runtime("backfill.jsonl"), layout.disk()));
        return new BackfillReport(result, transactions.current().revision());
    }

    @Override
    public List<String> moveSupersededTo(Path target) {
        return new SupersededLayout(layout).moveTo(target);
    }

    @Override
    public void rebuild() {
        transactions.rebuildViews(config.interactiveLockTimeout());
        settler.settle(EntrySettler.Archives.NOW);
        index.rebuild();
    }
}
