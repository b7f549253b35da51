package dev.scriptorium.memory.testkit.model;

import dev.scriptorium.memory.api.model.ModelException;
import dev.scriptorium.memory.api.model.ModelReply;
import dev.scriptorium.memory.api.model.ModelRequest;
import dev.scriptorium.memory.api.model.ToolCall;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.markdown.source.WriterLines;
import java.util.ArrayList;
import java.util.List;

/**
 * The usual answers of a scripted model that works as a writer.
 *
 * @since 0.1
 */
public final class ModelSteps {
    private ModelSteps() {}

    /** Calls one tool. */
    public static ModelStep call(String tool, String argumentsJson) {
        return request -> calling(request, List.of(ToolCall.of("", tool, argumentsJson)));
    }

    /** The calls of several steps in one reply. */
    public static ModelStep together(ModelStep... steps) {
        return request -> {
            List<ToolCall> calls = new ArrayList<>();
            for (ModelStep step : steps) {
                calls.addAll(step.answer(request).toolCalls());
            }
            return calling(request, calls);
        };
    }

    /** Each call gets an id that no other call of the conversation has. */
    private static ModelReply calling(ModelRequest request, List<ToolCall> calls) {
        List<ToolCall> named = new ArrayList<>();
        for (ToolCall call : calls) {
            String id = "call-" + request.messages().size() + "-" + named.size();
            named.add(ToolCall.of(id, call.name(), call.argumentsJson()));
        }
        return ModelReply.calling(named);
    }

    /** Makes a topic, or replaces its text. */
    public static ModelStep write(String path, String text) {
        return call("write_topic", object("path", path, "text", text));
    }

    /** Replaces a passage of a topic. */
    public static ModelStep edit(String path, String before, String after) {
        return call("edit_topic", object("path", path, "old_text", before, "new_text", after));
    }

    /** Gives a topic another path. */
    public static ModelStep move(String path, String to) {
        return call("move_topic", object("path", path, "to", to));
    }

    /** Removes a topic. */
    public static ModelStep delete(String path) {
        return call("delete_topic", object("path", path));
    }

    /** Reads a topic. */
    public static ModelStep read(String path) {
        return call("read_topic", object("path", path));
    }

    /** Searches the memory. */
    public static ModelStep search(String query) {
        return call("search_memory", object("query", query));
    }

    /** Asks for a turn of the batch in full. */
    public static ModelStep turn(String ref) {
        return call("show_turn", object("ref", ref));
    }

    /** Says that nothing is worth an edit. */
    public static ModelStep nothing(String reason) {
        return call("nothing_to_record", object("reason", reason));
    }

    /** Says that the task is done. */
    public static ModelStep finish() {
        return call("finish", "{}");
    }

    /** Answers in words. */
    public static ModelStep say(String text) {
        return request -> ModelReply.of(text);
    }

    /** Answers nothing. */
    public static ModelStep empty() {
        return say("");
    }

    /** The reply of another step, cut at its longest length. */
    public static ModelStep cut(ModelStep step) {
        return stopped(step, ModelReply.StopReason.MAX_TOKENS);
    }

    /** The reply of another step, cut by the vendor for its content. */
    public static ModelStep filtered(ModelStep step) {
        return stopped(step, ModelReply.StopReason.CONTENT_FILTER);
    }

    private static ModelStep stopped(ModelStep step, ModelReply.StopReason reason) {
        return request -> {
            ModelReply whole = step.answer(request);
            return ModelReply.builder(reason)
                    .text(whole.text())
                    .toolCalls(whole.toolCalls())
                    .usage(whole.usage())
                    .build();
        };
    }

    /** Fails as models do. */
    public static ModelStep failing(ModelException failure) {
        return request -> {
            throw failure;
        };
    }

    /** Fails with a code. */
    public static ModelStep failing(FailureCode code) {
        return failing(new ModelException(code, "the script says so"));
    }

    /** Throws what no model should. */
    public static ModelStep throwing(RuntimeException trouble) {
        return request -> {
            throw trouble;
        };
    }

    private static String object(String... pairs) {
        StringBuilder out = new StringBuilder("{");
        for (int i = 0; i < pairs.length; i += 2) {
            out.append(i == 0 ? "" : ",")
                    .append(WriterLines.quoted(pairs[i]))
                    .append(':')
                    .append(WriterLines.quoted(pairs[i + 1]));
        }
        return out.append('}').toString();
    }
}
