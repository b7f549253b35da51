package dev.scriptorium.memory.testkit.together;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.Revision;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.session.AuthorityTier;
import dev.scriptorium.memory.api.session.Speaker;
import dev.scriptorium.memory.api.session.SpeakerKind;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.RecentEvent;
import dev.scriptorium.memory.local.UpdateRequest;
import dev.scriptorium.memory.local.UpdateResult;
import dev.scriptorium.memory.local.WorkspaceChange;
import dev.scriptorium.memory.markdown.change.CreateRecord;
import dev.scriptorium.memory.markdown.change.DeclaredSource;
import dev.scriptorium.memory.markdown.change.Destination;
import dev.scriptorium.memory.markdown.change.FileChange;
import dev.scriptorium.memory.markdown.change.MemoryChange;
import dev.scriptorium.memory.markdown.change.Position;
import dev.scriptorium.memory.markdown.change.SourceCitation;
import dev.scriptorium.memory.markdown.change.SourceProvenance;
import dev.scriptorium.memory.markdown.change.UnifiedDiff;
import dev.scriptorium.memory.markdown.change.UpdateRecord;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.session.InMemorySession;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A topic of numbered blocks, and the owner and a person who change it at the same time. */
final class Page {
    static final String M = "topics/m.md";
    static final String U1 = "local/s/u1";

    private final TemporaryWorkspace memory;

    private Page(TemporaryWorkspace memory) {
        this.memory = memory;
    }

    /** How a change is put. */
    enum Form {
        STRUCTURED,
        FILES,
        PATCH
    }

    /** A workspace in which a turn is archived. */
    static Page of(TemporaryWorkspace memory) {
        InMemorySession session = memory.store().session("s").say("u1", "I live in Lisbon.");
        memory.backend().extractBeforeDiscard(DiscardRequest.of(session.id(), session.turns()));
        return new Page(memory);
    }

    /** The same, and a topic with blocks {@code Block 1 is plain.} and so on. */
    static Page of(TemporaryWorkspace memory, int blocks) {
        Page page = of(memory);
        page.fill(M, blocks);
        return page;
    }

    void fill(String path, int blocks) {
        StringBuilder text = new StringBuilder("# Page\n");
        for (int i = 1; i <= blocks; i++) {
            text.append('\n').append(block(plain(i), "e" + i));
        }
        write(path, text.toString());
    }

    static String plain(int number) {
        return "Block " + number + " is plain.";
    }

    static String block(String text, String label) {
        return text + "[^" + label + "]\n\n[^" + label + "]: Time: `undated`; Sources: [said](" + U1 + ")\n";
    }

    Revision revision() {
        return memory.workspace().read().status().revision();
    }

    String text() {
        return memory.text(M);
    }

    Path file(String path) {
        return memory.directory().resolve(path);
    }

    /** The id of the one block that contains the words. */
    BlockId id(String words) {
        List<BlockId> found = memory.workspace().read().recent(Integer.MAX_VALUE).stream()
                .filter(block -> block.text().contains(words))
                .map(RecentEvent::id)
                .toList();
        assertThat(found).as("blocks with " + words).hasSize(1);
        return found.get(0);
    }

    private static UpdateResult update(
            LocalMemoryBackend backend,
            java.util.function.Function<WorkspaceChange, UpdateRequest.Builder> form,
            UnaryOperator<UpdateRequest.Builder> more) {
        WorkspaceChange change = backend.workspace().change();
        return change.update(more.apply(form.apply(change)).build());
    }

    UpdateResult change(UnaryOperator<UpdateRequest.Builder> more, MemoryChange... changes) {
        return update(
                memory.backend(), change -> UpdateRequest.changes(change.owner("test/turn"), List.of(changes)), more);
    }

    UpdateResult change(MemoryChange... changes) {
        return change(same -> same, changes);
    }

    UpdateResult write(UnaryOperator<UpdateRequest.Builder> more, FileChange... files) {
        return update(memory.backend(), change -> UpdateRequest.files(change.owner("test/turn"), List.of(files)), more);
    }

    UpdateResult write(String path, String text) {
        return write(same -> same, FileChange.write(path, text));
    }

    UpdateResult patch(UnaryOperator<UpdateRequest.Builder> more, String patch) {
        return update(
                memory.backend(),
                change -> UpdateRequest.patch(change.owner("test/turn"), UnifiedDiff.parse(patch)),
                more);
    }

    private static final List<DeclaredSource> DECLARED =
            List.of(new DeclaredSource("new-source-1", "user", "The friend says so.", ""));

