package dev.scriptorium.memory.local.check;

import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.local.tx.Transactions;
import dev.scriptorium.memory.local.tx.WorkspaceLayout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Views that are not what a fresh rendering gives, and files that pose as views. */
final class ViewCheck {
    private static final String HINT = "rebuild makes views anew; write what you want remembered into a topic";

    private final WorkspaceLayout layout;
    private final Transactions transactions;
    private final Snapshot snapshot;

    ViewCheck(WorkspaceLayout layout, Transactions transactions, Snapshot snapshot) {
        this.layout = layout;
        this.transactions = transactions;
        this.snapshot = snapshot;
    }

    void run(Consumer<Finding> findings) {
        Set<String> fresh = new HashSet<>();
        transactions.renderViews(snapshot, (path, text) -> {
            fresh.add(path);
            String present = text(layout.file(path));
            if (present == null) {
                findings.accept(Finding.problem(FindingCode.VIEW_STALE, path, 0, "the view is missing", HINT));
            } else if (!present.equals(text)) {
                findings.accept(
                        Finding.problem(FindingCode.VIEW_STALE, path, 0, "the view is not what the topics say", HINT));
            }
        });
        for (Path file : timeline()) {
            if (!fresh.contains(layout.path(file))) {
                findings.accept(Finding.problem(
                        FindingCode.VIEW_STALE, layout.path(file), 0, "no topic has anything on this date", HINT));
            }
        }
    }

    private List<Path> timeline() {
        Path timeline = layout.file(WorkspaceLayout.TIMELINE);
        if (!Files.isDirectory(timeline)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(timeline)) {
            // What another process is about to put into its place is no view yet.
            return files.filter(Files::isRegularFile)
                    .filter(file -> !Disk.isTemporary(String.valueOf(file.getFileName())))
                    .toList();
        } catch (IOException e) {
            throw Unreadable.of(e);
        }
    }

    private static @Nullable String text(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            throw Unreadable.of(e);
        }
    }
}
