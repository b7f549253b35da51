package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.markdown.normalize.NormalizedEdit;
import dev.scriptorium.memory.markdown.view.CoreRendering;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction did. Immutable.
 *
 * @since 0.1
 */
public final class Installed {
    private final Snapshot snapshot;
    private final NormalizedEdit edit;
    private final @Nullable JournalEntry entry;
    private final CoreRendering core;
    private final int replacedSurrogates;
    private final Set<String> changedViews;
    private final int renderedViews;

    Installed(
            Snapshot snapshot,
            NormalizedEdit edit,
            @Nullable JournalEntry entry,
            CoreRendering core,
            int replacedSurrogates,
            Set<String> changedViews,
            int renderedViews) {
        this.snapshot = snapshot;
        this.edit = edit;
        this.entry = entry;
        this.core = core;
        this.replacedSurrogates = replacedSurrogates;
        this.changedViews = Set.copyOf(changedViews);
        this.renderedViews = renderedViews;
    }

    /** The same, with what followed at once. */
    Installed after(Snapshot later) {
        return later == snapshot
                ? this
                : new Installed(later, edit, entry, core, replacedSurrogates, changedViews, renderedViews);
    }

    /** The state after it. */
    public Snapshot snapshot() {
        return snapshot;
    }

    /** The edit as it was installed. */
    public NormalizedEdit edit() {
        return edit;
    }

    /** The journal entry; empty when nothing had to change. */
    public Optional<JournalEntry> entry() {
        return Optional.ofNullable(entry);
    }

    /** The resident block after it. */
    public CoreRendering core() {
        return core;
    }

    /** How many lone surrogates were archived as U+FFFD. */
    public int replacedSurrogates() {
        return replacedSurrogates;
    }

    /** How many files of views were rendered, whether or not they turned out to have changed. */
    public int renderedViews() {
        return renderedViews;
    }

    /** Workspace paths of topics, archives and views that changed. */
    public SortedSet<String> changedFiles() {
        SortedSet<String> changed = new TreeSet<>(dev.scriptorium.memory.api.ref.PathOrder.BY_COMPONENT);
        if (entry != null) {
            entry.files().forEach(file -> changed.add(file.path()));
            entry.appends().forEach(append -> changed.add(append.path()));
        }
        changed.addAll(changedViews);
        return changed;
    }
}
