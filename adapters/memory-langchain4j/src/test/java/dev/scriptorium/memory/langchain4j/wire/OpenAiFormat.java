package dev.scriptorium.memory.langchain4j.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import java.util.ArrayList;
import java.util.List;

/** OpenAI's chat completions. */
public final class OpenAiFormat implements WireFormat {

    @Override
    public ChatModel client(VendorServer vendor, String key, HttpClientBuilder http) {
        return OpenAiChatModel.builder()
                .httpClientBuilder(http)
                .baseUrl(vendor.url("/v1"))
                .apiKey(key)
                .modelName("gpt-test")
                // Without it the client sets a minute of its own on the HTTP that it is given.
                .timeout(http.readTimeout())
                .maxRetries(0)
                .build();
    }

    private static JsonNode completion(ObjectNode message, String finish) {
        ObjectNode reply = VendorServer.JSON
                .createObjectNode()
                .put("id", "chatcmpl-1")
                .put("object", "chat.completion")
                .put("created", 1_700_000_000)
                .put("model", "gpt-test");
        ObjectNode choice = reply.putArray("choices").addObject().put("index", 0);
        choice.set("message", message.put("role", "assistant"));
        choice.put("finish_reason", finish);
        reply.putObject("usage")
                .put("prompt_tokens", 100)
                .put("completion_tokens", 20)
                .put("total_tokens", 120);
        return reply;
    }

    @Override
    public JsonNode words(String text, String stop) {
        return completion(VendorServer.JSON.createObjectNode().put("content", text), stop.isEmpty() ? "stop" : stop);
    }

    @Override
    public JsonNode calls(List<Call> calls) {
        ObjectNode message = VendorServer.JSON.createObjectNode().putNull("content");
        ArrayNode all = message.putArray("tool_calls");
        for (Call call : calls) {
            ObjectNode one = all.addObject().put("id", call.id()).put("type", "function");
            one.putObject("function").put("name", call.tool()).put("arguments", call.argumentsJson());
        }
        return completion(message, "tool_calls");
    }

    @Override
    public JsonNode error(String type, String code, String message) {
        ObjectNode error = VendorServer.JSON.createObjectNode();
        error.putObject("error")
                .put("message", message)
                .put("type", type)
                .putNull("param")
                .put("code", code);
        return error;
    }

    @Override
    public String cut() {
        return "length";
    }

    @Override
    public String filtered() {
        return "content_filter";
    }

    @Override
    public List<String> tools(JsonNode request) {
        List<String> names = new ArrayList<>();
        request.path("tools")
                .forEach(tool -> names.add(tool.path("function").path("name").asText()));
        return names;
    }

    @Override
    public List<String> results(JsonNode request) {
        List<String> results = new ArrayList<>();
        for (JsonNode message : request.path("messages")) {
            if (message.path("role").asText().equals("tool")) {
                results.add(message.path("tool_call_id").asText() + ": "
                        + message.path("content").asText());
            }
        }
        return results;
    }
}
