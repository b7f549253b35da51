package dev.scriptorium.memory.api.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.write.FailureCode;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a vendor's error means, and that its words go no further. */
class ModelFailuresTests {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            429 | Rate limit reached for requests                    | MODEL_RATE_LIMIT         | true
            429 | You exceeded your current quota, check billing     | MODEL_RATE_LIMIT         | false
            500 | internal error                                     | MODEL_PROVIDER_INTERNAL  | true
            503 | overloaded                                         | MODEL_PROVIDER_INTERNAL  | true
            529 | overloaded_error                                   | MODEL_PROVIDER_INTERNAL  | true
            401 | invalid x-api-key                                  | MODEL_AUTHENTICATION     | false
            403 | your key may not use this model                    | MODEL_AUTHORIZATION      | false
            408 | request timeout                                    | MODEL_TIMEOUT            | true
            413 | request too large                                  | MODEL_CONTEXT_LENGTH     | false
            400 | maximum context length is 8192 tokens              | MODEL_CONTEXT_LENGTH     | false
            400 | prompt is too long: 210000 tokens > 200000 maximum | MODEL_CONTEXT_LENGTH     | false
            400 | rejected by our content management policy          | MODEL_CONTENT_POLICY     | false
            400 | tools.0.name: field required                       | MODEL_INVALID_REQUEST    | false
            404 | model not found                                    | MODEL_INVALID_REQUEST    | false
            422 | unprocessable                                      | MODEL_INVALID_REQUEST    | false
            """)
    void anAnswerThatIsNoSuccess(int status, String body, FailureCode code, boolean retryable) {
        ModelException failure = ModelFailures.ofStatus(status, body, null);
        assertThat(failure.code()).isEqualTo(code);
        assertThat(failure.retryable()).isEqualTo(retryable);
        assertThat(failure).hasMessageContaining(String.valueOf(status)).hasNoCause();
        assertThat(failure.getMessage()).doesNotContain(body);
    }

    @Test
    void howLongTheVendorAsksToWaitIsKept() {
        assertThat(ModelFailures.ofStatus(429, "", Duration.ofSeconds(9)).retryAfter())
                .contains(Duration.ofSeconds(9));
        Clock clock = Clock.fixed(Instant.parse("2026-11-30T20:00:00Z"), ZoneOffset.UTC);
        assertThat(ModelFailures.retryAfter("120", clock)).contains(Duration.ofMinutes(2));
        assertThat(ModelFailures.retryAfter("Mon, 30 Nov 2026 20:00:30 GMT", clock))
                .contains(Duration.ofSeconds(30));
        assertThat(ModelFailures.retryAfter("Mon, 30 Nov 2026 19:00:00 GMT", clock))
                .contains(Duration.ZERO);
        assertThat(ModelFailures.retryAfter("soon", clock)).isEmpty();
        assertThat(ModelFailures.retryAfter("-5", clock)).isEmpty();
        assertThat(ModelFailures.retryAfter("99999999999999999999", clock)).isEmpty();
    }

    @Test
    void whatAClientThrewIsKnownByItsTypeOrThatOfACause() {
        assertThat(code(new ConnectException("refused"))).isEqualTo(FailureCode.MODEL_TRANSPORT);
        assertThat(code(new IllegalStateException(new IOException(new UnknownHostException("api")))))
                .isEqualTo(FailureCode.MODEL_TRANSPORT);
        assertThat(code(new IllegalStateException(new TimeoutException()))).isEqualTo(FailureCode.MODEL_TIMEOUT);
        ModelException known = new ModelException(FailureCode.MODEL_CONTENT_POLICY, "no");
        assertThat(ModelFailures.of(new IllegalStateException(known))).isSameAs(known);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            insufficient_quota: check your plan        | MODEL_RATE_LIMIT      | false
            Incorrect API key provided: sk-abc         | MODEL_AUTHENTICATION  | false
            This model's maximum context length is 8k  | MODEL_CONTEXT_LENGTH  | false
            flagged by the content policy              | MODEL_CONTENT_POLICY  | false
            you do not have permission                 | MODEL_AUTHORIZATION   | false
            invalid image in message 3                 | MODEL_INVALID_REQUEST | false
            the server is overloaded                   | MODEL_RATE_LIMIT      | true
            read timed out                             | MODEL_TIMEOUT         | true
            Connection reset by peer                   | MODEL_TRANSPORT       | true
            something else altogether                  | MODEL_FAILURE_UNKNOWN | false
            """)
    void orByItsWords(String words, FailureCode code, boolean retryable) {
        ModelException failure = ModelFailures.of(new IllegalStateException(words));
        assertThat(failure.code()).isEqualTo(code);
        assertThat(failure.retryable()).isEqualTo(retryable);
        assertThat(failure).hasNoCause();
        assertThat(failure.getMessage()).doesNotContain(words).contains("IllegalStateException");
    }

    @Test
    void aCauseThatGoesRoundInCirclesEnds() {
        IllegalStateException first = new IllegalStateException("a");
        IllegalStateException second = new IllegalStateException("b", first);
        first.initCause(second);
        assertThat(code(second)).isEqualTo(FailureCode.MODEL_FAILURE_UNKNOWN);
    }

    private static FailureCode code(Throwable thrown) {
        return ModelFailures.of(thrown).code();
    }
}
