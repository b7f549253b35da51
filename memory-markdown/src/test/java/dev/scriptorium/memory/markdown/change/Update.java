package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.markdown.normalize.EditPolicy;
import dev.scriptorium.memory.markdown.normalize.NormalizedEdit;
import dev.scriptorium.memory.markdown.normalize.TopicNormalizer;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import dev.scriptorium.memory.markdown.source.SourceIndex;
import dev.scriptorium.memory.markdown.validate.TopicLimits;
import java.util.List;

/** One update of topics by an owner, from the request to the topics afterwards. */
final class Update {
    private final TopicTree before;
    private final NormalizedEdit edit;

    private Update(TopicTree before, NormalizedEdit edit) {
        this.before = before;
        this.edit = edit;
    }

    static Update of(TopicTree before, Object plain) {
        return of(before, ChangeReader.read(plain), DeclaredSources.NONE, Archive.S1);
    }

    static Update of(TopicTree before, List<MemoryChange> changes) {
        return of(before, changes, DeclaredSources.NONE, Archive.S1);
    }

    static Update of(TopicTree before, List<MemoryChange> changes, DeclaredSources declared, SourceIndex archived) {
        SourceIndex sources = Archive.with(archived, declared.frames());
        return of(before, StructuredEdit.stage(changes, declared, before, sources), sources);
    }

    static Update of(TopicTree before, StagedEdit staged, SourceIndex sources) {
        return new Update(
                before,
                TopicNormalizer.normalize(
                        staged.files(),
                        before,
                        sources,
                        staged.permittedBy(EditPolicy.keepingAll()),
                        TopicLimits.DEFAULT));
    }

    NormalizedEdit edit() {
        return edit;
    }

    TopicTree after() {
        return before.with(edit.files());
    }
}
