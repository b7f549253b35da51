package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.AuthorityTier;
import dev.scriptorium.memory.api.session.Speaker;
import dev.scriptorium.memory.api.session.SpeakerKind;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.local.StrangerMessage.ChatType;
import dev.scriptorium.memory.local.commit.EntrySettler;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.ingest.SessionWriting;
import dev.scriptorium.memory.local.ingest.SourcePass;
import dev.scriptorium.memory.local.internal.io.Sha256;
import dev.scriptorium.memory.local.tx.ArchiveQuota;
import dev.scriptorium.memory.local.tx.Installed;
import dev.scriptorium.memory.local.tx.TransactionRequest;
import dev.scriptorium.memory.local.tx.Transactions;
import dev.scriptorium.memory.local.tx.TrustedSource;
import dev.scriptorium.memory.markdown.source.ArchivedSource;
import dev.scriptorium.memory.markdown.source.SourceFrame;
import dev.scriptorium.memory.markdown.source.SourceLocations;
import dev.scriptorium.memory.markdown.source.SourceMetadata;
import dev.scriptorium.memory.markdown.source.SpeakerLabels;
import dev.scriptorium.memory.markdown.topic.Whitespace;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What strangers say, kept apart until the owner vouches for it. */
final class LocalTrust {
    private static final int MOST_TEXT = 65_536;
    private static final int MOST_IDENTITY = 4_096;
    private static final int ID_DIGITS = 24;
    private static final String SEPARATOR = "\u001F";

    private final LocalMemoryConfig config;
    private final String principal;
    private final Transactions transactions;
    private final EntrySettler settler;
    private final SessionWriting writing;
    private final Aftermath aftermath;

    LocalTrust(
            LocalMemoryConfig config,
            String principal,
            Transactions transactions,
            EntrySettler settler,
            SessionWriting writing,
            Aftermath aftermath) {
        this.config = config;
        this.principal = principal;
        this.transactions = transactions;
        this.settler = settler;
        this.writing = writing;
        this.aftermath = aftermath;
    }

    PromotionResult promote(PromotionRequest request) {
        requireOwner(request);
        SourceRef source = request.source();
        if (isTrusted(source)) {
            // Of a long turn the rest may be left to write, because a writer failed in the middle of it.
            SourcePass.Written rest = transactions.openPieces().from(source) > 0
                    ? writing.writeSource(source)
                    : new SourcePass.Written(List.of(), null);
            return new PromotionResult(
                    source,
                    false,
                    !rest.changedFiles().isEmpty(),
                    rest.changedFiles(),
                    null,
                    rest.failure().orElse(null));
        }
        String operation = "op-" + Disk.randomHex(12);
        Installed installed = transactions.install(
                TransactionRequest.builder(operation, request.caller().origin(), "memory: trust source " + source)
                        .trusting(new TrustedSource(
                                source, request.caller(), config.clock().instant()))
                        .build(),
                config.interactiveLockTimeout());
        Optional<String> commit = aftermath.of(operation, installed);
        if (installed.entry().isEmpty()) {
            // Somebody else was quicker.
            return new PromotionResult(source, false, false, List.of(), null, null);
        }
        SourcePass.Written written = writing.writeSource(source);
        TreeSet<String> changed = new TreeSet<>(installed.changedFiles());
        changed.addAll(written.changedFiles());
        return new PromotionResult(
                source,
                true,
                !written.changedFiles().isEmpty(),
                List.copyOf(changed),
                commit.orElse(null),
                written.failure().orElse(null));
    }

    private boolean isTrusted(SourceRef source) {
        return transactions
                .forChange()
                .sources()
                .find(source)
                .map(ArchivedSource::trust)
                .filter(Trust.TRUSTED::equals)
                .isPresent();
    }

    private void requireOwner(PromotionRequest request) {
        String missing = null;
        if (request.caller().tier() != AuthorityTier.OWNER) {
            missing = "the tier is " + request.caller().tier().word() + ", expected owner";
        } else if (request.caller().kind() != SpeakerKind.OWNER) {
            missing = "the speaker is a " + request.caller().kind().word() + ", expected the owner";
        } else if (!request.caller().principal().equals(principal)) {
            missing = "the principal is not the owner of this memory";
        } else if (!request.isInteractive()) {
            missing = "nobody sits in front of it";
        }
        if (missing != null) {
            throw new MemoryException(
                    ErrorCode.NOT_PERMITTED,
                    "only the owner, in person, may trust \"" + request.source() + "\": " + missing);
        }
    }

    Optional<SourceRef> archivePending(StrangerMessage message) {
        if (message.chatType() == ChatType.DIRECT || !isOfSize(message)) {
            return Optional.empty();
        }
        SourceFrame frame = frame(message);
        if (transactions.forChange().sources().archived(frame.ref())) {
            return Optional.of(frame.ref());
        }
        try {
            transactions.install(
                    TransactionRequest.builder(
                                    "op-" + Disk.randomHex(12), "stranger", "memory: archive what a stranger said")
                            .archive(List.of(frame))
                            .within(new ArchiveQuota(
                                    bytes(message.text()), config.clock().instant()))
                            .build(),
                    config.backgroundLockTimeout());
        } catch (MemoryException e) {
            if (e.code() == ErrorCode.NOT_PERMITTED
                    || e.code() == ErrorCode.INVALID_ARGUMENT
                    || e.code() == ErrorCode.SOURCE_COLLISION) {
                return Optional.empty();
            }
            throw e;
        }
        settler.settle(EntrySettler.Archives.WITH_NEXT);
        return Optional.of(frame.ref());
    }

    private static boolean isOfSize(StrangerMessage message) {
        long identity = identity(message).mapToLong(LocalTrust::bytes).sum()
                + bytes(message.speakerName().orElse(""));
        boolean named = Stream.of(message.channel(), message.chat(), message.speakerId())
                .noneMatch(Whitespace::isBlank);
        return named
                && identity <= MOST_IDENTITY
                && !Whitespace.isBlank(message.text())
                && bytes(message.text()) <= MOST_TEXT;
    }

    private static Stream<String> identity(StrangerMessage message) {
        return Stream.of(message.channel(), message.account(), message.chat(), message.id(), message.speakerId());
    }

    private static long bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static SourceFrame frame(StrangerMessage message) {
        Speaker speaker = new Speaker(message.speakerId(), message.speakerName().orElse(null));
        return SourceFrame.of(
                ref(message),
                SpeakerLabels.speakerId(speaker).orElse(null),
                SourceMetadata.of(null, null, SpeakerKind.HUMAN, Trust.PENDING),
                SessionWriting.stamp(message.time()),
                SpeakerLabels.label(speaker, "user"),
                message.text());
    }

    /** The name under which a message is archived: the same for the same message, however often it is offered. */
    private static SourceRef ref(StrangerMessage message) {
        List<String> parts = new ArrayList<>(identity(message).toList());
        parts.add(seconds(message.time().toInstant().toEpochMilli()));
        parts.add(message.text());
        return new SourceRef("channel-" + SourceLocations.encoded(message.channel()) + "/"
                + SourceLocations.encoded(message.account() + ":" + message.chat()) + "/"
                + Sha256.hex(String.join(SEPARATOR, parts)).substring(0, ID_DIGITS));
    }

    /** Seconds with a point, and no zeros behind it but one. */
    private static String seconds(long millis) {
        BigDecimal seconds = BigDecimal.valueOf(millis, 3).stripTrailingZeros();
        return (seconds.scale() <= 0 ? seconds.setScale(1) : seconds).toPlainString();
    }
}
