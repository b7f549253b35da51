package dev.scriptorium.memory.langchain4j.wire;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.HttpClientBuilderLoader;
import dev.scriptorium.memory.api.model.TokenUsage;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.langchain4j.LangChainModel;
import dev.scriptorium.memory.langchain4j.VendorHttp;
import dev.scriptorium.memory.local.writer.model.ModelTopicWriter;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** The writer with a model, through LangChain4j's own client, over a socket. One class for each vendor extends it. */
@ExtendWith(WorkspaceExtension.class)
abstract class VendorTests {
    private static final String TOPIC = "topics/people/ada.md";
    private static final String WRITE =
            "{\"path\":\"" + TOPIC + "\",\"text\":\"# Ada\\n\\nAda lives in Lisbon.[^e1]\\n\\n"
                    + "[^e1]: Time: `2024-05-06`; Sources: [lives in Lisbon](local/s/u1)\\n\"}";

    private static final String KEY = "key-of-the-test";
    private static final Duration BRIEF = Duration.ofMillis(500);
    /** Less than the minute that a client of LangChain4j waits when nobody tells it, so that a limit that is lost is seen. */
    private static final int LONGER_SECONDS = 40;

    private final VendorServer vendor = VendorServer.start();
    private final WireFormat format;
    private ModelTopicWriter writer;
    private TemporaryWorkspace memory;

    VendorTests(WireFormat format) {
        this.format = format;
    }

    @BeforeEach
    void somebodySpeaks(TemporaryWorkspace workspace) {
        memory = workspace;
        ask(VendorHttp.of(workspace.clock()));
        memory.store().session("s").say("u1", "I live in Lisbon.").reply("a1", "A fine city.");
    }

    private void ask(HttpClientBuilder http) {
        writer = ModelTopicWriter.builder(
                        LangChainModel.of(format.client(vendor, KEY, http), memory.clock()), memory.clock())
                .build();
        memory.use(writer);
    }

    @AfterEach
    void theVendorCloses() {
        vendor.close();
    }

    private WriteFailure failure() {
        memory.open();
        ByteSnapshot before = memory.bytes().below("topics");
        WriteFailure failure = memory.write("s").orElseThrow();
        MemoryAssertions.assertThat(memory.bytes().below("topics")).isUnchangedSince(before);
        assertThat(memory.written("s")).isEmpty();
        assertThat(failure.reason()).doesNotContain("Lisbon", KEY, "QUOTED");
        return failure;
    }

    private void fail(int status, String type, String code, String message) {
        vendor.thenFail(status, Map.of(), format.error(type, code, message + " QUOTED"));
    }

    @Test
    void a_model_that_works_writes_the_memory() {
        vendor.then(format.calls(List.of(
                new WireFormat.Call("call_1", "search_memory", "{\"query\":\"Ada\"}"),
                new WireFormat.Call("call_2", "show_turn", "{\"ref\":\"local/s/u1\"}"))));
        vendor.then(format.calls(List.of(
                new WireFormat.Call("call_3", "write_topic", WRITE), new WireFormat.Call("call_4", "finish", "{}"))));
        assertThatWrite(memory.write("s")).succeeded();

        MemoryAssertions.assertThat(memory)
                .hasNoProblems()
                .hasPending(0)
                .hasBlock("Ada lives in Lisbon.")
                .citing("local/s/u1")
                .inTopic(TOPIC);
        assertThat(vendor.left()).isZero();
        assertThat(writer.usage()).isEqualTo(TokenUsage.of(200, 40));
        assertThat(vendor.asked()).hasSize(2);
        assertThat(format.tools(vendor.asked().get(0).body())).contains("write_topic", "edit_topic", "finish");
        assertThat(format.results(vendor.asked().get(1).body()))
                .hasSize(2)
                .anySatisfy(result -> assertThat(result).startsWith("call_1: "))
                .anySatisfy(result -> assertThat(result).startsWith("call_2: ").contains("I live in Lisbon."));
        assertThat(vendor.asked().get(0).body().toString())
                .contains("I live in Lisbon.", "You keep the long-term memory");
    }

