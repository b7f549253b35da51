package dev.scriptorium.memory.api.ref;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.TurnId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SourceRefTests {
    private static final String[] PIECES = {"/", "%", "%2F", "%25", "%2f", "2F", "25", "a", "b", "-", " ", "项目"};

    @ParameterizedTest
    @CsvSource({
        "sess-alpha,local/sess-alpha/t1",
        "a/b,local/a%2Fb/t1",
        "a-b,local/a-b/t1",
        "a%2Fb,local/a%252Fb/t1",
        "a%25b,local/a%2525b/t1",
        "100%,local/100%/t1",
        "100%/x,local/100%25%2Fx/t1",
        "a%2fb,local/a%2fb/t1",
        "项目一,local/项目一/t1"
    })
    void aSlashInASessionIdIsEscaped(String session, String ref) {
        SourceRef made = SourceRef.of("local", new SessionId(session), new TurnId("t1"));
        assertThat(made).hasToString(ref);
        assertThat(made.session()).isEqualTo(session);
        assertThat(made.namespace()).isEqualTo("local");
        assertThat(made.turn()).isEqualTo("t1");
        assertThat(new SourceRef(ref)).isEqualTo(made);
    }

    @Test
    void aTurnIdMayHaveSlashes() {
        SourceRef ref = SourceRef.of("local", new SessionId("s"), new TurnId("a/b/"));
        assertThat(ref.turn()).isEqualTo("a/b/");
        assertThat(ref.thread()).isEqualTo("s");
    }

    @Test
    void twoTurnsNeverShareAReference() {
        Random random = new Random(13);
        Map<SourceRef, List<String>> names = new HashMap<>();
        for (int i = 0; i < 200_000; i++) {
            String session = randomId(random);
            String turn = randomId(random);
            SourceRef ref = SourceRef.of("n", new SessionId(session), new TurnId(turn));
            assertThat(List.of(ref.session(), ref.turn())).isEqualTo(List.of(session, turn));
            assertThat(names.putIfAbsent(ref, List.of(session, turn))).isIn(null, List.of(session, turn));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"D1:2", "D10:0", "a/b/c", "a b/c d/e f", "local/s/t/u", ".../b/c", "D1:2/s/t"})
    void aReferenceHasThreeParts(String text) {
        assertThat(SourceRef.isValid(text)).isTrue();
        assertThat(new SourceRef(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "a/b",
                "/b/c",
                "a//c",
                "a/b/",
                "./b/c",
                "../b/c",
                "a/b/c]",
                "a/<b>/c",
                "a/b/c\n",
                "D1",
                "D1:",
                "D:1",
                "d1:2",
                "D1:2 ",
                "a/b\u200b/c",
                "a/\ud83d/c"
            })
    void nothingElseIsAReference(String text) {
        assertThat(SourceRef.isValid(text)).isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SourceRef(text))
                .withMessageContaining(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a/b", "a[", "\n"})
    void aNamespaceIsOnePartThatIsNoDirectoryOfItsOwn(String namespace) {
        SessionId session = new SessionId("s");
        TurnId turn = new TurnId("t");
        assertThatIllegalArgumentException().isThrownBy(() -> SourceRef.of(namespace, session, turn));
    }

    @Test
    void anOldDialogueHasPartsToo() {
        SourceRef ref = new SourceRef("D12:34");
        assertThat(ref.dialogue()).isTrue();
        assertThat(ref.namespace()).isEqualTo("D12");
        assertThat(ref.thread()).isEqualTo("12");
        assertThat(ref.session()).isEqualTo("12");
        assertThat(ref.turn()).isEqualTo("34");
    }

    private static String randomId(Random random) {
        StringBuilder out = new StringBuilder("x");
        int pieces = random.nextInt(6);
        for (int k = 0; k < pieces; k++) {
            out.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return out.toString();
    }
}
