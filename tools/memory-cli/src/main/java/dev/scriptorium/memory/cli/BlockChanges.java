package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.local.BlockChange;
import dev.scriptorium.memory.local.history.BlockEvent;
import dev.scriptorium.memory.local.history.BlockWording;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Shows what commits did to a block. */
final class BlockChanges {
    private static final String INDENT = "            ";
    private static final Set<BlockEvent> OF_WORDS =
            Set.of(BlockEvent.CREATED, BlockEvent.RETURNED, BlockEvent.REWORDED, BlockEvent.MERGED, BlockEvent.SPLIT);

    private BlockChanges() {}

    /** A commit, what it did, and the words after it, unless they are known. */
    static void print(BlockChange change, String known, Output output) {
        LogVerb.print(change.commit(), output);
        output.text(INDENT + String.join(", ", did(change)) + "  " + change.path());
        if (change.events().stream().anyMatch(OF_WORDS::contains)) {
            change.after().stream()
                    .map(BlockWording::text)
                    .filter(text -> !text.equals(known))
                    .forEach(text -> output.wrapped("“" + text + "”", INDENT));
        }
    }

    static List<String> did(BlockChange change) {
        return change.events().stream()
                .map(event -> event.name().toLowerCase(Locale.ROOT).replace('_', ' '))
                .toList();
    }

    static JsonObject json(BlockChange change) {
        return new JsonObject()
                .put("commit", change.commit().id())
                .put(
                        "did",
                        change.events().stream()
                                .map(event -> event.name().toLowerCase(Locale.ROOT))
                                .toList())
                .put("path", change.path().value())
                .put("before", texts(change.before()))
                .put("after", texts(change.after()));
    }

    private static List<String> texts(List<BlockWording> wordings) {
        return wordings.stream().map(BlockWording::text).collect(Collectors.toList());
    }
}