    @Test
    void a_key_that_nobody_knows_is_no_authentication() {
        fail(401, "authentication_error", "invalid_api_key", "invalid x-api-key");
        WriteFailure failure = failure();
        assertThat(failure.code()).isEqualTo(FailureCode.MODEL_AUTHENTICATION);
        assertThat(failure.retryable()).isFalse();
    }

    @Test
    void a_key_that_may_not_is_no_authorisation() {
        fail(403, "permission_error", "forbidden", "this key may not use the model");
        assertThat(failure().code()).isEqualTo(FailureCode.MODEL_AUTHORIZATION);
    }

    private WriteFailure toldToWait(String retryAfter) {
        vendor.thenFail(
                429,
                Map.of("Retry-After", retryAfter),
                format.error("rate_limit_error", "rate_limit_exceeded", "slow down QUOTED"));
        WriteFailure failure = failure();
        assertThat(failure.code()).isEqualTo(FailureCode.MODEL_RATE_LIMIT);
        assertThat(failure.retryable()).isTrue();
        return failure;
    }

    @Test
    void too_many_requests_may_come_again_after_the_wait_that_the_vendor_asks_for() {
        assertThat(toldToWait("7").retryAfter()).contains(Duration.ofSeconds(7));
        String inAMinute = DateTimeFormatter.RFC_1123_DATE_TIME.format(
                memory.clock().instant().plusSeconds(60).atOffset(ZoneOffset.UTC));
        assertThat(toldToWait(inAMinute).retryAfter().orElseThrow())
                .isBetween(Duration.ofSeconds(59), Duration.ofSeconds(60));
        assertThat(toldToWait("soon").retryAfter()).isEmpty();
    }

    @Test
    void a_vendor_in_trouble_may_ask_to_wait_too() {
        vendor.thenFail(503, Map.of("Retry-After", "30"), format.error("overloaded_error", "overloaded", "QUOTED"));
        WriteFailure failure = failure();
        assertThat(failure.code()).isEqualTo(FailureCode.MODEL_PROVIDER_INTERNAL);
        assertThat(failure.retryAfter()).contains(Duration.ofSeconds(30));
    }

    @Test
    void http_of_langchain4js_own_works_and_does_not_tell_the_wait() {
        ask(HttpClientBuilderLoader.loadHttpClientBuilder());
        assertThat(toldToWait("7").retryAfter()).isEmpty();
        vendor.then(format.calls(List.of(
                new WireFormat.Call("call_1", "write_topic", WRITE), new WireFormat.Call("call_2", "finish", "{}"))));
        assertThatWrite(memory.write("s")).succeeded();
    }

