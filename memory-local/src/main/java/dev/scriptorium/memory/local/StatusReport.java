package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.session.SessionActivity;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionQuery;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.session.WorkspaceId;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.local.commit.EntrySettler;
import dev.scriptorium.memory.local.git.History;
import dev.scriptorium.memory.local.git.HistoryNote;
import dev.scriptorium.memory.local.ingest.SessionWriting;
import dev.scriptorium.memory.local.recall.RecallIndex;
import dev.scriptorium.memory.local.schedule.WatcherState;
import dev.scriptorium.memory.local.state.WriterState;
import dev.scriptorium.memory.local.tx.JournalEntry;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.local.tx.Transactions;
import dev.scriptorium.memory.markdown.view.CoreRendering;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Gathers how a workspace does. Names what is wrong and never fails because of it. */
final class StatusReport {
    private static final int PAGE = 500;

    private final LocalMemoryConfig config;
    private final WorkspaceId id;
    private final Transactions transactions;
    private final EntrySettler settler;
    private final Optional<History> commits;
    private final SessionWriting writing;
    private final RecallIndex index;
    private final WriterState state;
    private final WatcherState watcher;

    StatusReport(
            LocalMemoryConfig config,
            WorkspaceId id,
            Transactions transactions,
            EntrySettler settler,
            Optional<History> commits,
            SessionWriting writing,
            RecallIndex index,
            WriterState state,
            WatcherState watcher) {
        this.config = config;
        this.id = id;
        this.transactions = transactions;
        this.settler = settler;
        this.commits = commits;
        this.writing = writing;
        this.index = index;
        this.state = state;
        this.watcher = watcher;
    }

    WorkspaceStatus now() {
        Snapshot snapshot = transactions.current();
        CoreRendering core = transactions.renderCore(snapshot);
        int due = 0;
        int waiting = 0;
        List<OffsetDateTime> oldest = new ArrayList<>();
        for (SessionId session : sessions()) {
            SessionWriting.Pending pending = writing.pending(session);
            due += pending.due();
            waiting += pending.waiting();
            pending.oldest().ifPresent(oldest::add);
        }
        String since = oldest.stream()
                .min(Comparator.comparing(OffsetDateTime::toInstant))
                .map(OffsetDateTime::toString)
                .orElse(null);
        return new WorkspaceStatus(
                id,
                snapshot.revision(),
                snapshot.topics().size(),
                snapshot.topics().blockCount(),
                snapshot.sources().paths().size(),
                Math.toIntExact(snapshot.sources().turns()),
                due,
                waiting,
                since,
                writer(),
                new WatcherReport(watcher.lastLook(), watcher.lastNight()),
                history(),
                snapshot.held().orElse(null),
                List.copyOf(snapshot.unadopted()),
                state.refused(config.clock().instant()).stream()
                        .map(refused -> new RefusedBatch(refused.session(), refused.code()))
                        .toList(),
                index.documents(),
                index.isCurrent(snapshot),
                core.tokens(),
                core.budget(),
                core.omitted(),
                snapshot.quarantined().values().stream()
                        .flatMap(List<Violation>::stream)
                        .toList(),
                notes(snapshot));
    }

    private List<SessionId> sessions() {
        SessionStore store = config.sessions();
        List<SessionId> all = new ArrayList<>();
        SessionQuery query = SessionQuery.first(PAGE);
        while (true) {
            List<SessionActivity> page = store.sessions(query);
            page.forEach(session -> all.add(session.session()));
            if (page.size() < PAGE) {
                return all;
            }
            query = SessionQuery.first(PAGE).after(page.get(page.size() - 1).session());
        }
    }

    private WriterReport writer() {
        WriterState.Status status = state.status();
        FailureCode code = status.failureCode()
                .flatMap(name -> Arrays.stream(FailureCode.values())
                        .filter(candidate -> candidate.name().equals(name))
                        .findFirst())
                .orElse(null);
        return new WriterReport(
                status.outcome().orElse(null),
                status.successAt().orElse(null),
                status.failureAt().orElse(null),
                code,
                status.failureRetryable());
    }

    private HistoryReport history() {
        int behind = (int) transactions.waiting().stream()
                        .filter(entry ->
                                !entry.files().isEmpty() || !entry.appends().isEmpty())
                        .map(JournalEntry::number)
                        .count()
                + settler.deferred().size();
        Optional<String> head = Optional.empty();
        Optional<String> reason = settler.owedReason();
        try {
            head = commits.flatMap(History::head);
        } catch (MemoryException e) {
            reason = reason.or(() -> Optional.ofNullable(e.getMessage()));
        }
        return new HistoryReport(head.orElse(null), behind, reason.orElse(commits.isEmpty() ? "history is off" : null));
    }

    private List<CheckFinding> notes(Snapshot snapshot) {
        List<CheckFinding> notes = new ArrayList<>();
        commits.ifPresent(history -> {
            for (HistoryNote note : history.state().notes()) {
                notes.add(new CheckFinding("HISTORY_" + note.issue().name(), "", 0, note.toString(), note.hint()));
            }
        });
        index.withoutMeaning()
                .ifPresent(trouble -> notes.add(new CheckFinding(
                        ErrorCode.EMBEDDING_UNAVAILABLE.name(),
                        "",
                        0,
                        trouble,
                        "see to the embedding model, or set recall to lexical")));
        snapshot.unreadable()
                .forEach(path -> notes.add(new CheckFinding(
                        "UNREADABLE",
                        path,
                        0,
                        path + " cannot be read; what was known of it still serves",
                        "give its owner the right to read it")));
        return notes;
    }
}
