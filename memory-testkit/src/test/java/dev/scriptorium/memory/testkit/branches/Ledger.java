package dev.scriptorium.memory.testkit.branches;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.WorkspaceId;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.writer.BatchTurn;
import dev.scriptorium.memory.local.writer.Stage;
import dev.scriptorium.memory.local.writer.TopicWriter;
import dev.scriptorium.memory.local.writer.WriterException;
import dev.scriptorium.memory.local.writer.WriterOutcome;
import dev.scriptorium.memory.local.writer.WriterTask;
import dev.scriptorium.memory.testkit.model.WriterSteps;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Keeps the books of one history, from what is on disk and not from what the memory says of itself: what the writer was
 * given, what of it was installed, and whether marks came last. The writer records every statement it is shown as a block
 * of its own, or, of some batches, finds nothing to record.
 */
final class Ledger implements TopicWriter {
    /** Every statement of every turn has a name of its own: {@code t12x0z}. */
    static final Pattern STATEMENT = Pattern.compile("\\bt[0-9]+x[0-9]+z\\b");

    private static final Pattern NUMBER = Pattern.compile("\"entry\":([0-9]+)");

    private final Path workspace;
    private final List<String> broken = new ArrayList<>();
    private final Set<String> installed = new HashSet<>();
    private final Set<String> declared = new HashSet<>();
    private final List<String> taken = new ArrayList<>();
    private final List<BatchTurn> batch = new ArrayList<>();
    private boolean nothing;
    private long before;

    Ledger(Path workspace) {
        this.workspace = workspace;
    }

    /** What of the promises did not hold. */
    List<String> broken() {
        return broken;
    }

    /** The names of statements of which the writer said that there is nothing to record. */
    Set<String> declared() {
        return declared;
    }

    static List<String> statements(String text) {
        List<String> names = new ArrayList<>();
        Matcher matcher = STATEMENT.matcher(text);
        while (matcher.find()) {
            names.add(matcher.group());
        }
        return names;
    }

    @Override
    public String name() {
        return "ledger";
    }

    @Override
    public WriterOutcome write(WriterTask task, Stage stage) throws WriterException {
        // The pass before this one has ended without a kill.
        ended(true);
        batch.addAll(task.batch());
        for (BatchTurn turn : task.batch()) {
            taken.addAll(statements(turn.text()));
        }
        before = entries().stream().mapToLong(Ledger::number).max().orElse(0);
        taken.stream()
                .filter(installed::contains)
                .forEach(name -> broken.add(name + " was given to a writer after it had been installed"));
        nothing = task.batch().get(0).text().hashCode() % 7 == 0;
        if (nothing) {
            return WriterOutcome.nothingToRecord("as it happens");
        }
        return WriterSteps.record("topics/" + task.batch().get(0).ref().session() + ".md")
                .run(task, stage);
    }

    /** The pass that ran last has ended: by itself, or killed, and then the journal says whether it holds. */
    void ended(boolean byItself) {
        if (!taken.isEmpty() && (byItself || isInJournal())) {
            installed.addAll(taken);
            if (nothing) {
                declared.addAll(taken);
            }
        }
        taken.clear();
        batch.clear();
    }

    /** Whether the journal holds an entry that was made since the batch was given, and that names it. */
    private boolean isInJournal() {
        String last = batch.get(batch.size() - 1).ref().turn() + "\"";
        return entries().stream().filter(entry -> number(entry) > before).anyMatch(entry -> {
            int from = entry.indexOf("\"batch\"");
            int to = entry.indexOf("\"pieces\"");
            return from >= 0
                    && entry.substring(from, to < from ? entry.length() : to).contains(last);
        });
    }

    private static long number(String entry) {
        Matcher number = NUMBER.matcher(entry);
        return number.find() ? Long.parseLong(number.group(1)) : 0;
    }

    private List<String> entries() {
        List<String> entries = new ArrayList<>();
        for (Path file : files(workspace.resolve(".scriptorium/tx"))) {
            if (file.toString().endsWith(".manifest")) {
                entries.add(text(file));
            }
        }
        entries.add(text(workspace.resolve(".scriptorium/last-entry.json")));
        return entries;
    }

    /** Marks are about to be set: their turns are archived, and what is in them is installed or declared to be nothing. */
    void marking(SessionId session, Collection<TurnId> turns, History.Turns known) {
        String archive = text(workspace.resolve("sources/local/_v2/" + session + ".md"));
        String topics = topics();
        for (TurnId turn : turns) {
            if (!archive.contains("<!-- source-id:local/" + session + "/" + turn + " -->")) {
                broken.add(turn + " is marked and not archived");
            }
            for (String statement : statements(known.shown(turn))) {
                boolean nothingToRecord = declared.contains(statement) || (nothing && taken.contains(statement));
                if (!topics.contains(statement) && !nothingToRecord) {
                    broken.add(turn + " is marked, and " + statement + " is neither installed nor nothing to record");
                }
            }
        }
    }

    /** Every topic, one after the other. */
    String topics() {
        StringBuilder all = new StringBuilder();
        files(workspace.resolve("topics"))
                .forEach(file -> all.append(file.getFileName()).append('\n').append(text(file)));
        return all.toString();
    }

    /** Every archive, one after the other. */
    String archives() {
        StringBuilder all = new StringBuilder();
        files(workspace.resolve("sources")).forEach(file -> all.append(text(file)));
        return all.toString();
    }

    WorkspaceId workspaceId() {
        return new WorkspaceId(
                text(workspace.resolve(".scriptorium/workspace-id")).strip());
    }

    private static List<Path> files(Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(directory)) {
            // What a killed process was about to put in place is swept when that process is gone; this one is not.
            return files.filter(Files::isRegularFile)
                    .filter(file -> !Disk.isTemporary(String.valueOf(file.getFileName())))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file, StandardCharsets.UTF_8) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
