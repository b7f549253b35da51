package dev.scriptorium.memory.local.ingest;

import dev.scriptorium.memory.api.event.Operation;
import dev.scriptorium.memory.api.event.SourceCharactersReplaced;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.write.DiscardOutcome;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.local.commit.EntrySettler.Archives;
import dev.scriptorium.memory.local.tx.Installed;
import dev.scriptorium.memory.local.tx.OwedSource;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.local.tx.TransactionRequest;
import dev.scriptorium.memory.local.writer.Extract;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What happens before a host drops turns (D38): they are archived, those that no writer has been shown are noted as owed,
 * and what belongs in the host's summary is extracted. No topic is written and no mark is set.
 */
final class BeforeDiscard {
    private static final Logger LOG = LoggerFactory.getLogger(BeforeDiscard.class);

    private final PassContext context;
    private final FrameMaker frames;
    private final PendingTurns pending;
    private final Function<SessionId, Predicate<String>> recalled;

    BeforeDiscard(
            PassContext context,
            FrameMaker frames,
            PendingTurns pending,
            Function<SessionId, Predicate<String>> recalled) {
        this.context = context;
        this.frames = frames;
        this.pending = pending;
        this.recalled = recalled;
    }

    /**
     * Archives and extracts.
     *
     * @throws dev.scriptorium.memory.api.MemoryException when the turns could not be archived: they are not safe
     */
    DiscardOutcome run(DiscardRequest request) {
        SessionId session = request.session();
        List<PendingTurn> speech = new ArrayList<>();
        for (Turn turn : request.turns()) {
            Eligibility.speech(turn, recalled.apply(session))
                    .ifPresent(text -> speech.add(PendingTurn.of(session, turn, text)));
        }
        List<OwedSource> owed = pending.of(session, request.turns()).turns().stream()
                .filter(turn -> turn.turn().trust() == Trust.TRUSTED)
                .map(frames::owed)
                .toList();
        Snapshot now = context.transactions().current();
        long added = speech.stream()
                .filter(turn -> !now.sources().archived(frames.ref(turn)))
                .count();
        Operation operation = context.operation().forSession(session);
        Installed installed = context.transactions()
                .install(
                        TransactionRequest.builder(
                                        operation.id(),
                                        "discard",
                                        "memory: archive " + Batch.count(added) + " of " + session)
                                .archive(speech.stream().map(frames::frame).toList())
                                .owing(owed)
                                .build(),
                        context.lockTimeout());
        context.settler().settle(Archives.NOW);
        if (installed.replacedSurrogates() > 0) {
            context.tell(SourceCharactersReplaced.of(operation, installed.replacedSurrogates()));
        }
        return DiscardOutcome.archived(extract(speech));
    }

    /** What belongs in the summary; that it cannot be told makes no turn less safe. */
    private String extract(List<PendingTurn> speech) {
        try {
            return Extract.of(speech.stream()
                    .filter(turn -> turn.turn().trust() == Trust.TRUSTED)
                    .map(frames::shown)
                    .toList());
        } catch (RuntimeException e) {
            LOG.warn("nothing was extracted before a discard: {}", e.getClass().getName());
            return "";
        }
    }
}
