package dev.scriptorium.memory.local.commit;

import dev.scriptorium.memory.local.tx.JournalEntry;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The message of the one commit that holds what too many entries wait for. It lists them, so that whoever comes after a
 * crash knows which of them it holds.
 */
final class CatchUp {
    /** Up to so many entries get a commit each. */
    static final int MANY = 1_000;

    private static final String TITLE = "memory: catch up ";
    private static final Pattern LINE = Pattern.compile("(?m)^\\* (\\S+) ");

    private CatchUp() {}

    static String message(List<JournalEntry> entries) {
        StringBuilder message = new StringBuilder(TITLE).append(entries.size()).append(" changes\n");
        for (JournalEntry entry : entries) {
            String title = entry.message().strip().lines().findFirst().orElse("");
            message.append("\n* ")
                    .append(entry.operation())
                    .append(' ')
                    .append(entry.caller().replaceAll("\\s+", " "))
                    .append(": ")
                    .append(title);
        }
        return message.toString();
    }

    /** The operations that a commit with such a message holds; none of any other commit. */
    static List<String> operations(String message) {
        return message.startsWith(TITLE)
                ? LINE.matcher(message)
                        .results()
                        .map(MatchResult::group)
                        .map(line -> line.substring(2).strip())
                        .toList()
                : List.of();
    }
}
