package dev.scriptorium.memory.testkit.outside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.event.OutsideEditAdopted;
import dev.scriptorium.memory.api.recall.MemoryHit;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.local.CheckFinding;
import dev.scriptorium.memory.local.CheckReport;
import dev.scriptorium.memory.local.RecentEvent;
import dev.scriptorium.memory.local.UpdateRequest;
import dev.scriptorium.memory.local.UpdateResult;
import dev.scriptorium.memory.local.WorkspaceChange;
import dev.scriptorium.memory.markdown.change.CreateRecord;
import dev.scriptorium.memory.markdown.change.Destination;
import dev.scriptorium.memory.markdown.change.FileChange;
import dev.scriptorium.memory.markdown.change.Position;
import dev.scriptorium.memory.markdown.change.SourceCitation;
import dev.scriptorium.memory.testkit.session.InMemorySession;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A person with an editor of their own, beside a workspace in which two turns of the session {@code s} are archived. */
final class Person {
    static final String M = "topics/m.md";
    static final String N = "topics/n.md";
    static final String U1 = "local/s/u1";
    /** A little more than an edit must be left alone for. */
    private static final Duration A_WHILE = Duration.ofSeconds(11);

    private final TemporaryWorkspace memory;

    private Person(TemporaryWorkspace memory) {
        this.memory = memory;
    }

    /** In a workspace that is open, with the settings it was opened with. */
    static Person at(TemporaryWorkspace memory) {
        InMemorySession session =
                memory.store().session("s").say("u1", "I live in Lisbon.").say("u2", "I work as a baker.");
        memory.backend().extractBeforeDiscard(DiscardRequest.of(session.id(), session.turns()));
        return new Person(memory);
    }

    /** A paragraph with its citation, as a person types it. */
    static String block(String text, String label) {
        return text + "[^" + label + "]\n\n[^" + label + "]: Time: `undated`; Sources: [said](" + U1 + ")\n";
    }

    Path file(String path) {
        return memory.directory().resolve(path);
    }

    String text(String path) {
        return Files.exists(file(path)) ? memory.text(path) : "";
    }

    /** Saves as most editors do: a new file beside, and a rename. */
    void saves(String path, String text) {
        saves(path, text.getBytes(StandardCharsets.UTF_8));
    }

    void saves(String path, byte[] bytes) {
        io(() -> {
            Files.createDirectories(
                    file(path).getParent(),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            Path beside = Files.createTempFile(memory.beside(), "editor", "");
            Files.write(beside, bytes);
            return Files.move(beside, file(path), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        });
    }

    /** Saves into the file itself. */
    void rewrites(String path, String text) {
        io(() -> Files.writeString(file(path), text));
    }

    void removes(String path) {
        io(() -> Files.deleteIfExists(file(path)));
    }

    /** Has left a file alone for longer than anybody here remembers. */
    void leftLongAgo(String path) {
        io(() -> Files.setLastModifiedTime(
                file(path), FileTime.from(memory.clock().instant().minus(Duration.ofDays(1)))));
    }

    long inode(String path) {
        return io(() -> (Long) Files.getAttribute(file(path), "unix:ino"));
    }

    void waits() {
        memory.clock().advance(A_WHILE);
    }

    /** Somebody looks: a status is a look. */
    void looks() {
        memory.workspace().read().status();
    }

    /** Looks, waits and looks again through a transaction that has nothing to do with any edit. */
    void settles() {
        looks();
        waits();
        adds("Something else " + memory.clock().instant() + ".", "topics/unrelated.md");
    }

    UpdateResult adds(String text, String path) {
        WorkspaceChange change = memory.workspace().change();
        CreateRecord record = new CreateRecord(
                text,
                "undated",
                List.of(new SourceCitation(U1, "said")),
                new Destination(new TopicPath(path), List.of(), Position.END, null));
        return change.update(UpdateRequest.changes(change.owner("test/turn"), List.of(record))
                .build());
    }

    UpdateResult writes(String path, String text) {
        WorkspaceChange change = memory.workspace().change();
        return change.update(UpdateRequest.files(change.owner("test/turn"), List.of(FileChange.write(path, text)))
                .build());
    }

    List<String> finds(String words) {
        return memory.workspace().read().search(MemoryQuery.of(words), false).hits().stream()
                .map(MemoryHit::text)
                .toList();
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

    /** The messages of the commits that took over what people did, newest first. */
    List<String> adoptions() {
        return memory.workspace().history().log(Optional.empty(), Integer.MAX_VALUE).stream()
                .map(entry -> entry.message())
                .filter(message -> message.startsWith("memory: outside edit of "))
                .toList();
    }

    List<OutsideEditAdopted> told() {
        return memory.events().of(OutsideEditAdopted.class);
    }

    List<TopicPath> unadopted() {
        return memory.workspace().read().status().unadopted();
    }

    /** The codes of what a check finds, problems and notes. */
    List<String> check() {
        CheckReport report = memory.workspace().maintain().check();
        return Stream.concat(report.problems().stream(), report.notes().stream())
                .map(Person::describe)
                .toList();
    }

    List<String> problems() {
        return memory.workspace().maintain().check().problems().stream()
                .map(Person::describe)
                .toList();
    }

    private static String describe(CheckFinding finding) {
        return finding.code() + " " + finding.path() + " " + finding.message();
    }

    /** Uses their own git in the folder. */
    void git(String... arguments) throws Exception {
        List<String> command =
                new ArrayList<>(List.of("git", "-c", "user.name=Person", "-c", "user.email=person@example.org"));
        command.addAll(List.of(arguments));
        Process git = new ProcessBuilder(command)
                .directory(memory.directory().toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(git.waitFor()).as(said).isZero();
    }

    /** Gives a file the rights that the memory gives its own, so that nothing but its content is somebody's. */
    void restricts(String path) {
        io(() -> Files.setPosixFilePermissions(file(path), PosixFilePermissions.fromString("rw-------")));
    }

    private interface Io<T> {
        T call() throws IOException;
    }

    private static <T> T io(Io<T> call) {
        try {
            return call.call();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
