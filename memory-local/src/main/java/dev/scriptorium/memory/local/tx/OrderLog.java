package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.internal.json.JsonObject;
import dev.scriptorium.memory.markdown.view.CreationOrder;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The order in which blocks were created: a line a block, only ever appended to. A line that cannot be read, or has no
 * end, as the last one after a crash, means "not written": the number is given again, and it is the same one.
 */
final class OrderLog {
    /** Ends a line that a crash has cut, so that it is nobody's. */
    private static final String TORN = "!\n";

    private final Path file;
    private final Path oldState;
    private final Disk disk;
    private CreationOrder order = CreationOrder.empty();
    private long read = -1;

    OrderLog(WorkspaceLayout layout) {
        this.file = layout.runtime("order.log");
        this.disk = layout.disk();
        this.oldState = layout.runtime("runtime.json");
    }

    /** The order as the disk has it now. */
    CreationOrder read() throws IOException {
        long size = Files.exists(file) ? Files.size(file) : -1;
        if (size >= 0 && size == read) {
            return order;
        }
        Map<BlockId, Integer> numbers = new LinkedHashMap<>();
        if (size < 0) {
            importOld(numbers);
        } else {
            String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
            for (String line : text.substring(0, text.lastIndexOf('\n') + 1).split("\n", -1)) {
                int space = line.indexOf(' ');
                if (space > 0 && BlockId.isValid(line.substring(space + 1)) && isNumber(line.substring(0, space))) {
                    numbers.putIfAbsent(
                            new BlockId(line.substring(space + 1)), Integer.valueOf(line.substring(0, space)));
                }
            }
        }
        order = CreationOrder.of(numbers);
        read = size;
        return order;
    }

    private static boolean isNumber(String text) {
        return text.length() < 10 && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private void importOld(Map<BlockId, Integer> numbers) throws IOException {
        String text;
        try {
            text = Files.readString(oldState, StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            return;
        }
        JsonObject.parse(text).flatMap(json -> json.object("creation_order")).ifPresent(old -> {
            for (String id : old.keys()) {
                long number = old.number(id, -1);
                if (BlockId.isValid(id) && number >= 0 && number < Integer.MAX_VALUE) {
                    numbers.put(new BlockId(id), (int) number);
                }
            }
        });
    }

    /** The order with these blocks in it, the new ones in this order after all others; written down. */
    CreationOrder extend(List<BlockId> ids) throws IOException {
        CreationOrder before = read();
        CreationOrder after = before.with(ids);
        List<BlockId> added = new ArrayList<>();
        if (read < 0) {
            after.newestFirst().forEach(added::add);
            java.util.Collections.reverse(added);
        } else {
            for (BlockId id : ids) {
                if (before.number(id).isEmpty() && !added.contains(id)) {
                    added.add(id);
                }
            }
        }
        if (!added.isEmpty()) {
            String lines = added.stream()
                    .map(id -> after.number(id).orElseThrow() + " " + id + "\n")
                    .collect(Collectors.joining());
            append(lines);
        }
        order = after;
        read = Files.exists(file) ? Files.size(file) : -1;
        return after;
    }

    private void append(String lines) throws IOException {
        boolean torn = false;
        if (Files.exists(file) && Files.size(file) > 0) {
            try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
                in.seek(in.length() - 1);
                torn = in.read() != '\n';
            }
        }
        disk.appendUnforced(file, ((torn ? TORN : "") + lines).getBytes(StandardCharsets.UTF_8));
    }
}
