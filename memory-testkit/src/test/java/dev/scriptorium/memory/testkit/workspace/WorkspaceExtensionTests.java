package dev.scriptorium.memory.testkit.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.scriptorium.memory.local.tx.WorkspaceLock;
import dev.scriptorium.memory.testkit.model.ScriptedTopicWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class WorkspaceExtensionTests {
    @RegisterExtension
    private final WorkspaceExtension extension = new WorkspaceExtension();

    private final TemporaryWorkspace broken = TemporaryWorkspace.create().use(ScriptedTopicWriter.of());

    @AfterEach
    void end() {
        broken.delete();
        assertThat(broken.beside()).doesNotExist();
    }

    private void written() {
        broken.store().session("s").say("u1", "I live in Lisbon.");
        assertThat(broken.write("s")).isEmpty();
        broken.close();
    }

    private void unsound(String words) {
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(broken::verify)
                .withMessageContaining(words);
    }

    @Test
    void aFieldGivesTheSameWorkspaceAsAParameter(TemporaryWorkspace memory) {
        assertThat(extension.workspace()).isSameAs(memory);
        assertThat(memory.directory()).doesNotExist();
    }

    @Test
    void aWorkspaceThatWasNeverOpenedIsSound() {
        assertThatNoException().isThrownBy(broken::verify);
        assertThat(broken.directory()).doesNotExist();
    }

    @Test
    void aSoundWorkspaceIsSound() {
        written();
        assertThatNoException().isThrownBy(broken::verify);
    }

    @Test
    void aTopicThatBreaksARuleIsTold() throws IOException {
        written();
        Files.writeString(broken.directory().resolve("topics/bad.md"), "# Bad\n\nNobody said this.\n");
        unsound("TOPIC_RULE");
    }

    @Test
    void anArchiveThatWasChangedIsTold() throws IOException {
        written();
        Path archive = broken.directory().resolve("sources/local/_v2/s.md");
        Files.writeString(archive, Files.readString(archive).replace("Lisbon", "Madrid"));
        unsound("SOURCE_MODIFIED");
    }

    @Test
    void aFileThatDiffersFromHistoryIsToldUnlessTheTestSaysSo() throws IOException {
        written();
        Path topic = broken.directory().resolve(ScriptedTopicWriter.TOPIC);
        Files.writeString(topic, Files.readString(topic).replace("# scripted", "# Scripted"));
        unsound("EDIT_NOT_ADOPTED");
        broken.open().workspace().maintain().rebuild();
        assertThatNoException().isThrownBy(broken.handEdited()::verify);
    }

    @Test
    void whatIsLeftOverIsTold() throws IOException {
        written();
        Files.writeString(
                broken.directory()
                        .resolve(
                                "topics/.scriptorium-" + ProcessHandle.current().pid() + "-0123abcd.tmp"),
                "half a file");
        unsound("is left over");
    }

    @Test
    void aLockThatIsHeldIsTold() {
        written();
        WorkspaceLock lock = new WorkspaceLock(broken.directory().resolve(".scriptorium/writer.lock"));
        try (WorkspaceLock.Held held = lock.acquire(Duration.ofSeconds(5))) {
            assertThat(held.isValid()).isTrue();
            unsound("writer.lock is still held");
        }
    }

    @Test
    void aTestMayLeaveARuin() throws IOException {
        written();
        Files.writeString(broken.directory().resolve("topics/bad.md"), "# Bad\n\nNobody said this.\n");
        assertThatNoException().isThrownBy(broken.leaveUnchecked()::verify);
    }
}
