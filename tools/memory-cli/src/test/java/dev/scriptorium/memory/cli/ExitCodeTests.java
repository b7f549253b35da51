package dev.scriptorium.memory.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.cli.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExitCodeTests {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private Output output(boolean json) {
        return new Output(
                new Surroundings(
                        Map.of(),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        false),
                json);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private static WrittenSession session(FailureCode failure) {
        Optional<WriteFailure> why = Optional.ofNullable(failure).map(code -> WriteFailure.of(code, "because"));
        return new WrittenSession(new SessionId("s"), 1, 2, Set.of("topics/a.md"), 0, why);
    }

    private static int code(FailureCode... failures) {
        return WrittenSession.exitCode(
                Stream.of(failures).map(ExitCodeTests::session).toList());
    }

    @ParameterizedTest
    @EnumSource(ErrorCode.class)
    void aRefusalIsRetriedWhenItsCodeSaysSo(ErrorCode code) {
        int exit = Refusals.report(new MemoryException(code, "what happened"), output(false));

        assertThat(exit).isEqualTo(code.retryable() ? 75 : 1);
        assertThat(err()).startsWith("scriptorium: " + code + ": what happened\n");
        assertThat(out.size()).isZero();
    }

    @Test
    void aWriteIsWorthARetryWhenNothingWorseHappened() {
        assertThat(code()).isZero();
        assertThat(code((FailureCode) null)).isZero();
        assertThat(code(null, FailureCode.WORKSPACE_BUSY)).isEqualTo(75);
        assertThat(code(FailureCode.WORKSPACE_BUSY, FailureCode.COMMIT_REJECTED))
                .isEqualTo(1);
        assertThat(code(FailureCode.COMMIT_REJECTED, null, FailureCode.MODEL_TRANSPORT))
                .isEqualTo(1);
    }

    @Test
    void aFailureOfAWriteNamesCodeAndReason() {
        assertThat(Json.compact(WrittenSession.json(List.of(session(FailureCode.WORKSPACE_BUSY)))))
                .isEqualTo("{\"sessions\":[{\"session\":\"s\",\"batches\":1,\"turns\":2,"
                        + "\"changed_topics\":[\"topics/a.md\"],\"nothing_to_record\":0,"
                        + "\"failure\":{\"code\":\"WORKSPACE_BUSY\",\"retryable\":true,\"reason\":\"because\"}}]}");
    }

    @Test
    void aViolationIsShownWithItsPlaceAndItsHint() {
        Violation violation = new Violation("topics/a.md", 7, "uncited-prose", "a citation", "none", "cite a source");
        MemoryException refusal = new MemoryException(ErrorCode.INVALID_TOPIC_FORMAT, "refused", List.of(violation));

        Refusals.report(refusal, output(false));
        assertThat(err()).contains("topics/a.md:7  uncited-prose: expected a citation, found none", "cite a source");

        Refusals.report(refusal, output(true));
        assertThat(out.toString(StandardCharsets.UTF_8).replaceAll("\\s+", ""))
                .isEqualTo("{\"ok\":false,\"error\":{\"code\":\"INVALID_TOPIC_FORMAT\",\"message\":\"refused\","
                        + "\"retryable\":false,\"violations\":[{\"path\":\"topics/a.md\",\"line\":7,"
                        + "\"rule\":\"uncited-prose\",\"expected\":\"acitation\",\"found\":\"none\","
                        + "\"hint\":\"citeasource\"}]}}");
    }

    @Test
    void aFaultOfOursIsOneDocumentToo() {
        assertThat(Refusals.report(new IllegalStateException("oops"), output(true)))
                .isEqualTo(1);
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("INTERNAL_ERROR", "oops");
    }
}
