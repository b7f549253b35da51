package dev.scriptorium.memory.testkit.writer;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static dev.scriptorium.memory.testkit.model.ModelSteps.cut;
import static dev.scriptorium.memory.testkit.model.ModelSteps.empty;
import static dev.scriptorium.memory.testkit.model.ModelSteps.failing;
import static dev.scriptorium.memory.testkit.model.ModelSteps.filtered;
import static dev.scriptorium.memory.testkit.model.ModelSteps.finish;
import static dev.scriptorium.memory.testkit.model.ModelSteps.nothing;
import static dev.scriptorium.memory.testkit.model.ModelSteps.say;
import static dev.scriptorium.memory.testkit.model.ModelSteps.throwing;
import static dev.scriptorium.memory.testkit.model.ModelSteps.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.model.ModelException;
import dev.scriptorium.memory.api.model.ModelReply;
import dev.scriptorium.memory.api.model.TokenUsage;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.local.writer.model.ModelTopicWriter;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.model.ModelStep;
import dev.scriptorium.memory.testkit.model.ScriptedMemoryModel;
import dev.scriptorium.memory.testkit.session.InMemorySession;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** What becomes of a batch whose model fails. */
@ExtendWith(WorkspaceExtension.class)
class FailingModelTests {
    private static final String TOPIC = "topics/people/ada.md";

