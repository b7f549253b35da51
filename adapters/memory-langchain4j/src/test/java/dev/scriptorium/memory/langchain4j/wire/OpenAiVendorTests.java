package dev.scriptorium.memory.langchain4j.wire;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.write.FailureCode;
import java.util.List;
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

    @Test
    void arguments_that_are_cut_are_told() {
        vendor().then(format().calls(List.of(new WireFormat.Call("call_1", "write_topic", "{\"path\":\"topics/a"))));
        vendor().then(format().calls(
                        List.of(new WireFormat.Call("call_2", "nothing_to_record", "{\"reason\":\"x\"}"))));
        assertThatWrite(write()).succeeded();
        assertThat(format().results(vendor().asked().get(1).body()))
                .singleElement()
                .satisfies(result -> assertThat(result).contains("not a JSON object"));
    }
}