    private static SourceProvenance friend() {
        return SourceProvenance.of(
                "friend", SpeakerKind.HUMAN, Speaker.of("u-2", "Friend"), AuthorityTier.PAIRED, "chat/t1");
    }

    UpdateResult changeAsFriend(UnaryOperator<UpdateRequest.Builder> more, String text) {
        CreateRecord record = new CreateRecord(
                text,
                "undated",
                List.of(new SourceCitation("new-source-1", "said")),
                new Destination(new TopicPath(M), List.of("Page"), Position.END, null));
        return update(
                memory.backend(),
                change -> UpdateRequest.changes(friend(), List.of(record)).sources(DECLARED),
                more);
    }

    UpdateResult writeAsFriend(UnaryOperator<UpdateRequest.Builder> more, String text) {
        return update(
                memory.backend(),
                change -> UpdateRequest.files(friend(), List.of(FileChange.write(M, text)))
                        .sources(DECLARED),
                more);
    }

    static UpdateRecord rewriting(BlockId id, String text) {
        return new UpdateRecord(id, text, "undated", List.of(new SourceCitation(U1, "said")));
    }

    static CreateRecord adding(String text, String path) {
        return new CreateRecord(
                text,
                "undated",
                List.of(new SourceCitation(U1, "said")),
                new Destination(new TopicPath(path), List.of(), Position.END, null));
    }

    /** A change of some words that was thought out when a topic said something, made now. */
    UpdateResult replace(Form form, String then, String words, String by, UnaryOperator<UpdateRequest.Builder> more) {
        return switch (form) {
            case STRUCTURED -> change(more, rewriting(idIn(then, words), by));
            case FILES -> write(more, FileChange.write(M, then.replace(words, by)));
            case PATCH -> patch(more, patch(then, words, by));
        };
    }

    private static BlockId idIn(String text, String words) {
        String line =
                text.lines().filter(one -> one.contains(words)).findFirst().orElseThrow();
        return new BlockId(line.substring(line.lastIndexOf('^') + 1).strip());
    }

    private static String patch(String text, String words, String by) {
        List<String> lines = text.lines().toList();
        List<String> changed = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).contains(words)) {
                String before = lines.get(i);
                changed.add("@@ -" + (i + 1) + " +" + (i + 1) + " @@\n-" + before + "\n+" + before.replace(words, by));
            }
        }
        return "--- a/" + M + "\n+++ b/" + M + "\n" + String.join("\n", changed) + "\n";
    }

    /** Asks for something that must be refused, and fails when a byte has changed by it. */
    MemoryException refused(ErrorCode code, Runnable request) {
        memory.workspace().read().status();
        ByteSnapshot before = memory.bytes();
        MemoryException refusal = catchThrowableOfType(MemoryException.class, request::run);
        assertThat(refusal).as("a refusal").isNotNull();
        MemoryAssertions.assertThat(memory.bytes()).isUnchangedSince(before);
        assertThat(refusal.code()).as(refusal.getMessage()).isEqualTo(code);
        return refusal;
    }

    /** Saves a file as an editor does that writes into it. */
    void save(String path, String text) {
        memory.handEdited();
        try {
            Files.writeString(file(path), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Saves a file as an editor does that puts a new one in its place. */
    void saveByRename(String path, String text) {
        memory.handEdited();
        try {
            Path beside = file(path).resolveSibling("." + file(path).getFileName() + ".swp");
            Files.writeString(beside, text);
            Files.setPosixFilePermissions(beside, PosixFilePermissions.fromString("rw-------"));
            Files.move(
                    beside,
                    file(path),
                    java.nio.file.StandardCopyOption.ATOMIC_MOVE,
                    java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The files that were kept because two had changed the same block. */
    List<Path> conflictFiles() {
        try (Stream<Path> all = Files.walk(file("topics"))) {
            return all.filter(path -> path.toString().matches(".*\\.conflict-[0-9TZ]+(-[0-9]+)?\\.md"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What Git says about a workspace. */
    static String git(Path directory, String... arguments) {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        try {
            Process git = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A person has read what was kept. */
    void removeConflictFiles() {
        memory.handEdited();
        try {
            for (Path file : conflictFiles()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The ids of the blocks of a text. */
    static List<String> ids(String text) {
        return Arrays.stream(text.split("\n"))
                .filter(line -> line.matches(".* \\^[a-z0-9]+"))
                .map(line -> line.substring(line.lastIndexOf('^') + 1))
                .toList();
    }

    static UnaryOperator<UpdateRequest.Builder> madeFor(@Nullable Revision base) {
        return builder -> builder.base(base);
    }
}
