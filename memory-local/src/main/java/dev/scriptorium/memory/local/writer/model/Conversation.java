package dev.scriptorium.memory.local.writer.model;

import dev.scriptorium.memory.api.model.Deadline;
import dev.scriptorium.memory.api.model.MemoryModel;
import dev.scriptorium.memory.api.model.ModelException;
import dev.scriptorium.memory.api.model.ModelMessage;
import dev.scriptorium.memory.api.model.ModelReply;
import dev.scriptorium.memory.api.model.ModelRequest;
import dev.scriptorium.memory.api.model.TokenUsage;
import dev.scriptorium.memory.api.model.ToolCall;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.local.writer.WriterException;
import dev.scriptorium.memory.local.writer.WriterOutcome;
import dev.scriptorium.memory.local.writer.WriterTask;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One task as a model works on it: request, reply, tool calls, and so on until it says that it is done, or has shown
 * that it will not be. Logs numbers; words only at TRACE.
 */
final class Conversation {
    private static final Logger LOG = LoggerFactory.getLogger(Conversation.class);

    /** More calls in one reply than anybody needs. */
    private static final int CALLS = 32;
    /** How often in a row a model may answer in a way that leads nowhere. */
    private static final int PATIENCE = 2;

    private static final int MALFORMED_REPLIES = 3;
    private static final int REASON = 300;

    private final MemoryModel model;
    private final Clock clock;
    private final Duration timeout;
    private final Consumer<TokenUsage> used;
    private final WriterTask task;
    private final Draft draft;
    private final StageTools tools;
    private final NewEvidence evidence;
    private final List<ModelMessage> messages;
    private final Map<TopicPath, Optional<String>> before;
    private final Set<String> refusals = new LinkedHashSet<>();
    private int empty;
    private int prose;
    private int cut;
    private int malformed;
    private int unfinished;
    private boolean mended;

    Conversation(
            MemoryModel model,
            Clock clock,
            Duration timeout,
            Consumer<TokenUsage> used,
            WriterTask task,
            Draft draft,
            StageTools tools,
            NewEvidence evidence,
            List<ModelMessage> opening) {
        this.model = model;
        this.clock = clock;
        this.timeout = timeout;
        this.used = used;
        this.task = task;
        this.draft = draft;
        this.tools = tools;
        this.evidence = evidence;
        this.messages = new ArrayList<>(opening);
        this.before = draft.changes();
        // A repair is the one that a task has.
        this.mended = !task.violations().isEmpty();
    }

    /**
     * Talks to the model until the task is done.
     *
     * @throws ModelException when the model fails
     * @throws WriterException when it answers and gets nowhere
     */
    WriterOutcome run() throws WriterException {
        for (int exchange = 1; exchange <= task.limits().exchanges(); exchange++) {
            ModelReply reply = ask(exchange);
            WriterOutcome outcome = heard(reply);
            if (outcome != null) {
                return outcome;
            }
        }
        throw noProgress("the model did not finish within " + task.limits().exchanges() + " exchanges");
    }

    private ModelReply ask(int exchange) {
        if (LOG.isTraceEnabled()) {
            messages.forEach(message -> LOG.trace("{}: {}", message.role(), message.text()));
        }
        ModelReply reply = model.exchange(
                ModelRequest.builder(messages)
                        .tools(ToolBelt.of(task.kind() == WriterTask.Kind.WRITE))
                        .build(),
                Deadline.in(timeout, clock));
        used.accept(reply.usage());
        LOG.debug(
                "exchange {}: {} calls, stopped by {}, {}",
                exchange,
                reply.toolCalls().size(),
                reply.stopReason(),
                reply.usage());
        LOG.trace("{}", reply.text());
        return reply;
    }

    private @Nullable WriterOutcome heard(ModelReply reply) throws WriterException {
        if (reply.stopReason() == ModelReply.StopReason.CONTENT_FILTER) {
            throw failed(FailureCode.MODEL_CONTENT_POLICY, "the vendor cut the model's reply for its content");
        }
        if (reply.stopReason() == ModelReply.StopReason.MAX_TOKENS) {
            cut = again(cut, FailureCode.MODEL_FAILURE_UNKNOWN, "the model's replies were cut at their longest length");
            said(
                    reply.text(),
                    "Your reply was cut off, and nothing in it was done. Make smaller edits, a few at a time.");
            return null;
        }
        cut = 0;
        if (reply.toolCalls().isEmpty() && reply.text().isBlank()) {
            empty = again(empty, FailureCode.MODEL_FAILURE_UNKNOWN, "the model gave empty answers");
            said("", "Your reply was empty. Call a tool; when all is done, call finish or nothing_to_record.");
            return null;
        }
        empty = 0;
        if (reply.toolCalls().isEmpty()) {
            prose = again(
                    prose, FailureCode.WRITER_NO_PROGRESS, "the model answered in prose instead of calling tools");
            said(
                    reply.text(),
                    "Nobody reads prose here. Call tools; when all is done, call finish or nothing_to_record.");
            return null;
        }
        prose = 0;
        return called(reply);
    }

