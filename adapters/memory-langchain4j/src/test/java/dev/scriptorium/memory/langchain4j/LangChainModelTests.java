package dev.scriptorium.memory.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.ContentFilteredException;
import dev.langchain4j.exception.HttpException;
import dev.langchain4j.exception.InternalServerException;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.exception.ModelNotFoundException;
import dev.langchain4j.exception.RateLimitException;
import dev.langchain4j.exception.TimeoutException;
import dev.langchain4j.exception.UnresolvedModelServerException;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.scriptorium.memory.api.model.Deadline;
import dev.scriptorium.memory.api.model.ModelException;
import dev.scriptorium.memory.api.model.ModelMessage;
import dev.scriptorium.memory.api.model.ModelReply;
import dev.scriptorium.memory.api.model.ModelRequest;
import dev.scriptorium.memory.api.model.TokenUsage;
import dev.scriptorium.memory.api.model.ToolCall;
import dev.scriptorium.memory.api.model.ToolSpec;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.testkit.time.MutableClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A chat model of LangChain4j as the model of the memory. */
final class LangChainModelTests {
    private static final String SCHEMA = "{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\"},"
            + "\"lines\":{\"type\":\"array\",\"items\":{\"type\":\"integer\"},\"maxItems\":3}},"
            + "\"required\":[\"path\"],\"additionalProperties\":false}";
    private static final ModelRequest HELLO = ModelRequest.of(List.of(ModelMessage.user("Hello.")));

    private final MutableClock clock = MutableClock.at("2024-05-06T09:00:00Z");
    private final ScriptedChat chat = new ScriptedChat();
    private final LangChainModel model = LangChainModel.of(chat, clock);

    @Test
    void a_request_is_handed_on_with_every_message_and_tool() {
        model.exchange(
                ModelRequest.builder(List.of(
                                ModelMessage.system("Write."),
                                ModelMessage.user("The task."),
                                ModelMessage.assistant("", List.of(ToolCall.of("7", "read", "{\"path\":\"a\"}"))),
                                ModelMessage.tool("7", "the text"),
                                ModelMessage.assistant("Done?"),
                                ModelMessage.user("Go on.")))
                        .tools(List.of(ToolSpec.of("read", "Reads \"one\" file.", SCHEMA)))
                        .maxOutputTokens(500)
                        .build(),
                Deadline.NEVER);
        ToolExecutionRequest call = ToolExecutionRequest.builder()
                .id("7")
                .name("read")
                .arguments("{\"path\":\"a\"}")
                .build();
        assertThat(chat.last().messages())
                .containsExactly(
                        SystemMessage.from("Write."),
                        UserMessage.from("The task."),
                        AiMessage.from(call),
                        ToolExecutionResultMessage.from("7", "read", "the text"),
                        AiMessage.from("Done?"),
                        UserMessage.from("Go on."));
        assertThat(chat.last().parameters().maxOutputTokens()).isEqualTo(500);
        ToolSpecification tool = chat.last().toolSpecifications().get(0);
        assertThat(tool.name()).isEqualTo("read");
        assertThat(tool.description()).isEqualTo("Reads \"one\" file.");
        assertThat(tool.toJson())
                .contains("\"maxItems\":3", "\"required\":[\"path\"]", "\"additionalProperties\":false");
    }

    @Test
    void a_reply_comes_back_with_its_calls_and_what_it_cost() {
        chat.then(request -> ChatResponse.builder()
                .aiMessage(AiMessage.builder()
                        .text("Let me look.")
                        .toolExecutionRequests(List.of(ToolExecutionRequest.builder()
                                .id("7")
                                .name("read")
                                .arguments("{")
                                .build()))
                        .build())
                .tokenUsage(new dev.langchain4j.model.output.TokenUsage(12, 5))
                .finishReason(FinishReason.TOOL_EXECUTION)
                .build());
        ModelReply reply = model.exchange(HELLO, Deadline.NEVER);
        assertThat(reply.text()).isEqualTo("Let me look.");
        assertThat(reply.stopReason()).isEqualTo(ModelReply.StopReason.TOOL_CALLS);
        assertThat(reply.usage()).isEqualTo(TokenUsage.of(12, 5));
        assertThat(reply.toolCalls()).singleElement().satisfies(call -> {
            assertThat(call.id()).isEqualTo("7");
            assertThat(call.name()).isEqualTo("read");
            assertThat(call.argumentsJson()).isEqualTo("{");
        });
    }