    private final ScriptedMemoryModel model = ScriptedMemoryModel.of();
    private ModelTopicWriter writer;
    private TemporaryWorkspace memory;
    private InMemorySession session;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        writer = ModelTopicWriter.builder(model, workspace.clock()).build();
        memory = workspace.use(writer);
        session = memory.store().session("s").say("u1", "I live in Lisbon.").reply("a1", "A fine city.");
    }

    private static ModelStep record(String path, String text, String ref) {
        return write(
                path, "# Topic\n\n" + text + "[^e1]\n\n[^e1]: Time: `2024-05-06`; Sources: [said so](" + ref + ")\n");
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.MATCH_ALL, names = "MODEL_.*")
    void everyFailureOfAModelIsPassedOnAndTheTurnsWait(FailureCode code) {
        model.then(failing(code), failing(code), failing(code));
        Optional<WriteFailure> answer = memory.write("s");
        assertThatWrite(answer).failedWith(code);
        assertThat(answer.orElseThrow().retryable()).isEqualTo(code.retryable());
        assertThat(memory.written("s")).isEmpty();
        MemoryAssertions.assertThat(memory).hasArchived(2).hasBlocks(0);
    }

    @Test
    void theVendorsVerdictAndItsRetryAfterArePassedOn() {
        model.then(failing(new ModelException(FailureCode.MODEL_RATE_LIMIT, "slow down")
                .withRetryable(false)
                .withRetryAfter(Duration.ofSeconds(17))));
        Optional<WriteFailure> answer = memory.write("s");
        assertThatWrite(answer).failedWith(FailureCode.MODEL_RATE_LIMIT).notRetryable();
        assertThat(answer.orElseThrow().retryAfter()).contains(Duration.ofSeconds(17));
    }

    @Test
    void whatAClientThrowsIsClassifiedAndItsWordsAreLeftOut() {
        model.then(
                throwing(new UncheckedIOException(new ConnectException("Lisbon refused"))),
                throwing(new IllegalStateException("call failed", new SocketTimeoutException("Lisbon"))),
                throwing(new IllegalStateException("Incorrect API key provided: sk-Lisbon")),
                throwing(new IllegalStateException("I live in Lisbon")));
        assertThatWrite(memory.write("s"))
                .failedWith(FailureCode.MODEL_TRANSPORT)
                .retryable();
        assertThatWrite(memory.write("s")).failedWith(FailureCode.MODEL_TIMEOUT).retryable();
        assertThatWrite(memory.write("s"))
                .failedWith(FailureCode.MODEL_AUTHENTICATION)
                .notRetryable();
        Optional<WriteFailure> unknown = memory.write("s");
        assertThatWrite(unknown).failedWith(FailureCode.MODEL_FAILURE_UNKNOWN).notRetryable();
        assertThat(unknown.orElseThrow().reason()).doesNotContain("Lisbon").contains("IllegalStateException");
    }

    @Test
    void aReplyThatIsFilteredIsAMatterOfPolicy() {
        model.then(filtered(say("I cannot")));
        assertThatWrite(memory.write("s")).failedWith(FailureCode.MODEL_CONTENT_POLICY);
    }

    @Test
    void oneEmptyOneCutAndOneWordyAnswerAreForgiven() {
        model.then(
                empty(),
                cut(write(TOPIC, "# Ada")),
                say("I shall now begin."),
                record(TOPIC, "Ada lives in Lisbon.", "local/s/u1"),
                finish());
        assertThatWrite(memory.write("s")).succeeded();
        MemoryAssertions.assertThat(memory).hasBlock("Ada lives in Lisbon.").citing("local/s/u1");
        assertThat(model.heard().get(2)).contains("cut off");
    }

    @Test
    void aBatchThatIsTooLongIsHalvedOnce() {
        session.say("u2", "I work as a baker.").reply("a2", "Noted.");
        model.then(
                failing(FailureCode.MODEL_CONTEXT_LENGTH),
                record(TOPIC, "Ada lives in Lisbon.", "local/s/u1"),
                finish(),
                record("topics/people/work.md", "Ada is a baker.", "local/s/u2"),
                finish());
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(memory.written("s")).containsExactly("u1", "a1", "u2", "a2");
        MemoryAssertions.assertThat(memory).hasBlocks(2);
        assertThat(model.task(1)).contains("local/s/u1").doesNotContain("local/s/u2");
        assertThat(model.task(3)).contains("local/s/u2").doesNotContain("local/s/u1\"");
    }

    @Test
    void aHalfMayHoldNothing() {
        session.say("u2", "I work as a baker.");
        model.then(
                failing(FailureCode.MODEL_CONTEXT_LENGTH),
                record(TOPIC, "Ada lives in Lisbon.", "local/s/u1"),
                finish(),
                nothing("small talk"));
        assertThatWrite(memory.write("s")).succeeded();
        MemoryAssertions.assertThat(memory).hasBlocks(1).hasPending(0);
    }

    @Test
    void oneLongTurnIsHalvedByItsWords() {
        memory.store().session("long").say("u1", "The first half of a very long story. The second half of it.");
        model.then(failing(FailureCode.MODEL_CONTEXT_LENGTH), nothing("a story"), nothing("a story"));
        assertThatWrite(memory.write("long")).succeeded();
        assertThat(model.task(1)).contains("The first half").doesNotContain("second half of it");
        assertThat(model.task(2)).contains("second half of it").contains("\"ref\":\"local/long/u1\"");
    }

    @Test
    void aHalfThatIsTooLongIsAFailure() {
        model.then(failing(FailureCode.MODEL_CONTEXT_LENGTH), failing(FailureCode.MODEL_CONTEXT_LENGTH));
        assertThatWrite(memory.write("s"))
                .failedWith(FailureCode.MODEL_CONTEXT_LENGTH)
                .notRetryable();
        assertThat(model.requests()).hasSize(2);
    }

    @Test
    void whatWasEditedBeforeAFailureIsGone() {
        model.then(record(TOPIC, "Ada lives in Lisbon.", "local/s/u1"), failing(FailureCode.MODEL_PROVIDER_INTERNAL));
        assertThatWrite(memory.write("s"))
                .failedWith(FailureCode.MODEL_PROVIDER_INTERNAL)
                .retryable();
        MemoryAssertions.assertThat(memory).hasBlocks(0);
        model.then(record(TOPIC, "Ada lives in Lisbon.", "local/s/u1"), finish());
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(model.task(2)).doesNotContain("second try");
    }

    @Test
    void tokensAreCounted() {
        model.then(request -> ModelReply.builder(ModelReply.StopReason.TOOL_CALLS)
                .toolCalls(nothing("small talk").answer(request).toolCalls())
                .usage(TokenUsage.of(1_200, 34))
                .build());
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(writer.usage()).isEqualTo(TokenUsage.of(1_200, 34));
    }

    @Test
    void anEditThatBreaksARuleIsRepairedOnce() {
        model.then(
                write(TOPIC, "# Ada\n\nNobody said this.\n"),
                finish(),
                record(TOPIC, "Ada lives in Lisbon.", "local/s/u1"),
                finish());
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(model.task(2)).contains("second try", "\"rule\":\"uncited-prose\"", "there is no third try");
        MemoryAssertions.assertThat(memory).hasBlocks(1);
    }

    @Test
    void aDateThatWasInventedIsMendedInTheSameConversation() {
        ModelStep invented = write(
                TOPIC,
                "# Ada\n\nAda lives in Lisbon.[^e1]\n\n[^e1]: Time: `1999-01-01`; Sources: [said so](local/s/u1)\n");
        model.then(invented, finish(), record(TOPIC, "Ada lives in Lisbon.", "local/s/u1"), finish());
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(model.heard().get(2)).contains("evidence-date");
        MemoryAssertions.assertThat(memory).hasBlocks(1);
    }
}
