package dev.scriptorium.memory.testkit.processes;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.recall.MemoryHit;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.local.GrepMatch;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.local.RecentEvent;
import dev.scriptorium.memory.local.TimelineEntry;
import dev.scriptorium.memory.local.UpdateRequest;
import dev.scriptorium.memory.local.WorkspaceChange;
import dev.scriptorium.memory.local.WorkspaceRead;
import dev.scriptorium.memory.local.disk.DiskObserver;
import dev.scriptorium.memory.markdown.change.FileChange;
import dev.scriptorium.memory.testkit.session.InMemorySessionStore;
import dev.scriptorium.memory.testkit.time.MutableClock;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A workspace whose every state holds one number twice, in two topics, and a third time in a topic that changes its name
 * with the number: whoever sees two numbers, or other than three of them, sees no whole state.
 */
final class Counters {
    static final String SOURCE = "local/s/u1";
    static final String READY = "ready";
    private static final Pattern NUMBER = Pattern.compile("gauge stands at (\\d+)");
    private static final int COPIES = 3;

    private Counters() {}

    /** Settings without history, unless there is one: the states come as fast as they can be installed. */
    static LocalMemoryConfig.Builder config(Path workspace, InMemorySessionStore store) {
        return LocalMemoryConfig.builder(workspace, store)
                .clock(MutableClock.at(TemporaryWorkspace.START))
                .zone(ZoneOffset.UTC)
                .history(Files.isDirectory(workspace.resolve(".git")))
                .owner("owner/install/0123456789abcdef")
                .interactiveLockTimeout(Duration.ofSeconds(20));
    }

    static LocalMemoryBackend open(Path workspace, DiskObserver observer) {
        return LocalMemoryBackend.open(
                config(workspace, new InMemorySessionStore()).build(), observer);
    }

    /** Says that this process is ready, and waits until it is told to begin. */
    static void awaitStart() throws IOException {
        System.out.println(READY);
        System.out.flush();
        if (System.in.read() < 0) {
            throw new IOException("nobody told it to begin");
        }
    }

    /** Puts a number into every place at once; numbers follow each other from one on. */
    static void set(LocalMemoryBackend backend, int number) {
        WorkspaceChange change = backend.workspace().change();
        List<FileChange> files = new ArrayList<>();
        for (String path : List.of("topics/left.md", "topics/right.md")) {
            files.add(FileChange.write(path, next(backend, path, number)));
        }
        files.add(FileChange.write(wanderer(number), next(backend, wanderer(number - 1), number)));
        if (number > 1) {
            files.add(FileChange.delete(wanderer(number - 1)));
        }
        change.update(UpdateRequest.files(change.owner("test/turn"), files).build());
    }

    private static String wanderer(int number) {
        return "topics/wanderer-" + number % 2 + ".md";
    }

    private static String next(LocalMemoryBackend backend, String path, int number) {
        String text = number > 1
                ? backend.workspace().read().file(path)
                : "# Gauge\n\nThe gauge stands at 0.[^e1]\n\n[^e1]: Time: `2024-05-06`; Sources: [said](" + SOURCE
                        + ")\n";
        return NUMBER.matcher(text).replaceFirst("gauge stands at " + number);
    }

    /** What is no whole state in what each way of looking shows, each looked at once; empty when all is well. */
    static List<String> mixtures(LocalMemoryBackend backend) {
        WorkspaceRead read = backend.workspace().read();
        MemoryQuery query = MemoryQuery.of("gauge stands");
        Map<String, Stream<String>> seen = new LinkedHashMap<>();
        List<String> wrong = new ArrayList<>();
        try {
            seen.put("search", read.search(query, false).hits().stream().map(MemoryHit::text));
            seen.put("recall", backend.search(query).stream());
            seen.put("grep", read.grep("gauge stands", 100).stream().map(GrepMatch::text));
            seen.put("recent", read.recent(9).stream().map(RecentEvent::text));
            seen.put("timeline", read.timeline(Optional.empty()).stream().map(TimelineEntry::text));
        } catch (MemoryException e) {
            wrong.add(e.code() + " " + e.getMessage());
        }
        seen.forEach((way, texts) -> {
            List<String> numbers = new ArrayList<>();
            texts.forEach(text -> {
                Matcher matcher = NUMBER.matcher(text);
                while (matcher.find()) {
                    numbers.add(matcher.group(1));
                }
            });
            // A recall that was out of time leaves out what it did not get to, or says nothing.
            boolean cut = way.equals("recall") && numbers.size() < COPIES;
            if ((!cut && numbers.size() != COPIES)
                    || numbers.stream().distinct().count() > 1) {
                wrong.add(way + " " + numbers);
            }
        });
        return wrong;
    }

    /** The number that every place holds. */
    static int number(LocalMemoryBackend backend) {
        Matcher matcher = NUMBER.matcher(backend.workspace().read().file("topics/left.md"));
        if (!matcher.find()) {
            throw new MemoryException(ErrorCode.MEMORY_NOT_FOUND, "no number in topics/left.md");
        }
        return Integer.parseInt(matcher.group(1));
    }
}
