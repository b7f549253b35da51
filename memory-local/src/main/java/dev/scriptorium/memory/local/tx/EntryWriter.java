package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.internal.io.Sha256;
import dev.scriptorium.memory.markdown.normalize.NormalizedEdit;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import dev.scriptorium.memory.markdown.source.SourceIndex;
import dev.scriptorium.memory.markdown.view.CoreRendering;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes an entry of a change and installs it: the journal, the files, the views. For the holder of the install lock.
 * Safe for use by several threads.
 */
final class EntryWriter {
    private static final Logger LOG = LoggerFactory.getLogger(EntryWriter.class);

    private final WorkspaceLayout layout;
    private final Transactions.Settings settings;
    private final Journal journal;
    private final Installer installer;
    private final CatalogueFile catalogue;
    private final ShownViews views;
    private final RenderedViews renderings;
    private final ResidentBlock resident;
    private final LatestState state;

    EntryWriter(
            WorkspaceLayout layout,
            Transactions.Settings settings,
            Journal journal,
            Installer installer,
            CatalogueFile catalogue,
            ShownViews views,
            RenderedViews renderings,
            ResidentBlock resident,
            LatestState state) {
        this.layout = layout;
        this.settings = settings;
        this.journal = journal;
        this.installer = installer;
        this.catalogue = catalogue;
        this.views = views;
        this.renderings = renderings;
        this.resident = resident;
        this.state = state;
    }

    /** The beginning of the next entry. */
    EntryDraft draft() throws IOException {
        return new EntryDraft(journal.newest().map(JournalEntry::number).orElse(0L) + 1);
    }

    static byte @Nullable [] bytes(Optional<String> text) {
        return text.map(present -> present.getBytes(StandardCharsets.UTF_8)).orElse(null);
    }

    /**
     * What an entry is made of.
     *
     * @param now the state before it
     * @param held the topics that the memory held
     * @param sources what the archives hold after it
     * @param edit what it does to topics
     */
    record Basis(Snapshot now, TopicTree held, SourceIndex sources, NormalizedEdit edit) {}

    /**
     * What came of an entry.
     *
     * @param installed what it made
     * @param foreign the files into which somebody wrote something else at the same time
     */
    record Written(Installed installed, List<String> foreign) {}

    /** Makes an entry of a draft and installs it; none when it changes nothing. */
    Written write(
            TransactionRequest request,
            EntryDraft draft,
            Basis basis,
            int replacedSurrogates,
            WorkspaceLock.Held holding)
            throws IOException {
        Snapshot now = basis.now();
        NormalizedEdit edit = basis.edit();
        CoreRendering core = resident.of(withMaster(basis.held(), edit), basis.sources());
        boolean coreChanges = draftCore(draft, basis.held(), edit, core);
        if (draft.isEmpty() && request.batch() == null) {
            return new Written(new Installed(now, edit, null, core, replacedSurrogates, Set.of(), 0), List.of());
        }
        draft.requireWritable(layout);
        Transactions.requireHeld(holding);
        Optional<JournalEntry> newest = journal.newest();
        Counters counters =
                request.counters().apply(newest.map(JournalEntry::counters).orElse(Counters.NONE));
        OpenPieces pieces =
                newest.map(JournalEntry::pieces).orElse(OpenPieces.NONE).after(request.batch());
        JournalEntry entry = draft.write(journal, request, message(request, edit), counters, pieces, settings.now());
        journal.commit(entry);
        List<String> foreign = installer.install(entry);
        Snapshot after = state.installed(now, entry, basis.sources(), edit.files(), foreign);
        if (coreChanges) {
            resident.note();
        }
        Set<String> changedViews = shown(after, entry);
        return new Written(
                new Installed(after, edit, entry, core, replacedSurrogates, changedViews, views.rendered()), foreign);
    }

    /** What follows an install that holds: its trouble fails no change. What is not shown now is completed by the next look. */
    private Set<String> shown(Snapshot after, JournalEntry entry) {
        try {
            return state.quietly(() -> {
                Set<String> changed = views.update(after);
                // First, so that nobody takes what it installed for somebody else's.
                catalogue.append(entry, after, views.showEverything());
                views.mark(entry);
                return changed;
            });
        } catch (MemoryException | IOException e) {
            LOG.warn("the views of {} are behind: {}", entry.operation(), e.toString());
            return Set.of();
        }
    }

    /** The topics, as far as the resident block is concerned. */
    private static TopicTree withMaster(TopicTree held, NormalizedEdit edit) {
        Optional<String> master = edit.files().get(TopicPath.CORE);
        return master == null ? held : held.with(Map.of(TopicPath.CORE, master));
    }

    /** The message of the commit: what the caller says, and every block that goes. */
    private static String message(TransactionRequest request, NormalizedEdit edit) {
        if (edit.removed().isEmpty()) {
            return request.message();
        }
        return request.message() + "\n\nremoved"
                + edit.removed().stream().map(id -> " ^" + id).collect(Collectors.joining(","));
    }

    /** The resident block goes with the master: rendered when there is one, removed with it, else left alone. */
    private boolean draftCore(EntryDraft draft, TopicTree held, NormalizedEdit edit, CoreRendering core)
            throws IOException {
        boolean hadMaster = held.contains(TopicPath.CORE);
        Optional<String> edited = edit.files().getOrDefault(TopicPath.CORE, Optional.empty());
        boolean hasMaster = edit.files().containsKey(TopicPath.CORE) ? edited.isPresent() : hadMaster;
        if (!hadMaster && !hasMaster) {
            return false;
        }
        String before = hashOnDisk(WorkspaceLayout.CORE_VIEW);
        byte[] after = hasMaster ? core.text().getBytes(StandardCharsets.UTF_8) : null;
        String afterHash = after == null ? null : Sha256.hex(after);
        if (Objects.equals(before, afterHash)) {
            return false;
        }
        draft.change(WorkspaceLayout.CORE_VIEW, before, after);
        if (before != null) {
            keepEdited();
        }
        return true;
    }

    /** What a person typed into the resident block is kept beside. */
    private void keepEdited() throws IOException {
        byte[] present = Files.readAllBytes(layout.file(WorkspaceLayout.CORE_VIEW));
        if (resident.isEdited(present)) {
            renderings.keep(WorkspaceLayout.CORE_VIEW, present);
        }
    }

    private @Nullable String hashOnDisk(String path) throws IOException {
        try {
            return Sha256.hex(Files.readAllBytes(layout.file(path)));
        } catch (NoSuchFileException e) {
            return null;
        }
    }
}
