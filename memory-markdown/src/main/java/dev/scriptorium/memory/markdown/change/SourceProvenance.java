package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.session.AuthorityTier;
import dev.scriptorium.memory.api.session.Speaker;
import dev.scriptorium.memory.api.session.SpeakerKind;
import dev.scriptorium.memory.markdown.topic.Whitespace;
import org.jspecify.annotations.Nullable;

/**
 * Who brings the sources of a request, from the host and never from the request. Immutable.
 *
 * @since 0.1
 */
public final class SourceProvenance {
    private final String principal;
    private final SpeakerKind kind;
    private final String speakerId;
    private final String speakerDisplay;
    private final AuthorityTier tier;
    private final String origin;

    private SourceProvenance(
            String principal,
            SpeakerKind kind,
            String speakerId,
            String speakerDisplay,
            AuthorityTier tier,
            String origin) {
        this.principal = principal;
        this.kind = kind;
        this.speakerId = speakerId;
        this.speakerDisplay = speakerDisplay;
        this.tier = tier;
        this.origin = origin;
    }

    /**
     * A complete provenance.
     *
     * @param principal on whose account
     * @param speaker who speaks, with id and name
     * @param origin where in the host: {@code session/turn}, or the name of a surface such as
     *     {@code cli/memory-changes}
     * @throws MemoryException {@code NOT_PERMITTED} when a part is missing or blank
     */
    public static SourceProvenance of(
            @Nullable String principal,
            SpeakerKind kind,
            @Nullable Speaker speaker,
            @Nullable AuthorityTier tier,
            @Nullable String origin) {
        if (kind == SpeakerKind.UNKNOWN || tier == null) {
            throw incomplete(tier == null ? "tier" : "speaker kind");
        }
        return new SourceProvenance(
                required("principal", principal),
                kind,
                required("speaker id", speaker == null ? null : speaker.id()),
                required("speaker name", speaker == null ? null : speaker.displayName()),
                tier,
                required("origin", origin));
    }

    private static String required(String part, @Nullable String value) {
        if (value == null || Whitespace.isBlank(value)) {
            throw incomplete(part);
        }
        return value;
    }

    private static MemoryException incomplete(String part) {
        return new MemoryException(
                ErrorCode.NOT_PERMITTED,
                "an update needs complete authority and an origin; its " + part + " is missing");
    }

    /** On whose account. */
    public String principal() {
        return principal;
    }

    /** What sort of speaker. */
    public SpeakerKind kind() {
        return kind;
    }

    /** Who speaks. */
    public Speaker speaker() {
        return Speaker.of(speakerId, speakerDisplay);
    }

    /** Whose request it is. */
    public AuthorityTier tier() {
        return tier;
    }

    /** Where in the host. */
    public String origin() {
        return origin;
    }

    /** What tells one who brings sources from another; the name people see is no part of it. */
    String identity() {
        return String.join("\u001F", principal, kind.word(), speakerId, tier.word(), origin);
    }
}
