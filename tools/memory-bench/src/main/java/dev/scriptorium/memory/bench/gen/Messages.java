package dev.scriptorium.memory.bench.gen;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.AuthorityTier;
import dev.scriptorium.memory.api.session.Speaker;
import dev.scriptorium.memory.api.session.SpeakerKind;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.markdown.source.SourceFrame;
import dev.scriptorium.memory.markdown.source.SourceMetadata;
import dev.scriptorium.memory.markdown.source.SpeakerLabels;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What was said in synthetic conversations: the owner and one other person in turns. Not thread-safe. */
final class Messages {
    static final String NAMESPACE = "local";

    private static final OffsetDateTime START = OffsetDateTime.of(2023, 1, 2, 8, 0, 0, 0, ZoneOffset.UTC);
    private static final int DAYS = 1_420;

    /** Without a common divisor with the days, so that any number of conversations is spread over all of them. */
    private static final int STRIDE = 611;

    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss'+00:00'", Locale.ROOT);
    private static final Speaker OWNER = Speaker.of("owner/local", "Owner");
    private static final SourceMetadata OF_OWNER =
            SourceMetadata.of(AuthorityTier.OWNER, "owner/install/synthetic", SpeakerKind.OWNER, Trust.TRUSTED);

    private final SyntheticText text;

    Messages(SyntheticText text) {
        this.text = text;
    }

    /** When a conversation begins. */
    static OffsetDateTime beginning(long conversation) {
        return START.plusDays(conversation * STRIDE % DAYS);
    }

    /** Some messages of a conversation, beginning with the one of this number. */
    List<SourceFrame> say(String thread, OffsetDateTime beginning, long first, int count) {
        String other = text.name();
        Speaker guest = Speaker.of("user/" + other.toLowerCase(Locale.ROOT), other);
        SourceMetadata ofGuest = SourceMetadata.of(AuthorityTier.PAIRED, guest.id(), SpeakerKind.HUMAN, Trust.TRUSTED);
        List<SourceFrame> frames = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            boolean owner = i % 2 == 0;
            Speaker speaker = owner ? OWNER : guest;
            SourceRef ref = new SourceRef(NAMESPACE + "/" + thread + "/t" + (first + i));
            frames.add(SourceFrame.of(
                    ref,
                    speaker.id(),
                    owner ? OF_OWNER : ofGuest,
                    STAMP.format(beginning.plus(Duration.ofMinutes(3L * i))),
                    SpeakerLabels.label(speaker, "user"),
                    text.sentence(12 + text.number(16)) + " " + text.sentence(6 + text.number(12))));
        }
        return frames;
    }
}
