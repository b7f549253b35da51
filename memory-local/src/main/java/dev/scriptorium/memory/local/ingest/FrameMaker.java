package dev.scriptorium.memory.local.ingest;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.Speaker;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.local.tx.OwedSource;
import dev.scriptorium.memory.local.writer.BatchTurn;
import dev.scriptorium.memory.markdown.source.SourceFrame;
import dev.scriptorium.memory.markdown.source.SourceMetadata;
import dev.scriptorium.memory.markdown.source.SpeakerLabels;
import dev.scriptorium.memory.markdown.token.TokenCounter;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;

/** From a turn to the frame that archives it, and to what a writer is shown. */
final class FrameMaker {
    private static final DateTimeFormatter STAMP = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE_TIME)
            .appendPattern("xxx")
            .toFormatter(Locale.ROOT);

    private static final int REPLACEMENT = 0xFFFD;

    private final String namespace;
    private final String owner;
    private final ZoneId zone;

    /**
     * A maker of frames.
     *
     * @param owner the principal of turns that name none
     * @param zone the zone of days, in which writers see times
     */
    FrameMaker(String namespace, String owner, ZoneId zone) {
        this.namespace = namespace;
        this.owner = owner;
        this.zone = zone;
    }

    /** A time as archives hold it. */
    static String stamp(OffsetDateTime time) {
        return STAMP.format(time);
    }

    String namespace() {
        return namespace;
    }

    SourceRef ref(PendingTurn pending) {
        return SourceRef.of(namespace, pending.session(), pending.turn().id());
    }

    SourceFrame frame(PendingTurn pending) {
        Turn turn = pending.turn();
        boolean trusted = turn.trust() == Trust.TRUSTED;
        SourceMetadata metadata = SourceMetadata.of(
                trusted ? turn.tier() : null,
                turn.principal().orElse(trusted ? owner : null),
                turn.speakerKind(),
                turn.trust());
        Speaker speaker = turn.speaker().orElse(null);
        return SourceFrame.of(
                ref(pending),
                SpeakerLabels.speakerId(speaker).orElse(null),
                metadata,
                turn.time().map(STAMP::format).orElse(""),
                label(turn),
                pending.text());
    }

    private static String label(Turn turn) {
        return SpeakerLabels.label(
                turn.speaker().orElse(null), turn.kind() == TurnKind.ASSISTANT ? "assistant" : "user");
    }

    /** What a writer is shown: the next piece of the turn, which mostly is all of it. */
    BatchTurn shown(PendingTurn pending) {
        Turn turn = pending.turn();
        OffsetDateTime time = turn.time()
                .map(said -> said.atZoneSameInstant(zone).toOffsetDateTime())
                .orElse(null);
        return new BatchTurn(
                ref(pending),
                turn.kind(),
                turn.tier(),
                turn.speakerKind(),
                turn.speaker().orElse(null),
                time,
                label(turn),
                asArchived(pending.shown()));
    }

    /** What must be remembered of a turn that the host is about to drop. */
    OwedSource owed(PendingTurn pending) {
        return new OwedSource(ref(pending), pending.turn(), TokenCounter.bytes(pending.text()));
    }

    /** The text as the archive will hold it (D18): a writer that quotes it must be able to store it. */
    private static String asArchived(String text) {
        return text.codePoints()
                .map(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? REPLACEMENT : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
