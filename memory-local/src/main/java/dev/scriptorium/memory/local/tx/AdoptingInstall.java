package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.markdown.merge.MergedTopic;
import dev.scriptorium.memory.markdown.merge.TopicMerge;
import dev.scriptorium.memory.markdown.normalize.EditPolicy;
import dev.scriptorium.memory.markdown.normalize.NormalizedEdit;
import dev.scriptorium.memory.markdown.normalize.TopicNormalizer;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import dev.scriptorium.memory.markdown.source.SourceFrames;
import dev.scriptorium.memory.markdown.source.SourceIndex;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Installs changes beside other people's edits of the same files: adopts what a change needs, and brings in what somebody
 * saved in the same instant. For the holder of the install lock. Safe for use by several threads.
 */
final class AdoptingInstall {
    private static final Logger LOG = LoggerFactory.getLogger(AdoptingInstall.class);
    /** The caller of entries that take over what people did in their own editors. */
    private static final String OUTSIDE = "outside";

    private final WorkspaceLayout layout;
    private final Transactions.Settings settings;
    private final Installer installer;
    private final TopicTexts texts;
    private final ShownViews views;
    private final ConflictFiles conflicts;
    private final Notices notices;
    private final EntryWriter entries;

    AdoptingInstall(
            WorkspaceLayout layout,
            Transactions.Settings settings,
            Installer installer,
            TopicTexts texts,
            ShownViews views,
            Notices notices,
            EntryWriter entries) {
        this.layout = layout;
        this.settings = settings;
        this.installer = installer;
        this.texts = texts;
        this.views = views;
        this.conflicts = new ConflictFiles(layout);
        this.notices = notices;
        this.entries = entries;
    }

    /** Installs a change of a state. */
    Installed install(TransactionRequest request, Snapshot now, WorkspaceLock.Held holding) throws IOException {
        refuseModified(request, now);
        ArchiveAppends appends = ArchiveAppends.of(request.frames(), now);
        SourceIndex sources = appends.to(now.sources());
        NormalizedEdit edit = Rebase.onto(now, request, sources, settings.limits());
        EntryDraft draft = entries.draft();
        edit.files()
                .forEach((path, text) ->
                        draft.change(path.value(), now.hash(path.value()).orElse(null), EntryWriter.bytes(text)));
        appends.byPath().forEach((path, append) -> draft.append(path, now.length(path), append.bytes()));
        SourceIndex repaired = ArchiveRepair.draft(draft, request.repaired(), now, sources);
        Admission admission = request.admission();
        SourceIndex admitted =
                admission == null || (draft.isEmpty() && admission.touched().isEmpty())
                        ? repaired
                        : admission.draft(layout, draft, now, repaired);
        return settled(
                entries.write(
                        request,
                        draft,
                        new EntryWriter.Basis(now, now.topics(), admitted, edit),
                        appends.replacedSurrogates(),
                        holding),
                holding);
    }

    private Installed settled(EntryWriter.Written written, WorkspaceLock.Held holding) throws IOException {
        Installed installed = written.installed();
        return installed.entry().isEmpty()
                ? installed
                : installed.after(settle(installed.snapshot(), installed.entry().get(), written.foreign(), holding));
    }

    private static void refuseModified(TransactionRequest request, Snapshot now) {
        for (String path : SourceFrames.byArchive(request.frames()).keySet()) {
            if (now.modifiedArchives().contains(path)) {
                throw new MemoryException(
                        ErrorCode.SOURCE_MODIFIED,
                        path + " is not what this memory wrote; restore it from history, or accept it with check"
                                + " --accept");
            }
        }
    }

    /** Brings in what somebody saved while an entry replaced the same file: late, and not lost. */
    private Snapshot settle(Snapshot after, JournalEntry entry, List<String> foreign, WorkspaceLock.Held holding)
            throws IOException {
        Snapshot settled = after;
        try {
            if (!foreign.isEmpty() && !entry.caller().equals(OUTSIDE)) {
                settled = adopt(after, foreign, Adoption.Consent.SILENT, holding);
            }
            for (Installer.Slip slip : installer.slips(entry)) {
                settled = slipped(settled, slip, holding);
            }
        } catch (MemoryException e) {
            LOG.info("what somebody saved at the same time waits: {}", e.getMessage());
        }
        return settled;
    }

    /** Brings in what somebody saved into a file after it was replaced. */
    Snapshot slipped(Snapshot now, Installer.Slip slip, WorkspaceLock.Held holding) throws IOException {
        byte[] saved = installer.saved(slip);
        Snapshot after = saved.length == 0 ? now : slipped(now, slip, saved, holding);
        // Not before: what stops half way is looked at again.
        installer.settled(slip, saved);
        return after;
    }

