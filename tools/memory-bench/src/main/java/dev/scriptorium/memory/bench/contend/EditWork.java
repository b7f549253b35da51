package dev.scriptorium.memory.bench.contend;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.Revision;
import dev.scriptorium.memory.bench.gen.SyntheticText;
import dev.scriptorium.memory.local.MemoryWorkspace;
import dev.scriptorium.memory.local.UpdateRequest;
import dev.scriptorium.memory.local.UpdateResult;
import dev.scriptorium.memory.markdown.change.CreateRecord;
import dev.scriptorium.memory.markdown.change.DeclaredSource;
import dev.scriptorium.memory.markdown.change.Destination;
import dev.scriptorium.memory.markdown.change.MemoryChange;
import dev.scriptorium.memory.markdown.change.Position;
import dev.scriptorium.memory.markdown.change.SourceCitation;
import dev.scriptorium.memory.markdown.change.UpdateRecord;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Makes edits as the owner, each with a source of its own. Not thread-safe. */
final class EditWork {
    private static final String ORIGIN = "bench/contend";
    private static final String LABEL = "new-source-1";
    private static final int WORDS = 12;
    private static final int DAYS = 28;

    private final MemoryWorkspace workspace;
    private final SyntheticText text;

    EditWork(MemoryWorkspace workspace, long seed) {
        this.workspace = workspace;
        this.text = new SyntheticText(seed);
    }

    /**
     * Tries an edit once.
     *
     * @throws dev.scriptorium.memory.api.MemoryException when it is refused
     */
    void attempt(Edit edit) {
        String day = String.format(Locale.ROOT, "2026-11-%02d", 1 + edit.number() % DAYS);
        BlockId block = edit.rewritten();
        if (block == null) {
            String words = text.sentence(WORDS).replace(".", "") + ", " + edit.token() + ".";
            Destination end = new Destination(edit.topic(), List.of(edit.title()), Position.END, null);
            update(edit, day, null, new CreateRecord(words, day, cited(), end));
        } else {
            // In this order: words newer than the revision are refused, words older than it would not be.
            Revision base = workspace.read().status().revision();
            String words = workspace.read().block(block).content() + " Then came " + edit.token() + ".";
            update(edit, day, base, new UpdateRecord(block, words, day, cited()));
        }
    }

    private static List<SourceCitation> cited() {
        return List.of(new SourceCitation(LABEL, "said"));
    }

    private void update(Edit edit, String day, @Nullable Revision base, MemoryChange change) {
        String said = text.sentence(WORDS) + " That is " + edit.token() + ".";
        UpdateResult result = workspace
                .change()
                .update(UpdateRequest.changes(workspace.change().owner(ORIGIN), List.of(change))
                        .sources(List.of(new DeclaredSource(LABEL, "user", said, day + "T09:00:00+00:00")))
                        .base(base)
                        .build());
        if (!result.memoryCommitted()) {
            throw new IllegalStateException(edit.token() + " was taken and has changed nothing");
        }
    }
}
