package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.event.MemoryListener;
import dev.scriptorium.memory.api.session.SessionActivity;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionQuery;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.api.write.WriteRequest;
import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.cli.session.FileSessionStore;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Folds pending turns into memory. */
@Command(name = "write", description = "Fold pending turns into memory: of all sessions, or of one.")
final class WriteVerb extends Verb {
    private static final int PAGE = 500;
    /** What befalls the next session as well: a vendor that is not there, or will not serve. */
    private static final Set<FailureCode> ASK_NO_MORE = EnumSet.of(
            FailureCode.MODEL_TRANSPORT,
            FailureCode.MODEL_RATE_LIMIT,
            FailureCode.MODEL_PROVIDER_INTERNAL,
            FailureCode.MODEL_AUTHENTICATION,
            FailureCode.MODEL_AUTHORIZATION,
            FailureCode.MODEL_TIMEOUT);

    @Option(names = "--session", paramLabel = "ID", description = "Only this session.")
    private @Nullable String session;

    @Option(names = "--force", description = "Also below the threshold, until nothing is left.")
    private boolean force;

    @Mixin
    private final WriterOptions writer = new WriterOptions();

    @Option(names = "--dry-run", description = "Show what the next batch of each session would change, as a diff.")
    private boolean dryRun;

    @Override
    int run(Output output) {
        Optional<ChosenWriter> chosen = writer.chosen(output.around().environment());
        FileSessionStore store = sessions();
        List<SessionId> ids = ids(store);
        if (ids.isEmpty()) {
            output.note("there are no sessions in " + store.directory() + "; import some first");
        }
        if (dryRun) {
            int code = WriteDryRun.run(openExisting(chosen, MemoryListener.none()), ids, force, output);
            chosen.ifPresent(who -> who.printUsage(output));
            return code;
        }
        boolean asks = chosen.map(ChosenWriter::asks).orElse(false);
        PassTally tally = new PassTally(output, BatchNotes.of(chosen, output));
        List<WrittenSession> written = new ArrayList<>();
        try (Progress progress = new Progress(output, "writing");
                LocalMemoryBackend backend = LocalMemoryBackend.open(config(chosen, tally))) {
            AtomicInteger turns = new AtomicInteger();
            for (SessionId id : ids) {
                String done = written.size() + " of " + Words.count(ids.size(), "session") + ", ";
                double share = (double) written.size() / ids.size();
                tally.begin(id, more -> {
                    // A model is told about line by line; a bar would stand between.
                    if (!asks) {
                        progress.at(share, done + Words.count(turns.addAndGet(more), "turn"));
                    }
                });
                Optional<WriteFailure> failure =
                        backend.write(WriteRequest.builder(id).force(force).build());
                written.add(tally.end(failure, backend.workspace().history()));
                if (failure.map(WriteFailure::code)
                        .filter(ASK_NO_MORE::contains)
                        .isPresent()) {
                    break;
                }
            }
        }
        if (written.size() < ids.size()) {
            output.note(Words.count(ids.size() - written.size(), "session")
                    + " not tried, because the model's vendor would not answer there either");
        }
        if (output.json()) {
            JsonObject document = WrittenSession.json(written);
            chosen.ifPresent(who -> who.addUsage(document));
            output.document(document);
        } else {
            WrittenSession.print(written, output);
        }
        chosen.ifPresent(who -> who.printUsage(output));
        return WrittenSession.exitCode(written);
    }

    private List<SessionId> ids(FileSessionStore store) {
        if (session != null) {
            SessionId id = id(session);
            if (!store.has(id)) {
                throw new MemoryException(
                        ErrorCode.MEMORY_NOT_FOUND, "there is no session " + id + " in " + store.directory());
            }
            return List.of(id);
        }
        List<SessionId> ids = new ArrayList<>();
        SessionQuery query = SessionQuery.first(PAGE);
        List<SessionActivity> page = store.sessions(query);
        while (!page.isEmpty()) {
            page.forEach(activity -> ids.add(activity.session()));
            page = store.sessions(query.after(ids.get(ids.size() - 1)));
        }
        return ids;
    }

    private static SessionId id(String text) {
        try {
            return new SessionId(text);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--session: " + e.getMessage());
        }
    }
}