    private int again(int times, FailureCode code, String what) throws WriterException {
        if (times + 1 >= PATIENCE) {
            throw failed(code, what + refused());
        }
        return times + 1;
    }

    private void said(String text, String answer) {
        if (!text.isBlank()) {
            messages.add(ModelMessage.assistant(text));
        }
        messages.add(ModelMessage.user(answer));
    }

    private @Nullable WriterOutcome called(ModelReply reply) throws WriterException {
        messages.add(ModelMessage.assistant(reply.text(), reply.toolCalls()));
        WriterOutcome outcome = null;
        boolean senseless = true;
        int number = 0;
        for (ToolCall call : reply.toolCalls()) {
            String answer;
            try {
                if (outcome != null) {
                    throw new ToolRefusal("AFTER_THE_END", "the task was ended by a call before this one");
                }
                if (++number > CALLS) {
                    throw new ToolRefusal("TOO_MANY_CALLS", "too many calls in one reply; make them again");
                }
                switch (call.name()) {
                    case ToolBelt.FINISH -> {
                        outcome = finish();
                        answer = "done";
                    }
                    case ToolBelt.NOTHING -> {
                        outcome = nothing(ToolArguments.of(call.argumentsJson()).text("reason"));
                        answer = "done";
                    }
                    default -> answer = tools.call(call);
                }
                senseless = false;
            } catch (ToolRefusal refusal) {
                senseless &= refusal.code().equals(ToolArguments.MALFORMED);
                refusals.add(ToolBelt.known(call.name()) + " " + refusal.code());
                answer = "refused: " + refusal.answer();
            }
            messages.add(ModelMessage.tool(call.id(), answer));
        }
        if (outcome != null) {
            return outcome;
        }
        malformed = senseless ? malformed + 1 : 0;
        if (malformed >= MALFORMED_REPLIES) {
            throw failed(FailureCode.MODEL_FAILURE_UNKNOWN, "the model's tool calls were malformed" + refused());
        }
        return null;
    }

    private WriterOutcome finish() throws ToolRefusal, WriterException {
        if (!edited()) {
            // Order is what is there already; but who tried to change it and could not has not found it in order.
            if (task.kind() == WriterTask.Kind.ORGANISE && refusals.isEmpty()) {
                return WriterOutcome.nothingToRecord("the model found the topics in order");
            }
            if (++unfinished >= PATIENCE) {
                throw noProgress("the model finished without an edit");
            }
            throw new ToolRefusal(
                    "NO_EDIT", "nothing is edited; edit first, or call nothing_to_record if nothing is worth an edit");
        }
        List<String> problems = evidence.problems();
        if (!problems.isEmpty()) {
            if (mended) {
                throw failed(
                        FailureCode.COMMIT_REJECTED,
                        "the model's edit was refused twice: " + String.join("; ", problems.subList(0, 1)));
            }
            mended = true;
            throw new ToolRefusal("EVIDENCE", "mend this, then finish again:\n" + String.join("\n", problems));
        }
        return WriterOutcome.edited();
    }

    private WriterOutcome nothing(String reason) throws ToolRefusal {
        if (edited()) {
            throw new ToolRefusal(
                    "EDITED", "you have edited topics; call finish to have the edits kept, or take them back first");
        }
        if (reason.isBlank()) {
            throw new ToolRefusal("NO_REASON", "say in one sentence why nothing is worth an edit");
        }
        String line = reason.strip().replaceAll("\\s+", " ");
        return WriterOutcome.nothingToRecord(line.length() > REASON ? line.substring(0, REASON) + "…" : line);
    }

    /** Whether it has edited anything; what another half of the batch came to does not count. */
    private boolean edited() {
        return !draft.changes().equals(before);
    }

    private WriterException noProgress(String what) {
        return failed(FailureCode.WRITER_NO_PROGRESS, what + refused());
    }

    /** Which calls were refused before, by tool and code: what the model wrote is not repeated. */
    private String refused() {
        return refusals.isEmpty() ? "" : "; refused before: " + String.join(", ", refusals);
    }

    private static WriterException failed(FailureCode code, String reason) {
        return new WriterException(WriteFailure.of(code, reason), null);
    }
}
