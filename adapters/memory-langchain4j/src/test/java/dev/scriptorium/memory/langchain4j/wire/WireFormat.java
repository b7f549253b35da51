package dev.scriptorium.memory.langchain4j.wire;

import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.chat.ChatModel;
import java.util.List;

/** How one vendor speaks, and the client that speaks with it. */
public interface WireFormat {

    /** A call of a tool. */
    record Call(String id, String tool, String argumentsJson) {}

    /** The real client, on some HTTP. */
    ChatModel client(VendorServer vendor, String key, HttpClientBuilder http);

    /** A reply in words. */
    JsonNode words(String text, String stop);

    /** A reply that calls tools. */
    JsonNode calls(List<Call> calls);

    /** An error. */
    JsonNode error(String type, String code, String message);

    /** What this vendor calls a reply that is cut at its longest length. */
    String cut();

    /** What this vendor calls a reply that it cut for its content. */
    String filtered();

    /** The names of the tools that a request offers. */
    List<String> tools(JsonNode request);

    /** The results of tools in a request, by the id of their call. */
    List<String> results(JsonNode request);
}
