package dev.scriptorium.memory.local.migrate;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.session.SpeakerKind;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.local.internal.io.Interrupts;
import dev.scriptorium.memory.local.internal.io.Sha256;
import dev.scriptorium.memory.local.tx.Installed;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.local.tx.TransactionRequest;
import dev.scriptorium.memory.local.tx.Transactions;
import dev.scriptorium.memory.local.tx.WorkspaceLayout;
import dev.scriptorium.memory.markdown.normalize.EditPolicy;
import dev.scriptorium.memory.markdown.source.SourceFrame;
import dev.scriptorium.memory.markdown.source.SourceMetadata;
import dev.scriptorium.memory.markdown.view.RootCore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A {@code core.md} that older programs wrote into the root themselves, where there is no master topic yet. It becomes the
 * master if it keeps the rules; else its words are archived as they are, so that a writer can be shown them.
 *
 * @since 0.1
 */
public final class LegacyCore {
    private static final Logger LOG = LoggerFactory.getLogger(LegacyCore.class);
    private static final String CALLER = "migration";
    private static final String SPEAKER = "runtime:legacy-core";
    private static final int ID_DIGITS = 24;

    private final WorkspaceLayout layout;
    private final Transactions transactions;
    private final Duration lockTimeout;

    /** That of a workspace. */
    public LegacyCore(WorkspaceLayout layout, Transactions transactions, Duration lockTimeout) {
        this.layout = layout;
        this.transactions = transactions;
        this.lockTimeout = lockTimeout;
    }

    /**
     * Takes it over, if there is one.
     *
     * @param operation the id of what is done
     * @return what was installed; empty when there was nothing to take over
     * @throws MemoryException {@code STORAGE_UNAVAILABLE}, {@code WORKSPACE_BUSY}: nothing has changed then
     */
    public Optional<Installed> takeOver(String operation) {
        Snapshot now = transactions.forChange();
        Optional<byte[]> found = find(now);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        String text = new String(found.get(), StandardCharsets.UTF_8);
        SourceRef ref = new SourceRef(
                "openprogram-migration/legacy-core/" + Sha256.hex(found.get()).substring(0, ID_DIGITS));
        if (text.isBlank() || now.sources().archived(ref)) {
            return Optional.empty();
        }
        try {
            return Optional.of(transactions.install(
                    TransactionRequest.builder(operation, CALLER, "memory: take over core.md as a topic")
                            .edit(
                                    Map.of(TopicPath.CORE, Optional.of(RootCore.asTopic(text))),
                                    now,
                                    EditPolicy.keepingAll())
                            .build(),
                    lockTimeout));
        } catch (MemoryException e) {
            if (e.violations().isEmpty()) {
                throw e;
            }
            LOG.info(
                    "core.md breaks {} in line {} and is archived as it is",
                    e.violations().get(0).rule(),
                    e.violations().get(0).line());
            return Optional.of(archived(operation, ref, text));
        }
    }

    /** Its bytes, unless it is a view of ours or there is a master. */
    private Optional<byte[]> find(Snapshot now) {
        Path file = layout.file(WorkspaceLayout.CORE_VIEW);
        boolean rendered = Files.exists(layout.runtime("core.json"));
        boolean hasMaster = now.topics().paths().contains(TopicPath.CORE)
                || Files.exists(layout.file(TopicPath.CORE.value()), LinkOption.NOFOLLOW_LINKS);
        if (rendered || hasMaster || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Interrupts.deferred(() -> Files.readAllBytes(file)));
        } catch (IOException e) {
            throw new MemoryException(ErrorCode.STORAGE_UNAVAILABLE, "cannot read core.md: " + e.getMessage(), e);
        }
    }

    private Installed archived(String operation, SourceRef ref, String text) {
        SourceFrame frame = SourceFrame.of(
                ref, SPEAKER, SourceMetadata.of(null, null, SpeakerKind.RUNTIME, Trust.TRUSTED), "", "system", text);
        return transactions.install(
                TransactionRequest.builder(operation, CALLER, "memory: archive core.md of an older program")
                        .archive(List.of(frame))
                        .build(),
                lockTimeout);
    }
}
