package dev.scriptorium.memory.langchain4j.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.write.FailureCode;
import org.junit.jupiter.api.Test;

/** Chat completions, as OpenAI and many others speak them. */
final class OpenAiVendorTests extends VendorTests {

    OpenAiVendorTests() {
        super(new OpenAiFormat());
    }

    @Test
    void a_reply_that_is_filtered_is_against_the_policy() {
        assertThat(filtered().code()).isEqualTo(FailureCode.MODEL_CONTENT_POLICY);
    }
}