    private Snapshot slipped(Snapshot now, Installer.Slip slip, byte[] bytes, WorkspaceLock.Held holding)
            throws IOException {
        Optional<String> ours = SeenTopics.text(bytes);
        Optional<String> base = texts.find(slip.path(), slip.madeFrom());
        Optional<String> theirs = now.topics().text(slip.path());
        MergedTopic merged = TopicMerge.merge(slip.path(), base, ours, theirs);
        if (ours.isPresent() && base.isPresent() && merged.isClean()) {
            if (merged.text().equals(theirs)) {
                return now;
            }
            try {
                return install(
                                TransactionRequest.builder(
                                                operation(), OUTSIDE, "memory: outside edit of " + slip.path())
                                        .edit(
                                                Map.of(slip.path(), merged.text()),
                                                now,
                                                EditPolicy.adopting(views::issued)
                                                        .removing(Set.of()))
                                        .build(),
                                now,
                                holding)
                        .snapshot();
            } catch (MemoryException e) {
                LOG.info("what somebody saved into {} is kept beside it: {}", slip.path(), e.code());
            }
        }
        conflicts.keep(slip.path(), bytes, settings.clock().instant());
        return now;
    }

    /** Makes edits of other people part of the memory, as far as they are due; returns the state after it. */
    Snapshot adopt(Snapshot now, Collection<String> touched, Adoption.Consent consent, WorkspaceLock.Held holding)
            throws IOException {
        Adoption due = Adoption.due(now, touched, quietSince(), consent);
        if (due.isEmpty()) {
            return now;
        }
        SourceIndex sources = now.sources();
        EntryDraft draft = entries.draft();
        for (Map.Entry<String, OutsideArchive> archive : due.archives().entrySet()) {
            byte[] bytes = Files.readAllBytes(layout.file(archive.getKey()));
            FileTree.Known adopted = archive.getValue().adopted();
            if (archive.getValue().modified()) {
                draft.change(archive.getKey(), archive.getValue().seen().hash().hex(), bytes);
                sources = sources.with(archive.getKey(), bytes);
            } else {
                int from = adopted == null ? 0 : (int) adopted.length();
                int to = (int) archive.getValue().seen().length();
                draft.append(archive.getKey(), from, Arrays.copyOfRange(bytes, from, to));
            }
        }
        TopicTree held = due.committed(this.texts);
        NormalizedEdit edit;
        try {
            edit = TopicNormalizer.normalize(
                    due.edits(), held, sources, EditPolicy.adopting(views::issued), settings.limits());
        } catch (MemoryException e) {
            if (consent == Adoption.Consent.GIVEN
                    || due.topics().keySet().stream().anyMatch(path -> touched.contains(path.value()))) {
                throw e;
            }
            LOG.debug("edits that only hold together with others that are not settled yet wait", e);
            return now;
        }
        for (Map.Entry<TopicPath, OutsideEdit> conflict : due.conflicts().entrySet()) {
            conflicts.keep(
                    conflict.getKey(),
                    written(conflict.getKey(), conflict.getValue()),
                    settings.clock().instant());
        }
        Set<TopicPath> files = new TreeSet<>(edit.files().keySet());
        files.addAll(due.topics().keySet());
        Map<TopicPath, Optional<String>> texts = new TreeMap<>();
        for (TopicPath path : files) {
            OutsideEdit outside = due.topics().get(path);
            Optional<String> text =
                    edit.files().containsKey(path) ? edit.files().get(path) : held.text(path);
            texts.put(path, text);
            FileTree.Known seen = outside == null ? now.files().get(path.value()) : outside.seen();
            draft.change(path.value(), seen == null ? null : seen.hash().hex(), EntryWriter.bytes(text));
        }
        TransactionRequest request =
                TransactionRequest.builder(operation(), OUTSIDE, due.message()).build();
        Installed installed = settled(
                entries.write(
                        request, draft, new EntryWriter.Basis(now, held, sources, edit.saying(texts)), 0, holding),
                holding);
        notices.add(told -> told.adopted(
                request.operation(),
                due.paths(),
                List.copyOf(due.removed(installed.snapshot().topics()))));
        return installed.snapshot();
    }

    /** Since when a file must have been left alone to be adopted. */
    Instant quietSince() {
        return settings.clock().instant().minus(settings.settleAfter());
    }

    /** What somebody wrote, byte for byte, as long as it is there. */
    private byte[] written(TopicPath path, OutsideEdit edit) throws IOException {
        try {
            return Files.readAllBytes(layout.file(path.value()));
        } catch (NoSuchFileException e) {
            return String.valueOf(edit.text()).getBytes(StandardCharsets.UTF_8);
        }
    }

    private static String operation() {
        return "op-" + Disk.randomHex(12);
    }
}
