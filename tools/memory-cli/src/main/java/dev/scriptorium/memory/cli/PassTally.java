package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.api.event.CoreOverflow;
import dev.scriptorium.memory.api.event.HistoryBehind;
import dev.scriptorium.memory.api.event.MemoryListener;
import dev.scriptorium.memory.api.event.NothingToRecord;
import dev.scriptorium.memory.api.event.OutsideEditHeld;
import dev.scriptorium.memory.api.event.OutsideEditQuarantined;
import dev.scriptorium.memory.api.event.RecoveryDone;
import dev.scriptorium.memory.api.event.ReplayAfterRestore;
import dev.scriptorium.memory.api.event.SourceCharactersReplaced;
import dev.scriptorium.memory.api.event.ViewEditKept;
import dev.scriptorium.memory.api.event.WriteCommitted;
import dev.scriptorium.memory.api.event.WriteRefused;
import dev.scriptorium.memory.api.event.WriteStarted;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.local.HistoryEntry;
import dev.scriptorium.memory.local.WorkspaceHistory;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/** Counts what a write does to one session after the other, and tells at once what a person should know. */
final class PassTally implements MemoryListener {
    // A commit for each batch, and a few beside: outside edits, archives, what was owed.
    private static final int OTHER_COMMITS = 20;

    private final Output output;
    private final BatchNotes notes;
    private final Set<String> said = ConcurrentHashMap.newKeySet();
    private volatile Counts counts = new Counts(new SessionId("none"), turns -> {});

    /**
     * A tally.
     *
     * @param notes what is said of each batch
     */
    PassTally(Output output, BatchNotes notes) {
        this.output = output;
        this.notes = notes;
    }

    /** What happened to one session. */
    private static final class Counts {
        private final SessionId session;
        private final IntConsumer started;
        private final AtomicInteger commits = new AtomicInteger();
        private final AtomicInteger turns = new AtomicInteger();
        private final AtomicInteger nothing = new AtomicInteger();
        private final Set<String> operations = ConcurrentHashMap.newKeySet();

        Counts(SessionId session, IntConsumer started) {
            this.session = session;
            this.started = started;
        }
    }

    /** Turns to a session; {@code started} hears how many turns each batch has. */
    void begin(SessionId session, IntConsumer started) {
        counts = new Counts(session, started);
    }

    /** What happened since {@link #begin}. */
    WrittenSession end(Optional<WriteFailure> failure, WorkspaceHistory history) {
        Counts mine = counts;
        return new WrittenSession(
                mine.session,
                mine.commits.get() + mine.nothing.get(),
                mine.turns.get(),
                changedTopics(mine, history),
                mine.nothing.get(),
                failure);
    }

    /** From the commits of the operations; empty where there is no history. */
    private static Set<String> changedTopics(Counts mine, WorkspaceHistory history) {
        Set<String> topics = new TreeSet<>();
        if (mine.operations.isEmpty()) {
            return topics;
        }
        for (HistoryEntry entry : history.log(Optional.empty(), mine.operations.size() + OTHER_COMMITS)) {
            if (entry.operation().filter(mine.operations::contains).isPresent()) {
                entry.paths().stream()
                        .filter(path -> path.startsWith(TopicPath.ROOT))
                        .forEach(topics::add);
            }
        }
        return topics;
    }

    @Override
    public void writeStarted(WriteStarted event) {
        counts.started.accept(event.turns());
        notes.writeStarted(event);
    }

    @Override
    public void writeRefused(WriteRefused event) {
        notes.writeRefused(event);
    }

    @Override
    public void writeCommitted(WriteCommitted event) {
        notes.writeCommitted(event);
        Counts mine = counts;
        // A batch that shows only the beginning of a turn has finished none.
        if (event.session().isPresent()) {
            mine.commits.incrementAndGet();
            mine.turns.addAndGet(event.turns());
        }
        mine.operations.add(event.operationId());
    }

    @Override
    public void nothingToRecord(NothingToRecord event) {
        notes.nothingToRecord(event);
        Counts mine = counts;
        mine.nothing.incrementAndGet();
        mine.turns.addAndGet(event.turns());
    }

    @Override
    public void historyBehind(HistoryBehind event) {
        once("the history owes " + Words.count(event.entries(), "commit"));
    }

    @Override
    public void coreOverflow(CoreOverflow event) {
        once("the resident block is full: it leaves out "
                + Words.count(event.omitted().size(), "block") + " (scriptorium core)");
    }

    @Override
    public void outsideEditQuarantined(OutsideEditQuarantined event) {
        once("the edit of " + event.path() + " breaks a rule (line " + event.line() + ", " + event.rule()
                + "); its last good version serves");
    }

    @Override
    public void outsideEditHeld(OutsideEditHeld event) {
        once(event.blocksGone() + " of " + event.blocksBefore()
                + " blocks are gone from the files; nothing of that is adopted until check --accept");
    }

    @Override
    public void viewEditKept(ViewEditKept event) {
        once(event.path() + " was edited; it is made anew, and the edit is kept as " + event.keptAs());
    }

    @Override
    public void recoveryDone(RecoveryDone event) {
        once("an earlier run was cut short; completed " + event.completed() + ", dropped " + event.dropped());
    }

    @Override
    public void replayAfterRestore(ReplayAfterRestore event) {
        once(Words.count(event.turns(), "turn") + " lost from the archive are written again");
    }

    @Override
    public void sourceCharactersReplaced(SourceCharactersReplaced event) {
        once(event.characters() + " half characters were replaced in the archive");
    }

    private void once(String remark) {
        if (said.add(remark)) {
            output.note(remark);
        }
    }
}
