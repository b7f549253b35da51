package dev.scriptorium.memory.local.writer.model;

import dev.scriptorium.memory.api.model.ToolSpec;
import java.util.List;
import java.util.stream.Stream;

/** The tools that a writing model may call, as it is told of them. */
final class ToolBelt {
    static final String LIST = "list_topics";
    static final String READ = "read_topic";
    static final String WRITE = "write_topic";
    static final String EDIT = "edit_topic";
    static final String MOVE = "move_topic";
    static final String DELETE = "delete_topic";
    static final String SEARCH = "search_memory";
    static final String TURN = "show_turn";
    static final String NOTHING = "nothing_to_record";
    static final String FINISH = "finish";

    private static final String PATH = text("the path, such as topics/people/ada.md");

    private ToolBelt() {}

    private static final List<ToolSpec> COMMON = List.of(
            tool(
                    LIST,
                    "Lists topics with the number of their blocks, in path order.",
                    schema("\"prefix\":" + text("only paths that begin so, such as topics/people/"))),
            tool(
                    READ,
                    "The text of a topic as it stands now, your edits included. A long one comes in parts.",
                    schema("\"path\":" + PATH + ",\"from_line\":" + number("the first line wanted, from 1"), "path")),
            tool(
                    WRITE,
                    "Makes a new topic, or replaces the whole text of one. To change an existing topic use edit_topic.",
                    schema("\"path\":" + PATH + ",\"text\":" + text("the whole text"), "path", "text")),
            tool(
                    EDIT,
                    "Replaces one passage of a topic. The old text must stand there exactly once, character for character.",
                    schema(
                            "\"path\":" + PATH + ",\"old_text\":" + text("the passage as it stands") + ",\"new_text\":"
                                    + text("what takes its place; may be empty"),
                            "path",
                            "old_text",
                            "new_text")),
            tool(
                    MOVE,
                    "Gives a topic another path. Blocks keep their ids.",
                    schema("\"path\":" + PATH + ",\"to\":" + text("the new path"), "path", "to")),
            tool(
                    DELETE,
                    "Removes a topic. What it holds must have been moved elsewhere first.",
                    schema("\"path\":" + PATH, "path")),
            tool(
                    SEARCH,
                    "The blocks of the memory that bear on some words, best first.",
                    schema(
                            "\"query\":" + text("words, not a query language") + ",\"limit\":"
                                    + number("how many at most, up to 10"),
                            "query")),
            tool(
                    NOTHING,
                    "Ends the task: nothing here is worth an edit.",
                    schema("\"reason\":" + text("why, in one sentence without quoting anybody"), "reason")),
            tool(FINISH, "Ends the task: your edits are complete and are to be checked and kept.", schema("")));

    private static final ToolSpec SHOW_TURN = tool(
            TURN,
            "One turn of the batch in full: who spoke, when, and every word.",
            schema(
                    "\"ref\":" + text("the ref of its line in the batch") + ",\"from\":"
                            + number("the first character wanted, from 0"),
                    "ref"));

    /** The tools of a task; without a batch there is no turn to show. */
    static List<ToolSpec> of(boolean batch) {
        return batch ? Stream.concat(COMMON.stream(), Stream.of(SHOW_TURN)).toList() : COMMON;
    }

    /** The name of a tool, if it is one of ours: a model may invent names, even out of what people said. */
    static String known(String name) {
        return name.equals(TURN) || COMMON.stream().anyMatch(tool -> tool.name().equals(name)) ? name : "unknown tool";
    }

    private static ToolSpec tool(String name, String description, String schema) {
        return ToolSpec.of(name, description, schema);
    }

    private static String schema(String properties, String... required) {
        String names = required.length == 0 ? "" : "\"" + String.join("\",\"", required) + "\"";
        return "{\"type\":\"object\",\"properties\":{" + properties + "},\"required\":[" + names
                + "],\"additionalProperties\":false}";
    }

    private static String text(String description) {
        return "{\"type\":\"string\",\"description\":\"" + description + "\"}";
    }

    private static String number(String description) {
        return "{\"type\":\"integer\",\"description\":\"" + description + "\"}";
    }
}
