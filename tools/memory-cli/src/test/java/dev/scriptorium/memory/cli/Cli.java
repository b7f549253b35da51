package dev.scriptorium.memory.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.cli.json.Json;
import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.cli.json.JsonProblem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Calls of the command within this process, all on one workspace. */
final class Cli {
    private final Path workspace;
    private final Map<String, String> environment = new HashMap<>();

    Cli(Path workspace) {
        this.workspace = workspace;
        // Whatever a test forgets to name must not be the user's own.
        environment.put("SCRIPTORIUM_HOME", workspace.toString());
    }

    Cli with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    Path workspace() {
        return workspace;
    }

    /** What a call came to. */
    record Result(int code, String out, String err) {
        JsonObject json() {
            byte[] bytes = out.getBytes(StandardCharsets.UTF_8);
            try {
                return Json.object(bytes, 0, bytes.length);
            } catch (JsonProblem e) {
                throw new AssertionError("not one JSON object: " + out + "\n" + err, e);
            }
        }

        Result ok() {
            assertThat(code).as(out + "\n" + err).isZero();
            return this;
        }

        JsonObject refusal() {
            JsonObject document = json();
            assertThat(document.keys()).containsExactly("ok", "error");
            assertThat(document.get("ok")).isEqualTo(false);
            JsonObject error = (JsonObject) document.get("error");
            assertThat(error.keys()).containsExactly("code", "message", "retryable", "violations");
            return error;
        }
    }

    Result run(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Surroundings around = new Surroundings(
                environment,
                new PrintStream(out, false, StandardCharsets.UTF_8),
                new PrintStream(err, false, StandardCharsets.UTF_8),
                false);
        int code = ScriptoriumCommand.run(around, arguments);
        return new Result(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** Runs a verb with {@code --json}. */
    JsonObject json(String... arguments) {
        List<String> all = new ArrayList<>(Arrays.asList(arguments));
        all.add("--json");
        return run(all.toArray(String[]::new)).ok().json();
    }

    static List<JsonObject> objects(JsonObject document, String key) {
        List<JsonObject> objects = new ArrayList<>();
        ((List<?>) document.get(key)).forEach(element -> objects.add((JsonObject) element));
        return objects;
    }

    /** Everything below a directory with its bytes as text; empty where there is none. */
    static Map<String, String> files(Path directory) {
        Map<String, String> files = new HashMap<>();
        if (Files.exists(directory)) {
            try (Stream<Path> all = Files.walk(directory)) {
                for (Path file : all.filter(Files::isRegularFile).toList()) {
                    files.put(
                            directory.relativize(file).toString(),
                            new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return files;
    }
}
