package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.Revision;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.session.AuthorityTier;
import dev.scriptorium.memory.api.session.Speaker;
import dev.scriptorium.memory.api.session.SpeakerKind;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.git.History;
import dev.scriptorium.memory.local.tx.Installed;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.local.tx.TransactionRequest;
import dev.scriptorium.memory.local.tx.Transactions;
import dev.scriptorium.memory.markdown.change.AppendOnly;
import dev.scriptorium.memory.markdown.change.DeclaredSources;
import dev.scriptorium.memory.markdown.change.FileChanges;
import dev.scriptorium.memory.markdown.change.SourceProvenance;
import dev.scriptorium.memory.markdown.change.StagedEdit;
import dev.scriptorium.memory.markdown.change.StructuredEdit;
import dev.scriptorium.memory.markdown.normalize.EditPolicy;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import dev.scriptorium.memory.markdown.source.SourceFrame;
import dev.scriptorium.memory.markdown.source.SourceFrames;
import dev.scriptorium.memory.markdown.source.SourceIndex;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Changing topics by hand, through the one door. */
final class LocalChange implements WorkspaceChange {
    private static final String MESSAGE = "Update memory";
    private static final int MESSAGE_LENGTH = 500;
    private static final int ATTEMPTS = 5;

    private final LocalMemoryConfig config;
    private final String principal;
    private final Transactions transactions;
    private final Optional<History> commits;
    private final Aftermath aftermath;
    private final LocalTrust trust;

    LocalChange(
            LocalMemoryConfig config,
            String principal,
            Transactions transactions,
            Optional<History> commits,
            Aftermath aftermath,
            LocalTrust trust) {
        this.config = config;
        this.principal = principal;
        this.transactions = transactions;
        this.commits = commits;
        this.aftermath = aftermath;
        this.trust = trust;
    }

    @Override
    public SourceProvenance owner(String origin) {
        return SourceProvenance.of(
                principal, SpeakerKind.OWNER, Speaker.of("owner/local", "Owner"), AuthorityTier.OWNER, origin);
    }

    @Override
    public UpdateResult update(UpdateRequest request) {
        DeclaredSources declared = DeclaredSources.of(request.sources(), request.caller());
        boolean owner = request.caller().tier() == AuthorityTier.OWNER;
        EditPolicy policy =
                owner ? EditPolicy.keepingAll() : EditPolicy.keepingAll().citing(declared::contains);
        return install(
                request.caller().origin(),
                message(request.message()),
                request.base(),
                request.exact(),
                declared,
                (topics, sources) -> {
                    StagedEdit staged = stage(request, declared, topics, sources);
                    if (!owner) {
                        AppendOnly.require(staged, topics);
                    }
                    return new Staged(staged.files(), staged.permittedBy(policy));
                });
    }

    private static StagedEdit stage(
            UpdateRequest request, DeclaredSources declared, TopicTree topics, SourceIndex sources) {
        if (request.changes().isPresent()) {
            return StructuredEdit.stage(request.changes().get(), declared, topics, withDeclared(sources, declared));
        }
        return request.files().isPresent()
                ? FileChanges.stage(request.files().get(), declared, request.deleteIds(), topics)
                : request.patch().orElseThrow().stage(declared, request.deleteIds(), topics);
    }

    private static SourceIndex withDeclared(SourceIndex sources, DeclaredSources declared) {
        SourceIndex all = sources;
        for (Map.Entry<String, List<SourceFrame>> archive :
                SourceFrames.byArchive(declared.frames()).entrySet()) {
            List<SourceFrame> missing = archive.getValue().stream()
                    .filter(frame -> !sources.archived(frame.ref()))
                    .toList();
            all = all.withAppended(archive.getKey(), missing);
        }
        return all;
    }

    @Override
    public UpdateResult edit(TopicPath path, String before, String after, boolean allowDelete) {
        EditPolicy policy = allowDelete ? EditPolicy.keepingAll().removingAny() : EditPolicy.keepingAll();
        String operation = "op-" + Disk.randomHex(12);
        TopicTree from = transactions.forChange().topics().with(Map.of(path, text(before)));
        Installed installed = transactions.install(
                TransactionRequest.builder(operation, "edit", "memory: edit " + path)
                        .edit(Map.of(path, Optional.of(after)), from, policy)
                        .build(),
                config.interactiveLockTimeout());
        return result(operation, installed, DeclaredSources.NONE);
    }

