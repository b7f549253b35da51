package dev.scriptorium.memory.testkit.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.local.UpdateRequest;
import dev.scriptorium.memory.local.UpdateResult;
import dev.scriptorium.memory.local.WorkspaceChange;
import dev.scriptorium.memory.markdown.change.ChangeReader;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every case of structured-changes.json, asked for by the owner of a workspace on disk. */
@ExtendWith(WorkspaceExtension.class)
class StructuredChangesTests {
    private static final ObjectMapper JSON = new ObjectMapper();

    static Stream<FormatCase> cases() {
        return FormatCase.all("structured-changes.json");
    }

    static Stream<FormatCase> accepted() {
        return cases().filter(FormatCase::accepted);
    }

    static Stream<FormatCase> refused() {
        return cases().filter(one -> !one.accepted());
    }

    @Test
    void allCasesAreHere() {
        assertThat(cases()).hasSizeGreaterThanOrEqualTo(46);
    }

    @ParameterizedTest
    @MethodSource("accepted")
    void anAcceptedChangeGivesTheseTopicsAndThisResult(FormatCase one, TemporaryWorkspace memory) {
        one.open(memory);

        UpdateResult result = update(memory, one);

        assertThat(FormatCase.topics(memory)).isEqualTo(one.texts("after"));
        assertThat(shown(result.blockIds())).isEqualTo(one.texts("block_ids"));
        assertThat(shown(result.evidenceIds())).isEqualTo(one.texts("evidence_ids"));
        assertThat(result.changedFiles()).containsAll(changed(one));
        assertThat(result.gitCommit()).isPresent();
        memory.reopen();
        assertThat(FormatCase.topics(memory)).isEqualTo(one.texts("after"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void aRefusedChangeChangesNothing(FormatCase one, TemporaryWorkspace memory) {
        one.open(memory);
        ByteSnapshot before = memory.bytes();

        MemoryException refusal = catchThrowableOfType(MemoryException.class, () -> update(memory, one));

        assertThat(refusal).isNotNull();
        assertThat(refusal.code().name()).isEqualTo(one.text("code"));
        assertThat(refusal.getMessage()).isNotBlank();
        MemoryAssertions.assertThat(memory.bytes()).isUnchangedSince(before);
    }

    private static UpdateResult update(TemporaryWorkspace memory, FormatCase one) {
        WorkspaceChange change = memory.workspace().change();
        Object plain = JSON.convertValue(one.node().get("memory_changes"), Object.class);
        return change.update(UpdateRequest.changes(change.owner("cases"), ChangeReader.read(plain))
                .build());
    }

    private static Iterable<String> changed(FormatCase one) {
        Map<String, String> before = one.texts("base");
        return one.texts("after").entrySet().stream()
                .filter(file -> !file.getValue().equals(before.get(file.getKey())))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static Map<String, String> shown(Map<String, ?> ids) {
        Map<String, String> texts = new TreeMap<>();
        ids.forEach((key, id) -> texts.put(key, id.toString()));
        return texts;
    }
}
