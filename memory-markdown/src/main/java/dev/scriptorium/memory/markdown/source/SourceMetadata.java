package dev.scriptorium.memory.markdown.source;

import dev.scriptorium.memory.api.session.AuthorityTier;
import dev.scriptorium.memory.api.session.SpeakerKind;
import dev.scriptorium.memory.api.session.Trust;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What an archive says about a turn besides its words.
 *
 * @param tier whose request it was; null when nobody's
 * @param principal on whose account; {@code unknown} when not known
 * @param speakerKind the sort of speaker, as the archive spells it
 * @param trust whether it may be built upon
 * @since 0.1
 */
public record SourceMetadata(@Nullable AuthorityTier tier, String principal, String speakerKind, Trust trust) {
    /** The principal of a turn that has none. */
    public static final String UNKNOWN = "unknown";

    /** What a new frame says; a missing or blank principal is {@code unknown}. */
    public static SourceMetadata of(
            @Nullable AuthorityTier tier, @Nullable String principal, SpeakerKind kind, Trust trust) {
        String known = principal == null || principal.isBlank()
                ? UNKNOWN
                : WellFormed.of(principal).text();
        return new SourceMetadata(tier, known, kind.word(), trust);
    }

    /** Reads the token of a metadata comment; empty unless it is canonical. */
    public static Optional<SourceMetadata> decode(String token) {
        return MetadataToken.decode(token);
    }

    /** The token of the metadata comment; of a turn from before tiers the present form. */
    public String encode() {
        return MetadataToken.encode(this);
    }

    /** The same with another trust. */
    public SourceMetadata withTrust(Trust value) {
        return new SourceMetadata(tier, principal, speakerKind, value);
    }
}
