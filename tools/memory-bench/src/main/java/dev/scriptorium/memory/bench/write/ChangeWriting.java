package dev.scriptorium.memory.bench.write;

import dev.scriptorium.memory.local.MemoryWorkspace;
import dev.scriptorium.memory.local.UpdateRequest;
import dev.scriptorium.memory.local.UpdateResult;
import dev.scriptorium.memory.markdown.change.CreateRecord;
import dev.scriptorium.memory.markdown.change.DeclaredSource;
import dev.scriptorium.memory.markdown.change.Destination;
import dev.scriptorium.memory.markdown.change.Position;
import dev.scriptorium.memory.markdown.change.SourceCitation;
import dev.scriptorium.memory.markdown.source.SourceLocations;
import java.util.List;

/** A structured change of one record with one declared source: one topic changed, one archive made. */
final class ChangeWriting implements RecordWriting {
    private static final String ORIGIN = "bench/write";
    private static final String LABEL = "new-source-1";

    private final MemoryWorkspace workspace;
    private final RecordText text = new RecordText();

    ChangeWriting(MemoryWorkspace workspace) {
        this.workspace = workspace;
    }

    @Override
    public String write(Place place, long number) {
        String day = RecordText.day(number);
        DeclaredSource source = new DeclaredSource(LABEL, "user", text.source(number), day + "T09:00:00+00:00");
        CreateRecord create = new CreateRecord(
                text.block(number),
                day,
                List.of(new SourceCitation(LABEL, "said")),
                new Destination(place.topic(), List.of(place.title()), Position.END, null));
        UpdateResult result = workspace
                .change()
                .update(UpdateRequest.changes(workspace.change().owner(ORIGIN), List.of(create))
                        .sources(List.of(source))
                        .build());
        if (!result.memoryCommitted() || result.gitCommit().isEmpty()) {
            throw new IllegalStateException("record " + number + " was installed without a commit");
        }
        return SourceLocations.v2Path(result.sourceIds().values().iterator().next())
                .orElseThrow();
    }
}
