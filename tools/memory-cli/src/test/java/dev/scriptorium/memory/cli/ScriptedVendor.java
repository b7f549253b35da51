package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.cli.json.Json;
import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.langchain4j.wire.VendorServer;
import dev.scriptorium.memory.langchain4j.wire.WireFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A vendor whose model does what a test tells it, over a socket, and the options with which the command asks it. */
final class ScriptedVendor implements AutoCloseable {
    static final String KEY = "sk-canary-4711";

    private final VendorServer server = VendorServer.start();
    private final String name;
    private final WireFormat format;
    private int calls;

    ScriptedVendor(String name, WireFormat format) {
        this.name = name;
        this.format = format;
    }

    /** The arguments of a call with this vendor's model as the writer. */
    String[] arguments(String... verb) {
        return Stream.concat(
                        Stream.of(verb),
                        Stream.of("--writer", name, "--model", "test-1", "--base-url", server.url("/v1")))
                .toArray(String[]::new);
    }

    private WireFormat.Call call(String tool, JsonObject arguments) {
        calls++;
        return new WireFormat.Call("call_" + calls, tool, Json.compact(arguments));
    }

    /** A reply that writes a topic, and says that this is all. */
    ScriptedVendor writes(String path, String text) {
        server.then(format.calls(List.of(call("write_topic", topic(path, text)), call("finish", new JsonObject()))));
        return this;
    }

    /** A reply that writes a topic, and asks on. */
    ScriptedVendor begins(String path, String text) {
        server.then(format.calls(List.of(call("write_topic", topic(path, text)))));
        return this;
    }

    private static JsonObject topic(String path, String text) {
        return new JsonObject().put("path", path).put("text", text);
    }

    ScriptedVendor findsNothing(String reason) {
        server.then(format.calls(List.of(call("nothing_to_record", new JsonObject().put("reason", reason)))));
        return this;
    }

    ScriptedVendor says(String words) {
        server.then(format.words(words, ""));
        return this;
    }

    ScriptedVendor refuses(int status, Map<String, String> headers, String message) {
        server.thenFail(status, headers, format.error("some_error", "some_code", message + " " + KEY));
        return this;
    }

    List<VendorServer.Asked> asked() {
        return server.asked();
    }

    /** How many replies nobody asked for. */
    int left() {
        return server.left();
    }

    @Override
    public void close() {
        server.close();
    }
}
