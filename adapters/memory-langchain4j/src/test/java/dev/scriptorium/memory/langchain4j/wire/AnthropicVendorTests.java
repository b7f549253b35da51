package dev.scriptorium.memory.langchain4j.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.write.FailureCode;
import org.junit.jupiter.api.Test;

/** Messages, as Anthropic speaks them. */
final class AnthropicVendorTests extends VendorTests {

    AnthropicVendorTests() {
        super(new AnthropicFormat());
    }

    @Test
    void a_refusal_without_words_is_an_empty_answer() {
        // The client does not say that it was a refusal.
        assertThat(filtered().code()).isEqualTo(FailureCode.MODEL_FAILURE_UNKNOWN);
    }
}
