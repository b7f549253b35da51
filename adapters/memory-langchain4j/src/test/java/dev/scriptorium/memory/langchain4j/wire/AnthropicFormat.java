package dev.scriptorium.memory.langchain4j.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.model.chat.ChatModel;
import java.util.ArrayList;
import java.util.List;

/** Anthropic's messages. */
public final class AnthropicFormat implements WireFormat {

    @Override
    public ChatModel client(VendorServer vendor, String key, HttpClientBuilder http) {
        return AnthropicChatModel.builder()
                .httpClientBuilder(http)
                .baseUrl(vendor.url("/v1"))
                .apiKey(key)
                .modelName("claude-test")
                .maxTokens(4_096)
                .maxRetries(0)
                .build();
    }

    private static ObjectNode message(String stop) {
        ObjectNode reply = VendorServer.JSON
                .createObjectNode()
                .put("id", "msg_1")
                .put("type", "message")
                .put("role", "assistant")
                .put("model", "claude-test");
        reply.putArray("content");
        reply.put("stop_reason", stop).putNull("stop_sequence");
        reply.putObject("usage").put("input_tokens", 100).put("output_tokens", 20);
        return reply;
    }

    @Override
    public JsonNode words(String text, String stop) {
        ObjectNode reply = message(stop.isEmpty() ? "end_turn" : stop);
        reply.withArray("content").addObject().put("type", "text").put("text", text);
        return reply;
    }

    @Override
    public JsonNode calls(List<Call> calls) {
        ObjectNode reply = message("tool_use");
        ArrayNode content = reply.withArray("content");
        for (Call call : calls) {
            ObjectNode one = content.addObject()
                    .put("type", "tool_use")
                    .put("id", call.id())
                    .put("name", call.tool());
            try {
                one.set("input", VendorServer.JSON.readTree(call.argumentsJson()));
            } catch (JsonProcessingException e) {
                throw new IllegalArgumentException(e);
            }
        }
        return reply;
    }

    @Override
    public JsonNode error(String type, String code, String message) {
        ObjectNode error = VendorServer.JSON.createObjectNode().put("type", "error");
        error.putObject("error").put("type", type).put("message", message);
        return error;
    }

    @Override
    public String cut() {
        return "max_tokens";
    }

    @Override
    public String filtered() {
        return "refusal";
    }

    @Override
    public List<String> tools(JsonNode request) {
        List<String> names = new ArrayList<>();
        request.path("tools").forEach(tool -> names.add(tool.path("name").asText()));
        return names;
    }

    @Override
    public List<String> results(JsonNode request) {
        List<String> results = new ArrayList<>();
        for (JsonNode message : request.path("messages")) {
            for (JsonNode part : message.path("content")) {
                if (part.path("type").asText().equals("tool_result")) {
                    JsonNode content = part.path("content");
                    String text = content.isTextual()
                            ? content.asText()
                            : content.path(0).path("text").asText();
                    results.add(part.path("tool_use_id").asText() + ": " + text);
                }
            }
        }
        return results;
    }
}
