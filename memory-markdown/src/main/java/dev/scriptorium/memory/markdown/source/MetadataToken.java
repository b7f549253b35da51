package dev.scriptorium.memory.markdown.source;

import dev.scriptorium.memory.api.session.AuthorityTier;
import dev.scriptorium.memory.api.session.Trust;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The metadata comment of a frame: unpadded URL-safe base64 of one canonical JSON object. A token counts only when
 * writing what it says gives the same token again.
 */
final class MetadataToken {
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private MetadataToken() {}

    static String encode(SourceMetadata metadata) {
        AuthorityTier tier = metadata.tier();
        return base64("{\"authority_tier\":" + (tier == null ? "null" : '"' + tier.word() + '"')
                + ",\"principal_id\":" + quoted(metadata.principal())
                + ",\"speaker_kind\":" + quoted(metadata.speakerKind())
                + ",\"trust_state\":" + quoted(metadata.trust().word()) + ",\"version\":1}");
    }

    static Optional<SourceMetadata> decode(String token) {
        String json = json(token);
        if (json == null) {
            return Optional.empty();
        }
        SourceMetadata metadata = json.startsWith("{\"origin_scope\"") ? legacy(json, token) : current(json, token);
        return Optional.ofNullable(metadata);
    }

    private static @Nullable SourceMetadata current(String json, String token) {
        Cursor at = new Cursor(json);
        AuthorityTier tier = null;
        if (!at.skip("{\"authority_tier\":")) {
            return null;
        }
        if (!at.skip("null")) {
            tier = constant(AuthorityTier.values(), at.string());
            if (tier == null) {
                return null;
            }
        }
        SourceMetadata metadata = rest(at, tier);
        return metadata != null && encode(metadata).equals(token) ? metadata : null;
    }

    /** The shape from before tiers: where the words came from, and what that place was allowed to do. */
    private static @Nullable SourceMetadata legacy(String json, String token) {
        Cursor at = new Cursor(json);
        List<String> capabilities = capabilities(at);
        String origin = at.skip(",\"origin\":") ? at.string() : null;
        boolean owner = "local-owner".equals(origin);
        if (capabilities == null || origin == null || !(owner || origin.equals("legacy-unknown")) || !at.skip("}")) {
            return null;
        }
        SourceMetadata metadata = rest(at, owner ? AuthorityTier.OWNER : null);
        if (metadata == null) {
            return null;
        }
        String again = "{\"origin_scope\":{\"capabilities\":["
                + capabilities.stream().map(MetadataToken::quoted).collect(Collectors.joining(","))
                + "],\"origin\":" + quoted(origin) + "},\"principal_id\":" + quoted(metadata.principal())
                + ",\"speaker_kind\":" + quoted(metadata.speakerKind())
                + ",\"trust_state\":" + quoted(metadata.trust().word()) + ",\"version\":1}";
        return base64(again).equals(token) ? metadata : null;
    }

    /** The capabilities, which are sorted, each there once; null when they are not. */
    private static @Nullable List<String> capabilities(Cursor at) {
        List<String> capabilities = new ArrayList<>();
        String last = "";
        boolean more = at.skip("{\"origin_scope\":{\"capabilities\":[");
        while (more && !at.skip("]")) {
            String next = capabilities.isEmpty() || at.skip(",") ? at.string() : null;
            if (next == null || last.compareTo(next) >= 0) {
                return null;
            }
            capabilities.add(next);
            last = next;
        }
        return more ? capabilities : null;
    }

    private static @Nullable SourceMetadata rest(Cursor at, @Nullable AuthorityTier tier) {
        String principal = at.skip(",\"principal_id\":") ? at.string() : null;
        String kind = at.skip(",\"speaker_kind\":") ? at.string() : null;
        Trust trust = at.skip(",\"trust_state\":") ? constant(Trust.values(), at.string()) : null;
        boolean whole = at.skip(",\"version\":1}") && at.atEnd();
        return principal != null && kind != null && trust != null && whole
                ? new SourceMetadata(tier, principal, kind, trust)
                : null;
    }

    private static <E extends Enum<E>> @Nullable E constant(E[] values, @Nullable String word) {
        for (E value : values) {
            if (value.name().toLowerCase(Locale.ROOT).equals(word)) {
                return value;
            }
        }
        return null;
    }

    private static String quoted(String text) {
        return JsonText.append(new StringBuilder(), text).toString();
    }

    private static String base64(String json) {
        return ENCODER.encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }

    private static @Nullable String json(String token) {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(token);
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (IllegalArgumentException | CharacterCodingException e) {
            return null;
        }
    }

    /** A place in canonical JSON; what is not canonical is found by writing it again. */
    private static final class Cursor {
        private final String json;
        private int at;

        Cursor(String json) {
            this.json = json;
        }

        boolean skip(String literal) {
            boolean there = json.startsWith(literal, at);
            at += there ? literal.length() : 0;
            return there;
        }

        boolean atEnd() {
            return at == json.length();
        }

        @Nullable
        String string() {
            if (!skip("\"")) {
                return null;
            }
            StringBuilder out = new StringBuilder();
            while (at < json.length()) {
                char c = json.charAt(at++);
                if (c == '"') {
                    return out.toString();
                }
                if (c != '\\') {
                    out.append(c);
                } else if (!escape(out)) {
                    return null;
                }
            }
            return null;
        }

        private boolean escape(StringBuilder out) {
            char c = at < json.length() ? json.charAt(at++) : ' ';
            int plain = "\"\\bfnrt".indexOf(c);
            if (plain >= 0) {
                out.append("\"\\\b\f\n\r\t".charAt(plain));
                return true;
            }
            if (c != 'u' || at + 4 > json.length()) {
                return false;
            }
            int code = 0;
            for (int end = at + 4; at < end; at++) {
                int digit = Character.digit(json.charAt(at), 16);
                if (digit < 0) {
                    return false;
                }
                code = code << 4 | digit;
            }
            out.append((char) code);
            return true;
        }
    }
}
