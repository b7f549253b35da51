package dev.scriptorium.memory.markdown.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.session.AuthorityTier;
import dev.scriptorium.memory.api.session.SpeakerKind;
import dev.scriptorium.memory.api.session.Trust;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourceMetadataTests {

    private static String token(String json) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }

    private static String json(String token) {
        return new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
    }

    @Test
    void theTokenIsSortedCompactJson() {
        SourceMetadata metadata =
                SourceMetadata.of(AuthorityTier.OWNER, "成 \"q\" \\ \n\u0001", SpeakerKind.RUNTIME, Trust.PENDING);

        assertThat(json(metadata.encode()))
                .isEqualTo("{\"authority_tier\":\"owner\",\"principal_id\":\"成 \\\"q\\\" \\\\ \\n\\u0001\","
                        + "\"speaker_kind\":\"runtime\",\"trust_state\":\"pending\",\"version\":1}");
        assertThat(SourceMetadata.decode(metadata.encode())).contains(metadata);
    }

    @Test
    void aTierAndAPrincipalMayBeMissing() {
        SourceMetadata metadata = SourceMetadata.of(null, " ", SpeakerKind.UNKNOWN, Trust.TRUSTED);

        assertThat(json(metadata.encode())).contains("\"authority_tier\":null", "\"principal_id\":\"unknown\"");
        assertThat(SourceMetadata.decode(metadata.encode())).contains(metadata);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "null",
                "{\"authority_tier\":\"owner\"}",
                "{\"authority_tier\": \"owner\",\"principal_id\":\"p\",\"speaker_kind\":\"k\",\"trust_state\":\"trusted\",\"version\":1}",
                "{\"authority_tier\":\"admin\",\"principal_id\":\"p\",\"speaker_kind\":\"k\",\"trust_state\":\"trusted\",\"version\":1}",
                "{\"authority_tier\":\"OWNER\",\"principal_id\":\"p\",\"speaker_kind\":\"k\",\"trust_state\":\"trusted\",\"version\":1}",
                "{\"authority_tier\":null,\"principal_id\":null,\"speaker_kind\":\"k\",\"trust_state\":\"trusted\",\"version\":1}",
                "{\"authority_tier\":null,\"principal_id\":\"p\",\"speaker_kind\":\"k\",\"trust_state\":\"maybe\",\"version\":1}",
                "{\"authority_tier\":null,\"principal_id\":\"p\",\"speaker_kind\":\"k\",\"trust_state\":\"trusted\",\"version\":2}",
                "{\"authority_tier\":null,\"principal_id\":\"p\",\"speaker_kind\":\"k\",\"trust_state\":\"trusted\",\"version\":1} ",
                "{\"authority_tier\":null,\"principal_id\":\"\\u0070\",\"speaker_kind\":\"k\",\"trust_state\":\"trusted\",\"version\":1}",
                "{\"authority_tier\":null,\"principal_id\":\"\\ud800\",\"speaker_kind\":\"k\",\"trust_state\":\"trusted\",\"version\":1}",
                "{\"authority_tier\":null,\"principal_id\":\"p",
                "{\"authority_tier\":null,\"principal_id\":\"p\\",
                "{\"authority_tier\":null,\"principal_id\":\"p\\u00",
                "{\"principal_id\":\"p\",\"authority_tier\":null,\"speaker_kind\":\"k\",\"trust_state\":\"trusted\",\"version\":1}",
                "{\"origin_scope\":{\"capabilities\":[\"b\",\"a\"],\"origin\":\"local-owner\"},\"principal_id\":\"p\",\"speaker_kind\":\"k\",\"trust_state\":\"trusted\",\"version\":1}",
                "{\"origin_scope\":{\"capabilities\":[\"a\",\"a\"],\"origin\":\"local-owner\"},\"principal_id\":\"p\",\"speaker_kind\":\"k\",\"trust_state\":\"trusted\",\"version\":1}",
                "{\"origin_scope\":{\"capabilities\":[\"\"],\"origin\":\"local-owner\"},\"principal_id\":\"p\",\"speaker_kind\":\"k\",\"trust_state\":\"trusted\",\"version\":1}",
                "{\"origin_scope\":{\"capabilities\":[],\"origin\":\"elsewhere\"},\"principal_id\":\"p\",\"speaker_kind\":\"k\",\"trust_state\":\"trusted\",\"version\":1}",
                "{\"origin_scope\":{\"capabilities\":[\"a\"",
            })
    void whatIsNotCanonicalIsRefused(String json) {
        assertThat(SourceMetadata.decode(token(json))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "%", "a", "/+==", "e30=", "e31"})
    void whatIsNoCanonicalBase64IsRefused(String token) {
        assertThat(SourceMetadata.decode(token)).isEmpty();
    }

    @Test
    void paddedTokensAreRefused() {
        String token =
                SourceMetadata.of(null, null, SpeakerKind.HUMAN, Trust.TRUSTED).encode();

        assertThat(SourceMetadata.decode(token + "=")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"local-owner", "legacy-unknown"})
    void theFormFromBeforeTiersIsRead(String origin) {
        String token = token("{\"origin_scope\":{\"capabilities\":[\"memory.read\",\"reply\"],\"origin\":\"" + origin
                + "\"},\"principal_id\":\"p\",\"speaker_kind\":\"human\",\"trust_state\":\"pending\",\"version\":1}");

        assertThat(SourceMetadata.decode(token))
                .contains(new SourceMetadata(
                        origin.equals("local-owner") ? AuthorityTier.OWNER : null, "p", "human", Trust.PENDING));
    }
}
