package dev.scriptorium.memory.api.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionIdsTests {

    @ParameterizedTest
    @ValueSource(strings = {"sess-alpha", "项目一", "a/b", "a%2Fb", "a b", "channel:telegram", "😀", ".", "..", "CON"})
    void printableTextIsASessionIdAndATurnId(String id) {
        assertThat(new SessionId(id)).hasToString(id);
        assertThat(new TurnId(id)).hasToString(id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a\nb", "a[b", "a]b", "<a", "a>", "\u200ba", "\ud83d", "a\u0000"})
    void whatCannotStandInAnArchiveIsNoId(String id) {
        assertThatIllegalArgumentException().isThrownBy(() -> new SessionId(id)).withMessageContaining(id);
        assertThatIllegalArgumentException().isThrownBy(() -> new TurnId(id)).withMessageContaining(id);
    }

    @Test
    void anIdHasAtMost4096Characters() {
        assertThat(new SessionId("a".repeat(4096)).value()).hasSize(4096);
        assertThat(new TurnId("a".repeat(4096)).value()).hasSize(4096);
        assertThatIllegalArgumentException().isThrownBy(() -> new SessionId("a".repeat(4097)));
        assertThatIllegalArgumentException().isThrownBy(() -> new TurnId("a".repeat(4097)));
    }

    @Test
    void idsAreOrderedByTheirText() {
        assertThat(new SessionId("a")).isLessThan(new SessionId("b"));
        assertThat(new TurnId("t1")).isLessThan(new TurnId("t2"));
    }

    @Test
    void aWorkspaceIdIsALetterAndEightHexDigits() {
        assertThat(new WorkspaceId("w-0a1b2c3d")).hasToString("w-0a1b2c3d");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "w-", "w-0a1b2c3", "w-0a1b2c3d4", "w-0A1B2C3D", "x-0a1b2c3d", "w-0a1b2c3g", "w-0a1b2c3d\n"})
    void nothingElseIsAWorkspaceId(String id) {
        assertThat(WorkspaceId.isValid(id)).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> new WorkspaceId(id));
    }

    @Test
    void aSpeakerHasAnIdOrAName() {
        assertThat(new Speaker("id", null).displayName()).isNull();
        assertThat(new Speaker(null, "Ada").id()).isNull();
        assertThatIllegalArgumentException().isThrownBy(() -> new Speaker(null, null));
    }

    @Test
    void aSpanOfRecallLiesInTheText() {
        Turn.Builder turn = Turn.builder(new TurnId("t"), TurnKind.USER, "abc");
        assertThat(turn.injectedRecall(List.of(TextSpan.of(1, 3))).build().injectedRecall())
                .hasSize(1);
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> turn.injectedRecall(List.of(TextSpan.of(1, 4))).build());
        assertThatIllegalArgumentException().isThrownBy(() -> TextSpan.of(3, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> TextSpan.of(-1, 2));
    }
}