    @Test
    void a_reply_that_says_nothing_of_itself_is_a_reply() {
        ModelReply reply = model.exchange(HELLO, Deadline.NEVER);
        assertThat(reply.text()).isEqualTo("I see.");
        assertThat(reply.usage()).isEqualTo(TokenUsage.NONE);
        assertThat(reply.stopReason()).isEqualTo(ModelReply.StopReason.OTHER);
    }

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new AuthenticationException("QUOTED"), FailureCode.MODEL_AUTHENTICATION),
                Arguments.of(new RateLimitException("QUOTED"), FailureCode.MODEL_RATE_LIMIT),
                Arguments.of(new InternalServerException("QUOTED"), FailureCode.MODEL_PROVIDER_INTERNAL),
                Arguments.of(new UnresolvedModelServerException("QUOTED"), FailureCode.MODEL_TRANSPORT),
                Arguments.of(new ContentFilteredException("QUOTED"), FailureCode.MODEL_CONTENT_POLICY),
                Arguments.of(new ModelNotFoundException("QUOTED"), FailureCode.MODEL_INVALID_REQUEST),
                Arguments.of(new InvalidRequestException("QUOTED"), FailureCode.MODEL_INVALID_REQUEST),
                Arguments.of(
                        new InvalidRequestException("QUOTED: maximum context length"),
                        FailureCode.MODEL_CONTEXT_LENGTH),
                Arguments.of(new TimeoutException("QUOTED"), FailureCode.MODEL_TIMEOUT),
                Arguments.of(
                        new RateLimitException(new HttpException(503, "QUOTED")), FailureCode.MODEL_PROVIDER_INTERNAL),
                Arguments.of(new IllegalStateException("QUOTED"), FailureCode.MODEL_FAILURE_UNKNOWN));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void what_a_client_throws_is_classified_and_its_words_are_left_out(RuntimeException thrown, FailureCode code) {
        chat.then(request -> {
            throw thrown;
        });
        ModelException failure = failure(model, Deadline.NEVER);
        assertThat(failure.code()).isEqualTo(code);
        assertThat(failure.getMessage()).doesNotContain("QUOTED");
    }

    private static ModelException failure(LangChainModel asked, Deadline deadline) {
        ModelException failure = catchThrowableOfType(ModelException.class, () -> asked.exchange(HELLO, deadline));
        assertThat(failure).isNotNull();
        return failure;
    }

    @Test
    void after_the_deadline_nobody_is_asked() {
        assertThat(failure(model, Deadline.of(clock.instant())).code()).isEqualTo(FailureCode.MODEL_TIMEOUT);
        assertThat(chat.requests()).isEmpty();
    }

    @Test
    void on_a_thread_of_the_hosts_the_deadline_ends_an_exchange() throws InterruptedException {
        ExecutorService threads = Executors.newCachedThreadPool();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        try {
            chat.then(request -> {
                begun.countDown();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    interrupted.countDown();
                }
                throw new IllegalStateException("interrupted");
            });
            LangChainModel patient = LangChainModel.of(chat, clock, task -> {
                threads.execute(task);
                try {
                    begun.await();
                } catch (InterruptedException e) {
                    throw new RejectedExecutionException(e);
                }
            });
            ModelException failure = failure(patient, Deadline.in(Duration.ofMillis(50), clock));
            assertThat(failure.code()).isEqualTo(FailureCode.MODEL_TIMEOUT);
            assertThat(interrupted.await(1, TimeUnit.MINUTES)).isTrue();
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void on_a_thread_of_the_hosts_failures_are_the_same() {
        chat.then(request -> {
            throw new RateLimitException("slow down");
        });
        LangChainModel elsewhere = LangChainModel.of(chat, clock, Runnable::run);
        assertThat(failure(elsewhere, Deadline.NEVER).code()).isEqualTo(FailureCode.MODEL_RATE_LIMIT);
        assertThat(elsewhere.exchange(HELLO, Deadline.NEVER).text()).isEqualTo("I see.");
    }

    @Test
    void an_executor_that_takes_nothing_is_a_failure() {
        LangChainModel refused = LangChainModel.of(chat, clock, task -> {
            throw new RejectedExecutionException();
        });
        assertThat(failure(refused, Deadline.NEVER).retryable()).isTrue();
    }

    @Test
    void an_interrupted_caller_gives_up_and_stays_interrupted() {
        LangChainModel never = LangChainModel.of(chat, clock, task -> {});
        Thread.currentThread().interrupt();
        ModelException failure = failure(never, Deadline.NEVER);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(failure.code()).isEqualTo(FailureCode.MODEL_TRANSPORT);
    }
}
