package dev.scriptorium.memory.cli.importer;

import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.cli.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One message of an exported ChatGPT conversation: what it is, and what was said in it. */
final class ChatGptMessage {
    private static final Set<String> SPEECH = Set.of("text", "multimodal_text");
    private static final Set<String> REASONING = Set.of("thoughts", "reasoning_recap");
    private static final Set<String> SPOKEN_PARTS = Set.of("audio_transcription", "text");
    private static final String CONTENT_TYPE = "content_type";

    private final JsonObject message;
    private final JsonObject content;

    ChatGptMessage(JsonObject message) {
        this.message = message;
        this.content = object(message, "content");
    }

    /** What it is: speech only when a person or the assistant said it for the other to read. */
    TurnKind kind() {
        String type = text(content, CONTENT_TYPE, "text");
        String role = text(object(message, "author"), "role", "");
        boolean toTool = !text(message, "recipient", "all").equals("all");
        return switch (role) {
            case "user" -> hidden() || !SPEECH.contains(type) ? TurnKind.RUNTIME : TurnKind.USER;
            case "assistant" -> {
                if (toTool) {
                    yield TurnKind.TOOL;
                }
                boolean silent = hidden() || REASONING.contains(type);
                yield silent ? TurnKind.RUNTIME : SPEECH.contains(type) ? TurnKind.ASSISTANT : TurnKind.TOOL;
            }
            case "tool" -> TurnKind.TOOL;
            default -> TurnKind.RUNTIME;
        };
    }

    /** Whether the conversation never showed it: instructions, and what the system put in the person's mouth. */
    private boolean hidden() {
        JsonObject metadata = object(message, "metadata");
        return Boolean.TRUE.equals(metadata.get("is_visually_hidden_from_conversation"))
                || Boolean.TRUE.equals(metadata.get("is_user_system_message"))
                || (message.get("weight") instanceof Number weight && weight.doubleValue() == 0);
    }

    /** The words in it, a line end between parts; what is no text is left out. */
    String text() {
        List<String> parts = new ArrayList<>();
        if (content.get("parts") instanceof List<?> list) {
            for (Object part : list) {
                String words = words(part);
                if (!words.isEmpty()) {
                    parts.add(words);
                }
            }
        }
        return parts.isEmpty() ? text(content, "text", "") : String.join("\n", parts);
    }

    private static String words(@Nullable Object part) {
        if (part instanceof JsonObject object) {
            return SPOKEN_PARTS.contains(text(object, CONTENT_TYPE, "")) ? text(object, "text", "") : "";
        }
        return part instanceof String text ? text : "";
    }

    private static JsonObject object(JsonObject in, String field) {
        return in.get(field) instanceof JsonObject object ? object : new JsonObject();
    }

    private static String text(JsonObject in, String field, String otherwise) {
        return in.get(field) instanceof String text ? text : otherwise;
    }
}