    @Override
    public PromotionResult promote(PromotionRequest request) {
        return trust.promote(request);
    }

    @Override
    public Optional<SourceRef> archivePending(StrangerMessage message) {
        return trust.archivePending(message);
    }

    /** A text that is empty where there was no file. */
    private static Optional<String> text(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    /** Makes the texts of a change from topics and what the archives hold. */
    private interface Staging {
        Staged stage(TopicTree topics, SourceIndex sources);
    }

    /** The texts that a change gives topics, and what it may do. */
    private record Staged(Map<TopicPath, Optional<String>> files, EditPolicy policy) {}

    private UpdateResult install(
            String caller,
            String message,
            Optional<Revision> base,
            boolean exact,
            DeclaredSources declared,
            Staging staging) {
        String operation = "op-" + Disk.randomHex(12);
        Snapshot now = transactions.forChange();
        TopicTree from = base(base, exact, now);
        for (int attempt = 1; ; attempt++) {
            Staged staged = stage(staging, from, now);
            Installed installed;
            try {
                installed = transactions.install(
                        TransactionRequest.builder(operation, caller, message)
                                .edit(staged.files(), from, staged.policy())
                                .exact(exact)
                                .archive(declared.frames())
                                .build(),
                        config.interactiveLockTimeout());
            } catch (MemoryException e) {
                // Somebody else was quicker, at the same blocks: a change made for no state in particular is made
                // again.
                if (e.code() != ErrorCode.CONCURRENT_UPDATE || base.isPresent() || attempt == ATTEMPTS) {
                    throw e;
                }
                now = transactions.forChange();
                from = now.topics();
                continue;
            }
            return result(operation, installed, declared);
        }
    }

    /** A block that is not there may only be missing until somebody has saved their file. */
    private static Staged stage(Staging staging, TopicTree from, Snapshot now) {
        try {
            return staging.stage(from, now.sources());
        } catch (MemoryException e) {
            boolean missing = e.code() == ErrorCode.MEMORY_NOT_FOUND || e.code() == ErrorCode.PATCH_CONFLICT;
            if (!missing || !now.isLosingBlocks()) {
                throw e;
            }
            throw new MemoryException(
                    ErrorCode.CONCURRENT_UPDATE,
                    "somebody is editing a topic, and blocks of it are gone; try again when it has been left alone for a"
                            + " while: " + e.getMessage(),
                    e);
        }
    }

    /** The topics that a change was made for. */
    private TopicTree base(Optional<Revision> base, boolean exact, Snapshot now) {
        if (base.isEmpty() || base.get().sameTopics(now.revision())) {
            return now.topics();
        }
        Optional<TopicTree> then = exact
                ? Optional.empty()
                : transactions
                        .remembered(base.get())
                        .map(Snapshot::topics)
                        .or(() -> commits.flatMap(
                                history -> readable(() -> new PastTopics(history).of(base.get(), now))));
        return then.orElseThrow(() -> new MemoryException(
                ErrorCode.CONCURRENT_UPDATE,
                "the topics are at revision " + now.revision() + ", the change was made for " + base.get()
                        + "; read again and repeat it"));
    }

    /** What the history says; nothing when it cannot be read, of which status tells. */
    private static <T> Optional<T> readable(Supplier<Optional<T>> reading) {
        try {
            return reading.get();
        } catch (MemoryException e) {
            return Optional.empty();
        }
    }

    private UpdateResult result(String operation, Installed installed, DeclaredSources declared) {
        String commit = aftermath.of(operation, installed).orElse(null);
        Map<String, SourceRef> sources = declared.ids();
        return new UpdateResult(
                installed.snapshot().revision(),
                List.copyOf(installed.changedFiles()),
                installed.edit().blockIds(),
                installed.edit().evidenceIds(),
                sources,
                installed.core().tokens(),
                installed.core().omitted(),
                commit,
                UpdateWarnings.of(installed));
    }

    private static String message(Optional<String> given) {
        StringBuilder line = new StringBuilder();
        given.orElse("")
                .replace('\n', ' ')
                .codePoints()
                .filter(dev.scriptorium.memory.api.ref.SafeText::isPrintable)
                .limit(MESSAGE_LENGTH)
                .forEach(line::appendCodePoint);
        String text = line.toString().strip();
        return text.isEmpty() ? MESSAGE : text;
    }
}
