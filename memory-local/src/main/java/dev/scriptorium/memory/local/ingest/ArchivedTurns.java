package dev.scriptorium.memory.local.ingest;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.AuthorityTier;
import dev.scriptorium.memory.api.session.Speaker;
import dev.scriptorium.memory.api.session.SpeakerKind;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.local.writer.BatchTurn;
import dev.scriptorium.memory.markdown.source.ArchivedSource;
import dev.scriptorium.memory.markdown.source.LegacyArchive;
import dev.scriptorium.memory.markdown.source.ParsedArchive;
import dev.scriptorium.memory.markdown.source.SourceArchive;
import dev.scriptorium.memory.markdown.source.SourceFrame;
import dev.scriptorium.memory.markdown.source.SourceMetadata;
import dev.scriptorium.memory.markdown.source.SpeakerLabels;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a writer is shown of turns that are known from the archive only: everything it is told of them is what the archive
 * says. Reads an archive once for turns that stand in it one after the other; used by one thread.
 */
final class ArchivedTurns {
    private final PassContext context;
    private final ZoneId zone;
    private @Nullable ParsedArchive latest;

    ArchivedTurns(PassContext context, ZoneId zone) {
        this.context = context;
        this.zone = zone;
    }

    /**
     * A turn, or a piece of one that is longer than a batch (D40).
     *
     * @param turn what the writer is shown
     * @param from where it begins, in characters of the words that are archived
     * @param last whether nothing of the turn follows
     */
    record Piece(BatchTurn turn, int from, boolean last) {
        /** Where it ends. */
        int until() {
            return from + turn.text().length();
        }

        /** Whether it is all of its turn. */
        boolean whole() {
            return from == 0 && last;
        }
    }

    /**
     * A turn in pieces of at most so many tokens; none when no archive holds it.
     *
     * @param begin how much of it was shown before; 0 shows all of it
     */
    List<Piece> pieces(SourceRef ref, int begin, int tokens) {
        Optional<BatchTurn> turn = turn(ref);
        if (turn.isEmpty()) {
            return List.of();
        }
        List<Piece> pieces = new ArrayList<>();
        String text = turn.get().text();
        int from = begin < text.length() ? begin : 0;
        while (from < text.length()) {
            String rest = text.substring(from);
            int end = from + Math.max(1, Pieces.end(rest, tokens, context.counter()));
            pieces.add(new Piece(with(turn.get(), text.substring(from, end)), from, end == text.length()));
            from = end;
        }
        return pieces;
    }

    private static BatchTurn with(BatchTurn turn, String text) {
        return new BatchTurn(
                turn.ref(),
                turn.kind(),
                turn.tier(),
                turn.speakerKind(),
                turn.speaker().orElse(null),
                turn.time().orElse(null),
                turn.label(),
                text);
    }

    private Optional<BatchTurn> turn(SourceRef ref) {
        Snapshot now = context.transactions().current();
        Optional<ArchivedSource> source = now.sources().find(ref);
        if (source.isEmpty()) {
            return Optional.empty();
        }
        ParsedArchive archive = latest;
        if (archive == null || !archive.path().equals(source.get().path())) {
            archive = context.transactions().archive(source.get().path(), now);
            latest = archive;
        }
        if (archive instanceof SourceArchive frames) {
            return frames.frame(ref).map(this::turn);
        }
        return archive instanceof LegacyArchive legacy
                ? legacy.turns().stream()
                        .filter(turn -> turn.ref().equals(ref))
                        .findFirst()
                        .map(turn -> new BatchTurn(
                                ref,
                                kind(turn.label()),
                                AuthorityTier.PAIRED,
                                SpeakerKind.UNKNOWN,
                                null,
                                time(turn.stamp()),
                                turn.label(),
                                turn.content()))
                : Optional.empty();
    }

    private BatchTurn turn(SourceFrame frame) {
        SourceMetadata metadata = frame.metadata();
        return new BatchTurn(
                frame.ref(),
                frame.speakerId() == null ? kind(frame.label()) : TurnKind.USER,
                // Trust makes nobody the owner.
                metadata == null || metadata.tier() == null ? AuthorityTier.PAIRED : metadata.tier(),
                metadata == null ? SpeakerKind.UNKNOWN : speakerKind(metadata.speakerKind()),
                speaker(frame),
                time(frame.stamp()),
                frame.label(),
                frame.content());
    }

    private static TurnKind kind(String label) {
        return label.equals("assistant") ? TurnKind.ASSISTANT : TurnKind.USER;
    }

    private static SpeakerKind speakerKind(String word) {
        return Arrays.stream(SpeakerKind.values())
                .filter(kind -> kind.word().equals(word))
                .findFirst()
                .orElse(SpeakerKind.UNKNOWN);
    }

    private static @Nullable Speaker speaker(SourceFrame frame) {
        String id = frame.speakerId();
        return id == null ? null : new Speaker(id.isEmpty() ? null : id, SpeakerLabels.displayName(frame));
    }

    private @Nullable OffsetDateTime time(String stamp) {
        try {
            return stamp.isEmpty()
                    ? null
                    : OffsetDateTime.parse(stamp).atZoneSameInstant(zone).toOffsetDateTime();
        } catch (DateTimeParseException e) {
            return null;
        }
    }
}
