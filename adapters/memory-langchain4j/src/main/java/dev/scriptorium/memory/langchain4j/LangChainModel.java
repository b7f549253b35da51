package dev.scriptorium.memory.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.scriptorium.memory.api.model.Deadline;
import dev.scriptorium.memory.api.model.MemoryModel;
import dev.scriptorium.memory.api.model.ModelException;
import dev.scriptorium.memory.api.model.ModelReply;
import dev.scriptorium.memory.api.model.ModelRequest;
import dev.scriptorium.memory.api.model.TokenUsage;
import dev.scriptorium.memory.api.model.ToolCall;
import dev.scriptorium.memory.api.write.FailureCode;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A LangChain4j chat model as the model that writes the memory.
 *
 * <p>The memory decides about retries, so the chat model had better make none of its own ({@code maxRetries(0)}), and its
 * requests had better not be logged: they hold what people said.
 *
 * <p>Safe for use by several threads if the chat model is.
 *
 * @since 0.1
 */
public final class LangChainModel implements MemoryModel {
    private final ChatModel chat;
    private final Clock clock;
    private final @Nullable Executor executor;

    private LangChainModel(ChatModel chat, Clock clock, @Nullable Executor executor) {
        this.chat = chat;
        this.clock = clock;
        this.executor = executor;
    }

    /**
     * A model that asks on the caller's thread. A chat model cannot be told when to give up; only its own time limit ends
     * an exchange that has begun.
     *
     * @param clock what deadlines are held against
     */
    public static LangChainModel of(ChatModel chat, Clock clock) {
        return new LangChainModel(chat, clock, null);
    }

    /**
     * A model that asks on a thread of the host's, and gives up at the deadline: that thread is interrupted then. The
     * executor must not be the one on which the memory writes if that has a bounded number of threads.
     */
    public static LangChainModel of(ChatModel chat, Clock clock, Executor executor) {
        return new LangChainModel(chat, clock, executor);
    }

    @Override
    public ModelReply exchange(ModelRequest request, Deadline deadline) {
        if (deadline.passed(clock)) {
            throw new ModelException(FailureCode.MODEL_TIMEOUT, "the deadline had passed before the model was asked");
        }
        ChatRequest asked = chatRequest(request);
        if (executor == null) {
            return reply(ask(asked));
        }
        FutureTask<ChatResponse> exchange = new FutureTask<>(() -> ask(asked));
        try {
            executor.execute(exchange);
            return reply(exchange.get(deadline.remaining(clock).toNanos(), TimeUnit.NANOSECONDS));
        } catch (RejectedExecutionException e) {
            throw new ModelException(FailureCode.MODEL_FAILURE_UNKNOWN, "the executor took no exchange", e)
                    .withRetryable(true);
        } catch (TimeoutException e) {
            exchange.cancel(true);
            throw new ModelException(FailureCode.MODEL_TIMEOUT, "no reply before the deadline", e);
        } catch (InterruptedException e) {
            exchange.cancel(true);
            Thread.currentThread().interrupt();
            throw new ModelException(FailureCode.MODEL_TRANSPORT, "interrupted while the model was asked", e);
        } catch (ExecutionException | CancellationException e) {
            throw e.getCause() instanceof ModelException failure
                    ? failure
                    : new ModelException(FailureCode.MODEL_FAILURE_UNKNOWN, "the exchange broke off", e);
        }
    }

    private ChatResponse ask(ChatRequest request) {
        try {
            return chat.chat(request);
        } catch (RuntimeException e) {
            throw ChatFailures.of(e);
        }
    }

    private static ChatRequest chatRequest(ModelRequest request) {
        ChatRequest.Builder asked = ChatRequest.builder().messages(ChatMessages.of(request.messages()));
        if (!request.tools().isEmpty()) {
            asked.toolSpecifications(
                    request.tools().stream().map(ToolSpecifications::of).toList());
        }
        request.maxOutputTokens().ifPresent(asked::maxOutputTokens);
        return asked.build();
    }

    private static ModelReply reply(ChatResponse response) {
        AiMessage message = response.aiMessage();
        List<ToolCall> calls = message.toolExecutionRequests().stream()
                .map(LangChainModel::call)
                .toList();
        return ModelReply.builder(reason(response.finishReason(), calls))
                .text(message.text() == null ? "" : message.text())
                .toolCalls(calls)
                .usage(usage(response.tokenUsage()))
                .build();
    }

    private static ToolCall call(ToolExecutionRequest request) {
        return ToolCall.of(text(request.id()), text(request.name()), text(request.arguments()));
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value;
    }

    private static ModelReply.StopReason reason(@Nullable FinishReason reason, List<ToolCall> calls) {
        if (reason == null) {
            return calls.isEmpty() ? ModelReply.StopReason.OTHER : ModelReply.StopReason.TOOL_CALLS;
        }
        return switch (reason) {
            case STOP -> ModelReply.StopReason.END;
            case TOOL_EXECUTION -> ModelReply.StopReason.TOOL_CALLS;
            case LENGTH -> ModelReply.StopReason.MAX_TOKENS;
            case CONTENT_FILTER -> ModelReply.StopReason.CONTENT_FILTER;
            case OTHER -> ModelReply.StopReason.OTHER;
        };
    }

    private static TokenUsage usage(dev.langchain4j.model.output.@Nullable TokenUsage used) {
        return used == null
                ? TokenUsage.NONE
                : TokenUsage.of(tokens(used.inputTokenCount()), tokens(used.outputTokenCount()));
    }

    private static int tokens(@Nullable Integer count) {
        return count == null ? 0 : Math.max(0, count);
    }
}
