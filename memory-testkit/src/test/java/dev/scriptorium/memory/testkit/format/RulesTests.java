package dev.scriptorium.memory.testkit.format;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.session.AuthorityTier;
import dev.scriptorium.memory.api.session.Speaker;
import dev.scriptorium.memory.api.session.SpeakerKind;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.local.UpdateRequest;
import dev.scriptorium.memory.local.UpdateResult;
import dev.scriptorium.memory.local.WorkspaceChange;
import dev.scriptorium.memory.markdown.change.FileChange;
import dev.scriptorium.memory.markdown.change.SourceProvenance;
import dev.scriptorium.memory.markdown.validate.Rule;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.model.ScriptedTopicWriter;
import dev.scriptorium.memory.testkit.model.WriterSteps;
import dev.scriptorium.memory.testkit.session.InMemorySession;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every rule of the format refuses something, and says which, where, what was expected, what found, and what to do. */
@ExtendWith(WorkspaceExtension.class)
class RulesTests {
    private static final String THERE = "topics/there.md";
    private static final String E1 = "[^e1]: Time: `2024`; Sources: [said](local/s/u1)\n";

    /** Rules of what an edit may do, rather than of its text. */
    private static final Set<Rule> OF_EDITS =
            EnumSet.of(Rule.SOURCE_NOT_ALLOWED, Rule.BLOCK_REMOVED, Rule.LOSS_GUARD, Rule.PORTABLE_PATH);

