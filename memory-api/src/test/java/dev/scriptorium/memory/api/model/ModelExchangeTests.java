package dev.scriptorium.memory.api.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.scriptorium.memory.api.write.FailureCode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModelExchangeTests {
    private static final ToolCall CALL = ToolCall.of("c1", "edit", "{\"path\":\"topics/a.md\"}");

    @Test
    void aRequestHoldsMessagesAndTools() {
        ToolSpec tool = ToolSpec.of("edit", "Edits a topic.", "{\"type\":\"object\"}");
        ModelRequest request = ModelRequest.builder(List.of(ModelMessage.system("rules"), ModelMessage.user("task")))
                .tools(List.of(tool))
                .maxOutputTokens(500)
                .build();
        assertThat(request.messages())
                .extracting(ModelMessage::role)
                .containsExactly(ModelMessage.Role.SYSTEM, ModelMessage.Role.USER);
        assertThat(request.tools()).containsExactly(tool);
        assertThat(request.maxOutputTokens()).hasValue(500);
        assertThat(tool.name()).isEqualTo("edit");
        assertThat(tool.description()).isEqualTo("Edits a topic.");
        assertThat(tool.jsonSchema()).isEqualTo("{\"type\":\"object\"}");
    }

    @Test
    void aRequestWithoutAMessageOrWithoutRoomForAReplyIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> ModelRequest.of(List.of()));
        ModelRequest.Builder mute =
                ModelRequest.builder(List.of(ModelMessage.user("task"))).maxOutputTokens(0);
        assertThatIllegalArgumentException().isThrownBy(mute::build);
        assertThat(ModelRequest.of(List.of(ModelMessage.user("task"))).maxOutputTokens())
                .isEmpty();
    }

    @Test
    void aToolsResultNamesItsCall() {
        ModelMessage calling = ModelMessage.assistant("", List.of(CALL));
        ModelMessage result = ModelMessage.tool(CALL.id(), "ok");
        assertThat(calling.toolCalls()).containsExactly(CALL);
        assertThat(calling.toolCallId()).isEmpty();
        assertThat(result.role()).isEqualTo(ModelMessage.Role.TOOL);
        assertThat(result.toolCallId()).contains("c1");
        assertThat(result.text()).isEqualTo("ok");
        assertThat(ModelMessage.assistant("done").toolCalls()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "memory edit", "é", "a.b"})
    void aToolsNameIsOneThatEveryVendorAccepts(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> ToolSpec.of(name, "", "{}"));
        assertThatIllegalArgumentException().isThrownBy(() -> ToolSpec.of("a".repeat(65), "", "{}"));
    }

    @Test
    void whatAModelWroteIsNotChecked() {
        ToolCall odd = ToolCall.of("", "no such tool", "not JSON");
        assertThat(odd.name()).isEqualTo("no such tool");
        assertThat(odd.argumentsJson()).isEqualTo("not JSON");
    }

    @Test
    void aReplyIsWordsOrCallsOrBoth() {
        assertThat(ModelReply.of("done")).satisfies(reply -> {
            assertThat(reply.text()).isEqualTo("done");
            assertThat(reply.toolCalls()).isEmpty();
            assertThat(reply.stopReason()).isEqualTo(ModelReply.StopReason.END);
            assertThat(reply.usage()).isEqualTo(TokenUsage.NONE);
        });
        assertThat(ModelReply.calling(List.of(CALL))).satisfies(reply -> {
            assertThat(reply.text()).isEmpty();
            assertThat(reply.toolCalls()).containsExactly(CALL);
            assertThat(reply.stopReason()).isEqualTo(ModelReply.StopReason.TOOL_CALLS);
        });
        assertThat(ModelReply.builder(ModelReply.StopReason.MAX_TOKENS)
                        .text("cut")
                        .usage(TokenUsage.of(10, 5))
                        .build()
                        .usage()
                        .total())
                .isEqualTo(15);
    }

    @Test
    void usagesAddUp() {
        assertThat(TokenUsage.of(10, 5).plus(TokenUsage.of(1, 2)))
                .isEqualTo(TokenUsage.of(11, 7))
                .hasSameHashCodeAs(TokenUsage.of(11, 7))
                .hasToString("11 in, 7 out");
        assertThatIllegalArgumentException().isThrownBy(() -> TokenUsage.of(-1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> TokenUsage.of(0, -1));
    }

    @ParameterizedTest
    @EnumSource
    void onlyAModelsCodesBelongToAModelsFailure(FailureCode code) {
        if (code.name().startsWith("MODEL_")) {
            assertThatNoException().isThrownBy(() -> new ModelException(code, "no"));
            assertThat(new ModelException(code, "no").retryable()).isEqualTo(code.retryable());
        } else {
            assertThatIllegalArgumentException().isThrownBy(() -> new ModelException(code, "no"));
        }
    }

    @Test
    void aModelsFailureMayHaveItsOwnVerdict() {
        IllegalStateException cause = new IllegalStateException();
        ModelException failure = new ModelException(FailureCode.MODEL_TIMEOUT, "too late", cause);
        ModelException mild = failure.withRetryable(true).withRetryAfter(Duration.ofSeconds(3));
        assertThat(failure.retryable()).isFalse();
        assertThat(failure.retryAfter()).isEmpty();
        assertThat(mild.retryable()).isTrue();
        assertThat(mild.retryAfter()).contains(Duration.ofSeconds(3));
        assertThat(mild).hasMessage("too late").hasCause(cause);
        assertThat(mild.code()).isEqualTo(FailureCode.MODEL_TIMEOUT);
        assertThat(mild.getStackTrace()).isEqualTo(failure.getStackTrace());
    }
}