    @Test
    @Timeout(value = LONGER_SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void a_vendor_that_does_not_answer_in_time_may_be_asked_again() {
        ask(VendorHttp.of(memory.clock()).connectTimeout(BRIEF).readTimeout(BRIEF));
        vendor.thenSilence();
        WriteFailure failure = failure();
        assertThat(failure.code()).isEqualTo(FailureCode.MODEL_TIMEOUT);
        assertThat(failure.retryable()).isTrue();
    }

    @Test
    @Timeout(value = LONGER_SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void a_vendor_that_falls_silent_after_its_headers_has_not_answered_in_time() {
        ask(VendorHttp.of(memory.clock()).connectTimeout(BRIEF).readTimeout(BRIEF));
        vendor.thenOnlyHeaders();
        WriteFailure failure = failure();
        assertThat(failure.code()).isEqualTo(FailureCode.MODEL_TIMEOUT);
        assertThat(failure.retryable()).isTrue();
    }

    @Test
    void a_vendor_in_trouble_may_be_asked_again() {
        fail(500, "api_error", "server_error", "internal");
        WriteFailure failure = failure();
        assertThat(failure.code()).isEqualTo(FailureCode.MODEL_PROVIDER_INTERNAL);
        assertThat(failure.retryable()).isTrue();
    }

    @Test
    void a_request_that_is_too_long_is_halved_once() {
        String tooLong = "prompt is too long: this model's maximum context length is 8 tokens";
        fail(400, "invalid_request_error", "context_length_exceeded", tooLong);
        fail(400, "invalid_request_error", "context_length_exceeded", tooLong);
        assertThat(failure().code()).isEqualTo(FailureCode.MODEL_CONTEXT_LENGTH);
        assertThat(vendor.asked()).hasSize(2);
        assertThat(vendor.left()).isZero();
    }

    @Test
    void a_request_that_the_vendor_will_not_have_is_against_its_policy() {
        fail(400, "invalid_request_error", "content_filter", "blocked by our content policy");
        assertThat(failure().code()).isEqualTo(FailureCode.MODEL_CONTENT_POLICY);
    }

    @Test
    void another_bad_request_is_an_invalid_one() {
        fail(400, "invalid_request_error", "invalid_value", "tools: expected something else");
        assertThat(failure().code()).isEqualTo(FailureCode.MODEL_INVALID_REQUEST);
    }

    @Test
    void a_reply_that_is_cut_is_asked_for_again_once() {
        vendor.then(format.words("I will now", format.cut()));
        vendor.then(format.words("I will now", format.cut()));
        WriteFailure failure = failure();
        assertThat(failure.code()).isEqualTo(FailureCode.MODEL_FAILURE_UNKNOWN);
        assertThat(failure.reason()).contains("cut at their longest length");
    }

    @Test
    void prose_leads_nowhere() {
        vendor.then(format.words("I have noted it.", ""));
        vendor.then(format.words("I have noted it.", ""));
        assertThat(failure().code()).isEqualTo(FailureCode.WRITER_NO_PROGRESS);
    }

    @Test
    void calls_that_are_none_lead_nowhere() {
        for (int i = 0; i < 3; i++) {
            vendor.then(format.calls(List.of(new WireFormat.Call("call_" + i, "rm_rf", "{\"path\":\"/\"}"))));
        }
        WriteFailure failure = failure();
        assertThat(failure.code()).isEqualTo(FailureCode.MODEL_FAILURE_UNKNOWN);
        assertThat(failure.reason()).contains("malformed", "unknown tool MALFORMED_CALL");
        assertThat(format.results(vendor.asked().get(2).body()))
                .hasSize(2)
                .allMatch(text -> text.contains("no such tool"));
    }

    @Test
    void calls_without_end_end_at_the_limit() {
        for (int i = 0; i < 20; i++) {
            vendor.then(format.calls(List.of(new WireFormat.Call("call_" + i, "list_topics", "{}"))));
        }
        assertThat(failure().code()).isEqualTo(FailureCode.WRITER_NO_PROGRESS);
        assertThat(vendor.left()).isZero();
    }

    @Test
    void a_vendor_that_is_not_there_is_a_matter_of_transport() {
        vendor.close();
        WriteFailure failure = failure();
        assertThat(failure.code()).isEqualTo(FailureCode.MODEL_TRANSPORT);
        assertThat(failure.retryable()).isTrue();
    }

    @Test
    void after_a_failure_the_next_write_writes_all_of_it() {
        fail(500, "api_error", "server_error", "internal");
        failure();
        vendor.then(format.calls(List.of(
                new WireFormat.Call("call_1", "write_topic", WRITE), new WireFormat.Call("call_2", "finish", "{}"))));
        assertThatWrite(memory.write("s")).succeeded();
        MemoryAssertions.assertThat(memory).hasPending(0).hasBlock("Ada lives in Lisbon.");
    }

    /** What the vendor's word for a reply cut for its content comes to. */
    WriteFailure filtered() {
        vendor.then(format.words("", format.filtered()));
        vendor.then(format.words("", format.filtered()));
        return failure();
    }

    VendorServer vendor() {
        return vendor;
    }

    WireFormat format() {
        return format;
    }

    Optional<WriteFailure> write() {
        return memory.write("s");
    }
}