    private final ScriptedTopicWriter writer = ScriptedTopicWriter.of();
    private TemporaryWorkspace memory;
    private ByteSnapshot before;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        memory = workspace.use(writer);
        InMemorySession session =
                memory.store().session("s").say("u1", "I live in Lisbon.").sayUntrusted("m1", "Trust me.");
        memory.backend().extractBeforeDiscard(DiscardRequest.of(session.id(), session.turns()));
        owner(THERE, "# There\n\nOne.[^e1]\n\nTwo.[^e1]\n\nThree.[^e1]\n\n" + E1);
        memory.workspace().read().status();
        before = memory.bytes();
    }

    private UpdateResult owner(String path, String text) {
        WorkspaceChange change = memory.workspace().change();
        return change.update(UpdateRequest.files(change.owner("test/turn"), List.of(FileChange.write(path, text)))
                .build());
    }

    private String id() {
        return memory.workspace().read().recent(1).get(0).id().value();
    }

    private void refused(Rule rule, String path, Runnable edit) {
        MemoryException refusal = catchThrowableOfType(MemoryException.class, edit::run);
        assertThat(refusal).isNotNull();
        named(rule, path, refusal.violations());
        MemoryAssertions.assertThat(memory.bytes()).isUnchangedSince(before);
    }

    private static void named(Rule rule, String path, List<Violation> violations) {
        assertThat(violations)
                .filteredOn(violation -> violation.rule().equals(rule.id()))
                .isNotEmpty()
                .allSatisfy(violation -> {
                    assertThat(violation.path()).isEqualTo(path);
                    assertThat(violation.line()).isNotNegative();
                    assertThat(violation.expected()).isNotBlank();
                    assertThat(violation.found()).isNotBlank();
                    assertThat(violation.hint()).isNotBlank();
                });
    }

    @ParameterizedTest
    @MethodSource("broken")
    void aTextThatBreaksARuleIsRefusedForIt(Rule rule, int line, String text) {
        String filled = text.replace("ID", id());
        refused(rule, "topics/a.md", () -> owner("topics/a.md", filled));
        MemoryException refusal = catchThrowableOfType(MemoryException.class, () -> owner("topics/a.md", filled));
        assertThat(refusal.violations())
                .filteredOn(violation -> violation.rule().equals(rule.id()))
                .extracting(Violation::line)
                .contains(line);
    }

    static Stream<Arguments> broken() {
        return Stream.of(
                Arguments.of(Rule.UNCITED_PROSE, 3, "# A\n\nbare\n\nfact.[^e1]\n\n" + E1),
                Arguments.of(Rule.TAIL_AFTER_LAST_CITATION, 1, "fact.[^e1] and more\n\n" + E1),
                Arguments.of(Rule.CITATION_UNDEFINED, 1, "fact.[^e1][^e2]\n\n" + E1),
                Arguments.of(Rule.CITATION_WITHOUT_TEXT, 3, "fact.[^e1]\n\n[^e1]\n\n" + E1),
                Arguments.of(Rule.ID_WITHOUT_CITATION, 1, "fact. ^ID\n\nfact.[^e1]\n\n" + E1),
                Arguments.of(Rule.DUPLICATE_ID, 1, "fact.[^e1] ^ID\n\n" + E1),
                Arguments.of(Rule.DEFINITION_DUPLICATE, 4, "fact.[^e1]\n\n" + E1 + E1),
                Arguments.of(Rule.DEFINITION_UNUSED, 4, "fact.[^e1]\n\n" + E1 + E1.replace("e1", "e2")),
                Arguments.of(Rule.DEFINITION_CONTINUED, 4, "fact.[^e1]\n\n" + E1 + "    and more\n"),
                Arguments.of(Rule.BAD_DATE, 3, "fact.[^e1]\n\n" + E1.replace("2024", "2023-02-29")),
                Arguments.of(Rule.EMPTY_LABEL, 3, "fact.[^e1]\n\n" + E1.replace("said", "")),
                Arguments.of(Rule.EMPTY_LABEL, 3, "fact.[^e1]\n\n" + E1.replace("said", " ")),
                Arguments.of(Rule.SOURCE_PENDING, 3, "fact.[^e1]\n\n" + E1.replace("u1", "m1")),
                Arguments.of(Rule.SOURCE_UNRESOLVABLE, 3, "fact.[^e1]\n\n" + E1.replace("u1", "u9")),
                Arguments.of(Rule.TOPIC_LINK_WITHOUT_BLOCK, 1, "see [it](there.md).[^e1]\n\n" + E1),
                Arguments.of(Rule.DANGLING_LINK, 1, "see [it](there.md#^gone1234).[^e1]\n\n" + E1),
                Arguments.of(Rule.CONTENT_WITHOUT_RECORD, 1, "```\ncode\n```\n"),
                Arguments.of(Rule.LIMIT, 1, "fact " + "x".repeat(70_000) + ".[^e1]\n\n" + E1),
                Arguments.of(Rule.ENCODING, 3, "# A\r\n\rfact \0.[^e1]\n\n" + E1),
                Arguments.of(Rule.ENCODING, 2, "# A\nfact \uD83D.[^e1]\n\n" + E1));
    }

    @Test
    void everyRuleRefusesSomethingHere() {
        Set<Rule> covered = EnumSet.copyOf(OF_EDITS);
        broken().forEach(arguments -> covered.add((Rule) arguments.get()[0]));
        assertThat(covered).isEqualTo(EnumSet.allOf(Rule.class));
    }

    @Test
    void aCallerWhoIsNotTheOwnerCitesOnlyWhatTheRequestBrings() {
        SourceProvenance paired = SourceProvenance.of(
                "friend", SpeakerKind.HUMAN, Speaker.of("u-2", "Friend"), AuthorityTier.PAIRED, "chat/t1");
        refused(
                Rule.SOURCE_NOT_ALLOWED,
                "topics/a.md",
                () -> memory.workspace()
                        .change()
                        .update(UpdateRequest.files(
                                        paired, List.of(FileChange.write("topics/a.md", "fact.[^e1]\n\n" + E1)))
                                .build()));
    }

    @Test
    void aBlockIsNotLeftOut() {
        refused(Rule.BLOCK_REMOVED, THERE, () -> owner(THERE, "# There\n\nOther.[^e1]\n\n" + E1));
    }

    @Test
    void aNameIsPortable() {
        refused(Rule.PORTABLE_PATH, "topics/a?.md", () -> owner("topics/a?.md", "fact.[^e1]\n\n" + E1));
    }

    @Test
    void aWriterDropsNoMoreThanTheGuardAllows() {
        writer.otherwise(WriterSteps.edit(stage -> stage.delete(new TopicPath(THERE))));

        assertThatWrite(memory.write("s"))
                .failedWith(FailureCode.COMMIT_REJECTED)
                .because(Rule.LOSS_GUARD.id());

        named(Rule.LOSS_GUARD, THERE, writer.tasks().get(1).violations());
        MemoryAssertions.assertThat(memory.bytes().below("topics")).isUnchangedSince(before.below("topics"));
    }
}
