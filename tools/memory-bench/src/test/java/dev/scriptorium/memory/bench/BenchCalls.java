package dev.scriptorium.memory.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Arrays;

/** Calls of a bench within this process. */
final class BenchCalls {
    private BenchCalls() {}

    /** What a call came to. */
    record Result(int code, String out, String err) {
        /** The one document that it printed. */
        JsonNode json() {
            try {
                return new ObjectMapper().readTree(out);
            } catch (IOException e) {
                throw new UncheckedIOException(out + "\n" + err, e);
            }
        }

        Result ok() {
            assertThat(code).as(out + "\n" + err).isZero();
            return this;
        }
    }

    static Result run(Object... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Bench.run(
                new PrintWriter(out),
                new PrintWriter(err),
                Arrays.stream(arguments).map(String::valueOf).toArray(String[]::new));
        return new Result(code, out.toString(), err.toString());
    }
}
