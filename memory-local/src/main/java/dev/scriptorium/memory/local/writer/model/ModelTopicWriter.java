package dev.scriptorium.memory.local.writer.model;

import dev.scriptorium.memory.api.model.Deadline;
import dev.scriptorium.memory.api.model.MemoryModel;
import dev.scriptorium.memory.api.model.ModelException;
import dev.scriptorium.memory.api.model.ModelFailures;
import dev.scriptorium.memory.api.model.ModelMessage;
import dev.scriptorium.memory.api.model.ModelReply;
import dev.scriptorium.memory.api.model.ModelRequest;
import dev.scriptorium.memory.api.model.TokenUsage;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.local.writer.BatchTurn;
import dev.scriptorium.memory.local.writer.Stage;
import dev.scriptorium.memory.local.writer.TopicWriter;
import dev.scriptorium.memory.local.writer.WriterException;
import dev.scriptorium.memory.local.writer.WriterOutcome;
import dev.scriptorium.memory.local.writer.WriterTask;
import dev.scriptorium.memory.markdown.token.TokenCounter;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;

/**
 * The writer that asks a language model. The model is shown the batch and what the memory holds about it, edits a draft
 * by tools, and says when it is done; only then is the stage edited. Whatever the model does, the draft goes through the
 * rules like any other edit.
 *
 * <p>How much it shows and how often it asks are settings of the memory: {@code writerTokens} and
 * {@code writerMaxExchanges}. What was said is untrusted: it may move nobody to do anything but record it.
 *
 * <p>Safe for use by several threads when the model is. Nothing that anybody said, and no prompt, is logged above TRACE.
 *
 * @since 0.1
 */
public final class ModelTopicWriter implements TopicWriter {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/-]{0,99}");

    private final MemoryModel model;
    private final Clock clock;
    private final String name;
    private final Duration exchangeTimeout;
    private final TokenCounter counter = new TokenCounter();
    private final LongAdder input = new LongAdder();
    private final LongAdder output = new LongAdder();

    private ModelTopicWriter(Builder builder) {
        this.model = builder.model;
        this.clock = builder.clock;
        this.name = builder.name;
        this.exchangeTimeout = builder.exchangeTimeout;
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("not a name of a writer: \"" + name + "\"");
        }
        if (exchangeTimeout.isNegative() || exchangeTimeout.isZero()) {
            throw new IllegalArgumentException("an exchange takes time: " + exchangeTimeout);
        }
    }

    /**
     * Starts a writer.
     *
     * @param clock tells when an exchange has taken too long
     */
    public static Builder builder(MemoryModel model, Clock clock) {
        return new Builder(model, clock);
    }

    @Override
    public String name() {
        return name;
    }

    /** The tokens of every exchange so far, as the vendor counts them. */
    public TokenUsage usage() {
        return TokenUsage.of(input.sum(), output.sum());
    }

    @Override
    public WriterOutcome write(WriterTask task, Stage stage) throws WriterException {
        Draft draft = new Draft(stage);
        WriterOutcome outcome;
        try {
            outcome = work(task, draft);
        } catch (ModelException e) {
            throw failure(e);
        }
        if (outcome.nothingToRecord().isEmpty()) {
            draft.put();
        }
        return outcome;
    }

    /** Works on the whole batch, or, when it is too long for the model, on its halves one after the other. */
    private WriterOutcome work(WriterTask task, Draft draft) throws WriterException {
        List<BatchTurn> batch = task.batch();
        try {
            return talk(task, draft, batch);
        } catch (ModelException e) {
            if (e.code() != FailureCode.MODEL_CONTEXT_LENGTH || batch.isEmpty()) {
                throw e;
            }
        }
        draft.discard();
        WriterOutcome outcome = null;
        for (List<BatchTurn> half : halves(batch)) {
            WriterOutcome one = talk(task, draft, half);
            outcome = outcome == null || outcome.nothingToRecord().isPresent() ? one : outcome;
        }
        return draft.changes().isEmpty() && outcome != null ? outcome : WriterOutcome.edited();
    }

    private WriterOutcome talk(WriterTask task, Draft draft, List<BatchTurn> batch) throws WriterException {
        List<ModelMessage> opening = new TaskPrompt(task, draft, counter).messages(batch);
        return new Conversation(
                        this::exchange,
                        clock,
                        exchangeTimeout,
                        this::count,
                        task,
                        draft,
                        new StageTools(draft, batch, counter, task.limits().tokens()),
                        new NewEvidence(draft, task.batch()),
                        opening)
                .run();
    }

    private void count(TokenUsage used) {
        input.add(used.input());
        output.add(used.output());
    }

    /** What a client throws that is no typed failure is classified, and its words are left out. */
    private ModelReply exchange(ModelRequest request, Deadline deadline) {
        try {
            return model.exchange(request, deadline);
        } catch (ModelException e) {
            throw e;
        } catch (RuntimeException e) {
            throw ModelFailures.of(e);
        }
    }

    /** Two parts of about the same length; of one turn, the two halves of its words under the same ref (D40). */
    private static List<List<BatchTurn>> halves(List<BatchTurn> batch) {
        if (batch.size() == 1) {
            BatchTurn turn = batch.get(0);
            String text = turn.text();
            int middle = text.offsetByCodePoints(0, text.codePointCount(0, text.length()) / 2);
            return List.of(
                    List.of(piece(turn, text.substring(0, middle))), List.of(piece(turn, text.substring(middle))));
        }
        long whole = batch.stream().mapToLong(turn -> turn.text().length()).sum();
        List<BatchTurn> first = new ArrayList<>();
        long length = 0;
        for (BatchTurn turn : batch.subList(0, batch.size() - 1)) {
            if (!first.isEmpty() && length + turn.text().length() > whole / 2) {
                break;
            }
            length += turn.text().length();
            first.add(turn);
        }
        return List.of(first, batch.subList(first.size(), batch.size()));
    }

    private static BatchTurn piece(BatchTurn turn, String text) {
        return new BatchTurn(
                turn.ref(),
                turn.kind(),
                turn.tier(),
                turn.speakerKind(),
                turn.speaker().orElse(null),
                turn.time().orElse(null),
                turn.label(),
                text);
    }

    private static WriterException failure(ModelException e) {
        WriteFailure failure = WriteFailure.of(
                        e.code(), e.getMessage() == null ? e.code().name() : e.getMessage())
                .withRetryable(e.retryable());
        return new WriterException(e.retryAfter().map(failure::withRetryAfter).orElse(failure), e);
    }

    /** Builder of {@link ModelTopicWriter}. Not thread-safe. */
    public static final class Builder {
        private final MemoryModel model;
        private final Clock clock;
        private String name = "model";
        private Duration exchangeTimeout = Duration.ofMinutes(5);

        private Builder(MemoryModel model, Clock clock) {
            this.model = model;
            this.clock = clock;
        }

        /** What status and history call it, such as {@code openai/gpt-5}; letters, digits and {@code . _ : / -}. */
        public Builder name(String value) {
            this.name = value;
            return this;
        }

        /** How long one exchange may take; 5 minutes unless set. */
        public Builder exchangeTimeout(Duration value) {
            this.exchangeTimeout = value;
            return this;
        }

        /**
         * Builds the writer.
         *
         * @throws IllegalArgumentException when the name is of another form, or the time is not positive
         */
        public ModelTopicWriter build() {
            return new ModelTopicWriter(this);
        }
    }
}
