package dev.scriptorium.memory.api.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class WriteFailureTests {

    @Test
    void theseCodesAreTransientAndNoOthers() {
        assertThat(Arrays.stream(FailureCode.values()).filter(FailureCode::retryable))
                .containsExactlyInAnyOrder(
                        FailureCode.CONCURRENT_UPDATE,
                        FailureCode.WORKSPACE_BUSY,
                        FailureCode.STORAGE_UNAVAILABLE,
                        FailureCode.MODEL_TRANSPORT,
                        FailureCode.MODEL_RATE_LIMIT,
                        FailureCode.MODEL_PROVIDER_INTERNAL);
    }

    @Test
    void aFailureIsAsTransientAsItsCodeUnlessItSaysOtherwise() {
        WriteFailure timeout = WriteFailure.of(FailureCode.MODEL_TIMEOUT, "too late");
        assertThat(timeout.retryable()).isFalse();
        assertThat(timeout).hasToString("MODEL_TIMEOUT: too late");
        WriteFailure mild = timeout.withRetryable(true).withRetryAfter(Duration.ofSeconds(5));
        assertThat(mild.retryable()).isTrue();
        assertThat(mild.retryAfter()).contains(Duration.ofSeconds(5));
        assertThat(mild).hasToString("MODEL_TIMEOUT (retryable): too late");
    }
}
