package dev.scriptorium.memory.cli.importer;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.cli.session.FieldProblem;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One line of a Claude Code session file: what it is, and what was said in it. */
final class ClaudeCodeLine {
    private static final String SIDE_CHAIN = "isSidechain";
    private static final String MODEL = "model";
    private static final String TEXT = "text";
    private static final String TYPE = "type";
    private static final String SYNTHETIC = "<synthetic>";
    private static final String INTERRUPTED = "[Request interrupted by user";
    private static final int LONGEST_INTERRUPTION = 60;
    private static final String ID_FORM = "printable text without [ ] < >, at most 4,096 characters";
    /** What the program itself writes where a person's words stand, as elements. */
    private static final List<String> OF_THE_PROGRAM = List.of(
            "command-name",
            "command-message",
            "command-args",
            "command-contents",
            "local-command-stdout",
            "local-command-stderr",
            "local-command-caveat",
            "bash-input",
            "bash-stdout",
            "bash-stderr",
            "system-reminder",
            "task-notification",
            "user-prompt-submit-hook");

    private static final Set<String> TOOL_BLOCKS = Set.of(
            "tool_use", "tool_result", "server_tool_use", "mcp_tool_use", "mcp_tool_result", "web_search_tool_result");

    private final JsonObject line;
    private final JsonObject message;
    private final String type;

    ClaudeCodeLine(JsonObject line) {
        this.line = line;
        this.message = line.get("message") instanceof JsonObject object ? object : new JsonObject();
        this.type = line.get(TYPE) instanceof String text ? text : "";
    }

    /** Whether it looks like a line of such a file at all. */
    boolean isKnown() {
        return !type.isEmpty();
    }

    /** The session; null where the line names none. */
    @Nullable
    SessionId session() throws FieldProblem {
        String text = id("sessionId");
        try {
            return text == null ? null : new SessionId(text);
        } catch (IllegalArgumentException e) {
            throw new FieldProblem("sessionId", ID_FORM, text);
        }
    }

    /** The id; null on lines that are no part of the conversation, such as titles and snapshots of files. */
    @Nullable
    TurnId turn() throws FieldProblem {
        String text = id("uuid");
        try {
            return text == null ? null : new TurnId(text);
        } catch (IllegalArgumentException e) {
            throw new FieldProblem("uuid", ID_FORM, text);
        }
    }

    @Nullable
    String parent() throws FieldProblem {
        return id("parentUuid");
    }

    private @Nullable String id(String field) throws FieldProblem {
        Object value = line.get(field);
        if (value == null || value instanceof String) {
            return (String) value;
        }
        throw new FieldProblem(field, "a text", "something else");
    }

    /** Whether it belongs to a sub-agent, whose work is no part of the conversation. */
    boolean isOnSideChain() {
        return is(SIDE_CHAIN);
    }

    /** Where a compaction begins: the last message that it stands for; null on other lines. */
    @Nullable
    String compacted() {
        boolean boundary = type.equals("system") && "compact_boundary".equals(line.get("subtype"));
        return boundary && line.get("logicalParentUuid") instanceof String text ? text : null;
    }

    boolean isSummary() {
        return is("isCompactSummary");
    }

    @Nullable
    OffsetDateTime time() {
        return ExportedTime.read(line.get("timestamp"));
    }

    /** What it is: speech only when it says something and neither the program nor a tool says it. */
    TurnKind kind(String words) {
        boolean user = type.equals("user");
        if (!user && !type.equals("assistant")) {
            return TurnKind.RUNTIME;
        }
        if (user && isSummary()) {
            return TurnKind.SUMMARY;
        }
        boolean ofTheProgram = is("isMeta")
                || is("isVisibleInTranscriptOnly")
                || is("isApiErrorMessage")
                || SYNTHETIC.equals(message.get(MODEL));
        if (ofTheProgram) {
            return TurnKind.RUNTIME;
        }
        if (!words.isBlank()) {
            return user ? TurnKind.USER : TurnKind.ASSISTANT;
        }
        boolean tool = line.has("toolUseResult")
                || blocks().stream()
                        .anyMatch(block -> block.get(TYPE) instanceof String of && TOOL_BLOCKS.contains(of));
        return tool ? TurnKind.TOOL : TurnKind.RUNTIME;
    }

    /** The words in it, a line end between blocks, without what the program put there. */
    String words() {
        if (message.get("content") instanceof String text) {
            return isOfTheProgram(text) ? "" : text;
        }
        List<String> parts = new ArrayList<>();
        for (JsonObject block : blocks()) {
            boolean said = TEXT.equals(block.get(TYPE));
            if (said && block.get(TEXT) instanceof String text && !text.isEmpty() && !isOfTheProgram(text)) {
                parts.add(text);
            }
        }
        return String.join("\n", parts);
    }

    private List<JsonObject> blocks() {
        List<JsonObject> blocks = new ArrayList<>();
        if (message.get("content") instanceof List<?> list) {
            for (Object block : list) {
                if (block instanceof JsonObject object) {
                    blocks.add(object);
                }
            }
        }
        return blocks;
    }

    /** Whether a text is nothing but elements that the program writes. */
    private static boolean isOfTheProgram(String text) {
        String left = text.strip();
        if (left.startsWith(INTERRUPTED) && left.endsWith("]") && left.length() <= LONGEST_INTERRUPTION) {
            return true;
        }
        int at = 0;
        while (at < left.length()) {
            int end = elementEnd(left, at);
            if (end < 0) {
                return false;
            }
            at = end;
            while (at < left.length() && Character.isWhitespace(left.charAt(at))) {
                at++;
            }
        }
        return at > 0;
    }

    private static int elementEnd(String text, int at) {
        for (String name : OF_THE_PROGRAM) {
            if (text.startsWith("<" + name + ">", at)) {
                String close = "</" + name + ">";
                int end = text.indexOf(close, at);
                return end < 0 ? -1 : end + close.length();
            }
        }
        return -1;
    }

    private boolean is(String flag) {
        return Boolean.TRUE.equals(line.get(flag));
    }
}
