package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.topic.Whitespace;
import java.util.List;

/** The words of a record as a request gives them: one paragraph without what the record gets from us. */
final class RecordContent {
    private RecordContent() {}

    /** The words trimmed, lines ended by LF. */
    static String checked(String content) {
        String text = Whitespace.trim(content.replace("\r\n", "\n").replace('\r', '\n'));
        if (text.isEmpty()) {
            throw Refusal.invalid("content is blank");
        }
        for (String line : text.split("\n", -1)) {
            checkLine(line);
        }
        if (text.contains("[^")
                && !TopicParser.block(List.of(), 0, text).groups().isEmpty()) {
            throw Refusal.invalid("content has a citation; name its sources under sources: " + Refusal.shown(text));
        }
        return text;
    }

    private static void checkLine(String line) {
        if (Whitespace.isBlank(line)) {
            throw Refusal.invalid("content has a blank line; a record is one paragraph, list, quote or table");
        }
        if (Whitespace.trim(line).startsWith("#")) {
            throw Refusal.invalid("content has a heading; name headings in the destination: " + Refusal.shown(line));
        }
        if (line.indexOf('^') >= 0
                && !TopicParser.block(List.of(), 0, line).ids().isEmpty()) {
            throw Refusal.invalid("content has a block id at the end of a line: " + Refusal.shown(line));
        }
    }
}
