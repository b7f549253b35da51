package dev.scriptorium.memory.cli.importer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.session.AuthorityTier;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionQuery;
import dev.scriptorium.memory.api.session.Speaker;
import dev.scriptorium.memory.api.session.SpeakerKind;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.cli.session.FileSessionStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConversationImportTests {
    private static final SessionId S = new SessionId("s");
    private static final Path LOCOMO = Path.of("../../../shared/data/locomo-dev.json");

    @TempDir
    private Path scratch;

    private final List<String> notes = new ArrayList<>();

    private FileSessionStore store() {
        return FileSessionStore.in(scratch.resolve("sessions"));
    }

    private ImportResult run(ImportFormat format, Path file) throws ImportProblem {
        return new ConversationImport(store(), notes::add, share -> {}).run(format, file);
    }

    private ImportResult jsonl(String... lines) throws Exception {
        return run(ImportFormat.JSONL, write("in.jsonl", String.join("\n", lines) + "\n"));
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(scratch.resolve(name), text);
    }

    private List<String> walk(String from) {
        List<String> ids = new ArrayList<>();
        store().walk(S, new TurnId(from), turn -> ids.add(turn.id().value()));
        return ids;
    }

    private static String line(String id, String more) {
        return "{\"session\":\"s\",\"id\":\"" + id + "\",\"kind\":\"USER\",\"text\":\"text of " + id + "\"" + more
                + "}";
    }

    private static String line(String id) {
        return line(id, "");
    }

    @Nested
    class OfLines {

        @Test
        void aLineWithoutAParentFollowsTheLineBeforeOfItsSession() throws Exception {
            ImportResult result = jsonl(
                    line("m1"),
                    "{\"session\":\"other\",\"id\":\"x\",\"kind\":\"USER\",\"text\":\"x\"}",
                    line("m2"),
                    line("n1", ",\"parent\":null"),
                    line("f2", ",\"parent\":\"m1\""));

            assertThat(result)
                    .isEqualTo(new ImportResult(scratch.resolve("in.jsonl").toString(), 2, 5, 0));
            assertThat(walk("m2")).containsExactly("m2", "m1");
            assertThat(walk("n1")).containsExactly("n1");
            assertThat(walk("f2")).containsExactly("f2", "m1");
            assertThat(store().tips(S)).extracting(TurnId::value).containsExactly("f2", "m2", "n1");
        }

        @Test
        void everyFieldArrives() throws Exception {
            jsonl(
                    line("m1"),
                    line(
                            "m2",
                            ",\"time\":\"2026-03-02T09:15:00+01:00\",\"speaker_id\":\"u1\",\"speaker_display\":\"Ada\","
                                    + "\"speaker_kind\":\"human\",\"principal\":\"p\",\"tier\":\"paired\","
                                    + "\"trust\":\"pending\",\"rewound\":true,\"covers\":\"m1\""));

            Turn turn = store().turn(S, new TurnId("m2")).orElseThrow();
            assertThat(turn.time()).contains(OffsetDateTime.parse("2026-03-02T09:15:00+01:00"));
            assertThat(turn.speaker()).contains(Speaker.of("u1", "Ada"));
            assertThat(turn.speakerKind()).isEqualTo(SpeakerKind.HUMAN);
            assertThat(turn.principal()).contains("p");
            assertThat(turn.tier()).isEqualTo(AuthorityTier.PAIRED);
            assertThat(turn.trust()).isEqualTo(Trust.PENDING);
            assertThat(turn.rewound()).isTrue();
            assertThat(turn.covers()).contains(new TurnId("m1"));
            assertThat(turn.kind()).isEqualTo(TurnKind.USER);
            assertThat(notes).isEmpty();
        }

        @Test
        void aByteOrderMarkWindowsLineEndsAndBlankLinesDoNoHarm() throws Exception {
            Path file = write("in.jsonl", "\uFEFF" + line("m1") + "\r\n\r\n  \t\n" + line("m2"));

            assertThat(run(ImportFormat.JSONL, file).added()).isEqualTo(2);
            assertThat(walk("m2")).containsExactly("m2", "m1");
        }

        @Test
        void aSecondImportAddsNothingAndAGrownFileOnlyWhatIsNew() throws Exception {
            jsonl(line("m1"), line("m2"));

            assertThat(jsonl(line("m1"), line("m2")))
                    .extracting(ImportResult::added, ImportResult::known)
                    .containsExactly(0, 2);
            assertThat(jsonl(line("m1"), line("m2"), line("m3")).added()).isEqualTo(1);
            assertThat(walk("m3")).containsExactly("m3", "m2", "m1");
        }

        @Test
        void aFileOfNewLinesOnlyContinuesTheSession() throws Exception {
            jsonl(line("m1"), line("m2"));
            jsonl(line("m3"), line("m4"));
            jsonl(line("f3", ",\"parent\":\"m2\""));

            assertThat(walk("m4")).containsExactly("m4", "m3", "m2", "m1");
            assertThat(walk("f3")).containsExactly("f3", "m2", "m1");
        }

        @Test
        void ofTwoTextsForOneTurnTheFirstStaysAndTheOtherIsNoted() throws Exception {
            String other = "{\"session\":\"s\",\"id\":\"m1\",\"kind\":\"USER\",\"text\":\"other\"}";
            jsonl(line("m1"), other, line("m2"));
            assertThat(notes).hasSize(1).first().asString().contains("line 2", "m1");
            jsonl(other);

            assertThat(notes).hasSize(2);
            assertThat(store().turn(S, new TurnId("m1")).orElseThrow().text()).isEqualTo("text of m1");
            assertThat(walk("m2")).containsExactly("m2", "m1");
        }

        @Test
        void unknownKeysAreNotedOnce() throws Exception {
            jsonl(line("m1", ",\"colour\":1"), line("m2", ",\"colour\":2,\"size\":null"));

            assertThat(notes).hasSize(2);
            assertThat(notes.get(0)).contains("line 1", "colour");
            assertThat(notes.get(1)).contains("line 2", "size");
        }

        @Test
        void aParentMayStandBehindItsChild() throws Exception {
            jsonl(line("m2", ",\"parent\":\"m1\""), line("m1", ",\"parent\":null"));

            assertThat(walk("m2")).containsExactly("m2", "m1");
        }

        @ParameterizedTest(name = "{0}")
        @CsvSource(delimiter = '|', textBlock = """
                        not JSON              | {"session":"s","id":"m2"                                          | a JSON object      | ends too early
                        no object             | ["s"]                                                             | a JSON object      | expected an object
                        two objects           | {} {}                                                             | a JSON object      | something follows
                        a field twice         | {"session":"s","session":"t"}                                     | a JSON object      | Duplicate
                        no session            | {"id":"m2","kind":"USER","text":"t"}                              | "session"          | nothing
                        no id                 | {"session":"s","kind":"USER","text":"t"}                          | "id"               | nothing
                        no kind               | {"session":"s","id":"m2","text":"t"}                              | "kind"             | nothing
                        no text               | {"session":"s","id":"m2","kind":"USER"}                           | "text"             | nothing
                        text null             | {"session":"s","id":"m2","kind":"USER","text":null}               | "text"             | null
                        text a number         | {"session":"s","id":"m2","kind":"USER","text":7}                  | "text"             | 7
                        id a number           | {"session":"s","id":7,"kind":"USER","text":"t"}                   | "id"               | 7
                        a blank id            | {"session":"s","id":" ","kind":"USER","text":"t"}                 | "id"               | " "
                        an id with brackets   | {"session":"s","id":"[x]","kind":"USER","text":"t"}               | "id"               | [x]
                        a session with a tab  | {"session":"a\\tb","id":"m2","kind":"USER","text":"t"}            | "session"          | a\\tb
                        an unknown kind       | {"session":"s","id":"m2","kind":"HUMAN","text":"t"}               | USER, ASSISTANT    | HUMAN
                        an unknown tier       | {"session":"s","id":"m2","kind":"USER","text":"t","tier":"root"}  | owner, paired      | root
                        an unknown trust      | {"session":"s","id":"m2","kind":"USER","text":"t","trust":"yes"}  | trusted, pending   | yes
                        an unknown speaker    | {"session":"s","id":"m2","kind":"USER","text":"t","speaker_kind":"x"} | human, owner   | x
                        a time without offset | {"session":"s","id":"m2","kind":"USER","text":"t","time":"2026-03-02T09:15:00"} | ISO 8601 | 2026-03-02T09:15:00
                        a time in words       | {"session":"s","id":"m2","kind":"USER","text":"t","time":"noon"}  | "time"             | noon
                        a time as a number    | {"session":"s","id":"m2","kind":"USER","text":"t","time":1772438400} | "time"          | 1772438400
                        rewound in words      | {"session":"s","id":"m2","kind":"USER","text":"t","rewound":"no"} | true or false      | no
                        an unknown parent     | {"session":"s","id":"m2","kind":"USER","text":"t","parent":"m9"}  | session s          | m9
                        a foreign parent      | {"session":"t","id":"m2","kind":"USER","text":"t","parent":"m1"}  | session t          | m1
                        its own parent        | {"session":"s","id":"m2","kind":"USER","text":"t","parent":"m2"}  | session s          | m2 → m2
                        an unknown covers     | {"session":"s","id":"m2","kind":"SUMMARY","text":"t","covers":"m9"} | session s        | m9
                        """)
        void aLineThatIsNotATurnIsNamedAndNothingOfTheFileIsImported(
                String kind, String line, String expected, String found) throws Exception {
            assertThatThrownBy(() -> jsonl(line("m1"), line, line("m3")))
                    .as(kind)
                    .isInstanceOf(ImportProblem.class)
                    .hasMessageContaining("in.jsonl, line 2")
                    .hasMessageContaining(expected)
                    .hasMessageContaining(found);

            assertThat(store().head(S)).isEmpty();
            assertThat(scratch.resolve("sessions")).doesNotExist();
        }

        @Test
        void aCircleOfParentsIsShown() {
            assertThatThrownBy(() -> jsonl(
                            line("m1"),
                            line("a", ",\"parent\":\"c\""),
                            line("b", ",\"parent\":\"a\""),
                            line("c", ",\"parent\":\"b\"")))
                    .isInstanceOf(ImportProblem.class)
                    .hasMessageContaining("line 2")
                    .hasMessageContaining("circle");
            assertThat(scratch.resolve("sessions")).doesNotExist();
        }

        @Test
        void allUnknownParentsAreNamedAtOnce() {
            assertThatThrownBy(() -> jsonl(line("m1"), line("a", ",\"parent\":\"x\""), line("b", ",\"parent\":\"y\"")))
                    .asInstanceOf(type(ImportProblem.class))
                    .satisfies(problem -> assertThat(problem.places())
                            .extracting(Violation::line)
                            .containsExactly(2, 3));
        }

        @Test
        void otherEncodingsAreNamed() throws IOException {
            Path utf16 = scratch.resolve("utf16.jsonl");
            Files.write(utf16, ("\uFEFF" + line("m1")).getBytes(StandardCharsets.UTF_16LE));
            Path latin = scratch.resolve("latin.jsonl");
            Files.write(latin, line("m1").replace("text of", "t\u00e9xt of").getBytes(StandardCharsets.ISO_8859_1));

            assertThatThrownBy(() -> run(ImportFormat.JSONL, utf16)).hasMessageContaining("UTF-16");
            assertThatThrownBy(() -> run(ImportFormat.JSONL, latin))
                    .hasMessageContaining("line 1")
                    .hasMessageContaining("UTF-8");
        }

        @Test
        void whatIsNoFileIsNamed() {
            assertThatThrownBy(() -> run(ImportFormat.JSONL, scratch.resolve("none")))
                    .hasMessageContaining("none");
            assertThatThrownBy(() -> run(ImportFormat.JSONL, scratch)).hasMessageContaining("a directory");
        }

        @Test
        void anEmptyFileIsNoted() throws Exception {
            assertThat(run(ImportFormat.JSONL, write("in.jsonl", "\n")).added()).isZero();
            assertThat(notes).hasSize(1);
        }

        @Test
        void lineSeparatorsInsideATextAreText() throws Exception {
            jsonl(line("m1").replace("text of", "te\u2028\u2029\u0085xt"));

            assertThat(store().turn(S, new TurnId("m1")).orElseThrow().text()).contains("te\u2028\u2029\u0085xt");
        }

        @Test
        void manyNotesAreCutShort() throws Exception {
            List<String> lines = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                lines.add(line("m" + i));
            }
            jsonl(lines.toArray(String[]::new));
            lines.replaceAll(each -> each.replace("text of", "other text of"));
            jsonl(lines.toArray(String[]::new));

            assertThat(notes).hasSize(21);
            assertThat(notes.get(20)).contains("80 more");
        }
    }

    @Nested
    class OfLocomo {
        private static final String SAMPLE = """
                [{"sample_id":"conv-1","qa":[{"x":1}],"conversation":{
                  "speaker_a":"Ana","speaker_b":"Bo",
                  "session_10_date_time":"12:09 am on 13 September, 2023","session_10":[
                    {"speaker":"Ana","dia_id":"D10:1","text":"last"}],
                  "session_2_date_time":"1:56 pm on 8 May, 2023","session_2":[
                    {"speaker":"Ana","dia_id":"D2:1","text":"one","blip_caption":"a red kite","img_url":["x"]},
                    {"speaker":"Bo","dia_id":"D2:2","text":"","blip_caption":"a dog"}],
                  "session_3_date_time":"2:00 pm on 9 May, 2023"}}]
                """;

        @Test
        void sessionsFollowEachOtherByNumberWithTheirDatesAndPictures() throws Exception {
            ImportResult result = run(ImportFormat.LOCOMO, write("l.json", SAMPLE));
            SessionId id = new SessionId("conv-1");
            List<Turn> turns = new ArrayList<>();
            store().walk(id, store().head(id).orElseThrow(), turns::add);

            assertThat(result.added()).isEqualTo(3);
            assertThat(turns).extracting(turn -> turn.id().value()).containsExactly("D10:1", "D2:2", "D2:1");
            assertThat(turns)
                    .extracting(Turn::text)
                    .containsExactly("last", "[picture: a dog]", "one\n[picture: a red kite]");
            assertThat(turns)
                    .extracting(turn -> turn.time().orElseThrow().toString())
                    .containsExactly("2023-09-13T00:09Z", "2023-05-08T13:56Z", "2023-05-08T13:56Z");
            assertThat(turns).allSatisfy(turn -> {
                assertThat(turn.kind()).isEqualTo(TurnKind.USER);
                assertThat(turn.tier()).isEqualTo(AuthorityTier.PAIRED);
            });
            assertThat(turns.get(1).speaker()).contains(Speaker.of("conv-1/Bo", "Bo"));
            assertThat(run(ImportFormat.LOCOMO, write("l.json", SAMPLE)).added())
                    .isZero();
        }

        @ParameterizedTest(name = "{0}")
        @CsvSource(delimiter = '|', textBlock = """
                        truncated          | }}]                         | }
                        no sample id       | "sample_id":"conv-1",       | ''
                        a bad date         | 1:56 pm on 8 May, 2023      | 8.5.2023
                        a turn without id  | "dia_id":"D2:1",            | ''
                        no speaker         | "speaker":"Bo",             | ''
                        text a number      | "text":"one"                | "text":1
                        """)
        void whatIsNotTheFormatIsNamedAndNothingIsImported(String kind, String from, String to) throws Exception {
            Path file = write("l.json", SAMPLE.replace(from, to));

            assertThatThrownBy(() -> run(ImportFormat.LOCOMO, file))
                    .as(kind)
                    .isInstanceOf(ImportProblem.class)
                    .hasMessageContaining("l.json");
            assertThat(scratch.resolve("sessions")).doesNotExist();
        }

        @Test
        void theSixConversationsComeInWhole() throws Exception {
            assumeThat(LOCOMO).as("the evaluation data is not here; skipped").exists();

            ImportResult result = run(ImportFormat.LOCOMO, LOCOMO);

            assertThat(result.sessions()).isEqualTo(6);
            assertThat(result.added()).isEqualTo(3435);
            assertThat(notes).isEmpty();
            assertThat(store().sessions(SessionQuery.first(10))).hasSize(6);
        }
    }
}
