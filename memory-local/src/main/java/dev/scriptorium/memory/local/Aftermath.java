package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.event.CoreOverflow;
import dev.scriptorium.memory.api.event.MemoryEvent;
import dev.scriptorium.memory.api.event.Operation;
import dev.scriptorium.memory.api.event.SourceCharactersReplaced;
import dev.scriptorium.memory.api.event.WriteCommitted;
import dev.scriptorium.memory.api.session.WorkspaceId;
import dev.scriptorium.memory.local.commit.EntrySettler;
import dev.scriptorium.memory.local.git.CommitSummary;
import dev.scriptorium.memory.local.git.History;
import dev.scriptorium.memory.local.recall.RecallIndex;
import dev.scriptorium.memory.local.tx.Installed;
import dev.scriptorium.memory.markdown.view.CoreRendering;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What follows when a change that somebody asked for is installed: the index, the commit, the events. */
final class Aftermath {
    private static final Logger LOG = LoggerFactory.getLogger(Aftermath.class);
    private static final int LOOKED_BACK = 3;
    /** Whoever asked for the change waits for its own files to be found, not for an index to be built. */
    private static final Duration INDEXING = Duration.ofMillis(200);

    private final LocalMemoryConfig config;
    private final WorkspaceId id;
    private final EntrySettler settler;
    private final Optional<History> commits;
    private final RecallIndex index;

    Aftermath(
            LocalMemoryConfig config,
            WorkspaceId id,
            EntrySettler settler,
            Optional<History> commits,
            RecallIndex index) {
        this.config = config;
        this.id = id;
        this.settler = settler;
        this.commits = commits;
        this.index = index;
    }

    /** Sees to it; returns the commit, which is empty when nothing changed, history is off, or it is owed. */
    Optional<String> of(String operation, Installed installed) {
        index.catchUp(installed.snapshot(), INDEXING);
        settler.settle(EntrySettler.Archives.NOW);
        report(Operation.of(operation, id), installed);
        return installed.entry().isEmpty() ? Optional.empty() : commits.flatMap(history -> commit(history, operation));
    }

    /** The commit of an operation; none when the history cannot be read, of which status tells. */
    private static Optional<String> commit(History history, String operation) {
        try {
            return history.log(LOOKED_BACK, Optional.empty()).stream()
                    .filter(entry -> entry.operation().equals(Optional.of(operation)))
                    .findFirst()
                    .map(CommitSummary::id);
        } catch (MemoryException e) {
            return Optional.empty();
        }
    }

    private void report(Operation operation, Installed installed) {
        if (installed.entry().isEmpty()) {
            return;
        }
        if (installed.replacedSurrogates() > 0) {
            tell(SourceCharactersReplaced.of(operation, installed.replacedSurrogates()));
        }
        tell(WriteCommitted.of(
                        operation,
                        installed.snapshot().revision(),
                        0,
                        installed.edit().files().size())
                .withRemoved(List.copyOf(installed.edit().removed())));
        CoreRendering core = installed.core();
        if (!core.omitted().isEmpty()) {
            tell(CoreOverflow.of(operation, core.omitted(), core.tokens(), core.budget()));
        }
    }

    /** Tells the listener; its troubles are its own. */
    private void tell(MemoryEvent event) {
        try {
            event.deliverTo(config.listener());
        } catch (RuntimeException e) {
            LOG.warn(
                    "the listener threw {} at {}",
                    e.getClass().getName(),
                    event.getClass().getSimpleName());
        }
    }
}
