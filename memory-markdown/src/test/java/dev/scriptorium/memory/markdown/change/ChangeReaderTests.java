package dev.scriptorium.memory.markdown.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChangeReaderTests {
    private static final String SOURCES = "'sources':[{'source':'openprogram/s1/m1','label':'lab'}]";
    private static final String PLACE = "'destination':{'topic_path':'topics/m.md','headings':['M'],'position':'end'}";

    /** Plain values from JSON with single quotes. */
    private static Object plain(String json) {
        try {
            return new ObjectMapper().readValue(json.replace('\'', '"'), Object.class);
        } catch (IOException e) {
            throw new AssertionError(json, e);
        }
    }

    private static List<MemoryChange> read(String item) {
        return ChangeReader.read(plain("[" + item + "]"));
    }

    private static MemoryException refusal(String item) {
        MemoryException refused = catchThrowableOfType(MemoryException.class, () -> read(item));
        assertThat(refused).as(item).isNotNull();
        return refused;
    }

    private static String create(String content, String time, String sources, String place) {
        return "{'op':'create_record','content':" + content + ",'time':" + time + "," + sources + "," + place + "}";
    }

    private static String place(String path, String headings, String position) {
        return "'destination':{'topic_path':" + path + ",'headings':" + headings + ",'position':" + position + "}";
    }

    @Test
    void everyOperationIsRead() {
        List<MemoryChange> changes = ChangeReader.read(plain("[" + create("' words '", "null", SOURCES, PLACE)
                + ",{'op':'update_record','memory_id':'^aaaa1111','content':'x','time':'2026',"
                + "'source_refs':[' openprogram/s1/m1 ']}"
                + ",{'op':'delete_record','memory_id':'mem_a'}"
                + ",{'op':'move_records','memory_ids':['a','b'],'destination':{'topic_path':'./topics//x/./y.md',"
                + "'headings':[],'position':'before','anchor_memory_id':'c'}}]"));

        SourceCitation cited = new SourceCitation("openprogram/s1/m1", "lab");
        Destination end = new Destination(new TopicPath("topics/m.md"), List.of("M"), Position.END, null);
        Destination before =
                new Destination(new TopicPath("topics/x/y.md"), List.of(), Position.BEFORE, new BlockId("c"));
        assertThat(changes)
                .containsExactly(
                        new CreateRecord("words", "undated", List.of(cited), end),
                        new UpdateRecord(
                                new BlockId("aaaa1111"),
                                "x",
                                "2026",
                                List.of(new SourceCitation("openprogram/s1/m1", "openprogram/s1/m1"))),
                        new DeleteRecord(new BlockId("mem_a")),
                        new MoveRecords(List.of(new BlockId("a"), new BlockId("b")), before));
    }

    @Test
    void theOldNamesOfOperationsAreRead() {
        assertThat(read("{'op':'create','topic_path':'topics/m.md','headings':['M'],'content':'words','time':'undated',"
                        + SOURCES + "}"))
                .isEqualTo(read(create("'words'", "null", SOURCES, PLACE)));
        assertThat(read("{'op':'create','content':'words','time':null," + SOURCES + "," + PLACE + "}"))
                .isEqualTo(read(create("'words'", "null", SOURCES, PLACE)));
        assertThat(read("{'op':'update','memory_id':'a','content':'x','time':null," + SOURCES + "}"))
                .isEqualTo(read("{'op':'update_record','memory_id':'a','content':'x','time':null," + SOURCES + "}"));
        assertThat(read("{'op':'delete','memory_id':'a'}")).isEqualTo(read("{'op':'delete_record','memory_id':'a'}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "{}", "'x'", "[]", "[1]", "[null]", "[[]]", "[{}]", "[{'op':null}]", "[{'op':1}]"})
    void whatIsNoListOfObjectsIsRefused(String json) {
        MemoryException refused = catchThrowableOfType(MemoryException.class, () -> ChangeReader.read(plain(json)));

        assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(refused).hasMessageContaining("memory_changes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"merge", "move", "CREATE_RECORD", "create_records", ""})
    void anUnknownOperationIsRefused(String op) {
        assertThat(refusal("{'op':'" + op + "'}"))
                .hasMessageContaining("memory_changes[0].op")
                .hasMessageContaining("\"" + op + "\"");
    }

    @Test
    void anUnknownKeyIsNamedWithItsItem() {
        for (String item : List.of(
                create("'x'", "null", SOURCES + ",'foo':1", PLACE),
                create("'x'", "null", SOURCES, PLACE + ",'memory_id':'a'"),
                create("'x'", "null", SOURCES, PLACE + ",'topic_path':'topics/m.md'"),
                "{'op':'create','content':'x','time':null," + SOURCES + "," + PLACE + ",'topic_path':'topics/m.md'}",
                "{'op':'update_record','memory_id':'a','content':'x','time':null," + SOURCES + "," + PLACE + "}",
                "{'op':'delete_record','memory_id':'a','content':'x'}",
                "{'op':'delete_record','memory_id':'a','reason':null}",
                "{'op':'move_records','memory_ids':['a']," + PLACE + ",'content':'x'}",
                create("'x'", "null", "'sources':[{'source':'s','label':'l','quote':'q'}]", PLACE),
                create("'x'", "null", SOURCES, place("'topics/m.md'", "[]", "'end','extra':1")))) {
            MemoryException refused = refusal(item);

            assertThat(refused.code()).as(item).isEqualTo(ErrorCode.INVALID_ARGUMENT);
            assertThat(refused).hasMessageContaining("unknown key").hasMessageContaining("memory_changes[0]");
        }
    }

    @Test
    void aMissingKeyIsNamedWithItsItem() {
        assertThat(refusal("{'op':'create_record','time':null," + SOURCES + "," + PLACE + "}"))
                .hasMessageContaining("content is missing");
        assertThat(refusal("{'op':'create_record','content':'x'," + SOURCES + "," + PLACE + "}"))
                .hasMessageContaining("time is missing");
        assertThat(refusal("{'op':'create_record','content':'x','time':null," + PLACE + "}"))
                .hasMessageContaining("found neither");
        assertThat(refusal("{'op':'create_record','content':'x','time':null," + SOURCES + "}"))
                .hasMessageContaining("destination is missing");
        assertThat(refusal("{'op':'create','content':'x','time':null," + SOURCES + ",'topic_path':'topics/m.md'}"))
                .hasMessageContaining("headings is missing");
        assertThat(refusal("{'op':'update_record','content':'x','time':null," + SOURCES + "}"))
                .hasMessageContaining("memory_id is missing");
        assertThat(refusal("{'op':'delete_record'}")).hasMessageContaining("memory_id is missing");
        assertThat(refusal("{'op':'move_records'," + PLACE + "}")).hasMessageContaining("memory_ids is missing");
        assertThat(refusal("{'op':'move_records','memory_ids':['a']}")).hasMessageContaining("destination is missing");
        for (String key : List.of("topic_path", "headings", "position")) {
            String place =
                    PLACE.replaceAll("'" + key + "':('[^']*'|\\[[^]]*]),?", "").replace(",}", "}");
            assertThat(refusal(create("'x'", "null", SOURCES, place))).hasMessageContaining(key + " is missing");
        }
    }

    @Test
    void bothOrEmptySourcesAreRefused() {
        for (String sources : List.of(
                SOURCES + ",'source_refs':['openprogram/s1/m1']",
                "'sources':[]",
                "'source_refs':[]",
                "'source_refs':'openprogram/s1/m1'",
                "'source_refs':[1]",
                "'source_refs':[null]",
                "'source_refs':['a/b/c','a/b/c']",
                "'source_refs':['a/b/c',' a/b/c ']",
                "'source_refs':[' ']",
                "'sources':['openprogram/s1/m1']",
                "'sources':[{'source':'a/b/c'}]",
                "'sources':[{'label':'x'}]",
                "'sources':[{'source':' ','label':'x'}]",
                "'sources':[{'source':'a/b/c','label':' '}]",
                "'sources':[{'source':'a/b/c','label':'a]b'}]",
                "'sources':[{'source':'a/b/c','label':'a\\nb'}]",
                "'sources':[{'source':'a/b/c','label':null}]",
                "'sources':[{'source':'a/b/c','label':'x'},{'source':'a/b/c','label':'y'}]")) {
            assertThat(refusal(create("'x'", "null", sources, PLACE)).code())
                    .as(sources)
                    .isEqualTo(ErrorCode.INVALID_ARGUMENT);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "1",
                "''",
                "'  '",
                "' \\n '",
                "'a\\n\\nb'",
                "'a\\n \\t\\nb'",
                "'a\\r\\n\\r\\nb'",
                "'a\\r\\rb'",
                "'# a'",
                "'a\\n  # b'",
                "'#tag'",
                "'a\\n\u00A0##'",
                "'a[^x]'",
                "'[^x]'",
                "'a[^new-evidence-1] b'",
                "'[^x]: Time: `2026`; Sources: [l](s)'",
                "'a ^b'",
                "'a\\nb ^c-1\\nd'",
                "'^abc'",
                "'a ^b ^c'"
            })
    void contentThatIsNoPlainParagraphIsRefused(String content) {
        assertThat(refusal(create(content, "null", SOURCES, PLACE)).code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(refusal("{'op':'update_record','memory_id':'a','content':" + content + ",'time':null," + SOURCES
                                + "}")
                        .code())
                .isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'a\\nb'",
                "'- a\\n- b'",
                "'> a'",
                "'| a |'",
                "'`[^x]` is a citation'",
                "'a \\\\[^x] b'",
                "'a^b'",
                "'2^n'",
                "'a ^b_c'",
                "'a ^b.'",
                "'`a ^b`'",
                "'a # b'",
                "'[24:33 - 24:41] talk'",
                "'[x] done'",
                "'\uD83D\uDE00'",
                "'a\u2028b'"
            })
    void contentOfAnyPlainParagraphIsRead(String content) {
        assertThat(read(create(content, "null", SOURCES, PLACE))).hasSize(1);
    }

    @Test
    void lineEndsOfContentBecomeLineFeeds() {
        assertThat(read(create("'\\r\\na\\r\\nb\\rc\\n'", "null", SOURCES, PLACE)))
                .first()
                .extracting(change -> ((CreateRecord) change).content())
                .isEqualTo("a\nb\nc");
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "'undated'", "'2026'", "'2026-08'", "'2026-08-09'", "'2024-02-29'", "'0001'"})
    void aRealTimeIsRead(String time) {
        assertThat(read(create("'x'", time, SOURCES, PLACE))).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'2026-13'", "'2026-00'", "'2026-02-30'", "'2025-02-29'", "'0000'", "'0000-01'", "'26'", "'2026-8'",
                "'2026-08-09T10:00'", "'yesterday'", "''", "' 2026'", "'Undated'", "2026", "true", "'٢٠٢٦'"
            })
    void anyOtherTimeIsRefused(String time) {
        assertThat(refusal(create("'x'", time, SOURCES, PLACE)).code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "../x.md, PATH_OUTSIDE_WORKSPACE",
                "../../x.md, PATH_OUTSIDE_WORKSPACE",
                "topics/../x.md, PATH_OUTSIDE_WORKSPACE",
                "topics/../sources/a.md, PATH_OUTSIDE_WORKSPACE",
                "topics/a/../../../x.md, PATH_OUTSIDE_WORKSPACE",
                "./../topics/x.md, PATH_OUTSIDE_WORKSPACE",
                "/topics/x.md, PATH_OUTSIDE_WORKSPACE",
                "//topics/x.md, PATH_OUTSIDE_WORKSPACE",
                "/etc/passwd, PATH_OUTSIDE_WORKSPACE",
                "C:/topics/x.md, PATH_OUTSIDE_WORKSPACE",
                "topics\\\\x.md, PATH_OUTSIDE_WORKSPACE",
                "topics\\\\..\\\\..\\\\x.md, PATH_OUTSIDE_WORKSPACE",
                "\\\\\\\\host\\\\share\\\\x.md, PATH_OUTSIDE_WORKSPACE",
                "topics/\\u0000.md, PATH_OUTSIDE_WORKSPACE",
                "topics/x.txt, READ_ONLY_PATH",
                "topics/x, READ_ONLY_PATH",
                "topics/x.MD, READ_ONLY_PATH",
                "topics/, PATH_OUTSIDE_WORKSPACE",
                "topics/x.md/, PATH_OUTSIDE_WORKSPACE",
                "topics/.md, READ_ONLY_PATH",
                "x.md, READ_ONLY_PATH",
                "Topics/x.md, READ_ONLY_PATH",
                "core.md, READ_ONLY_PATH",
                "sources/openprogram/_v2/s1.md, READ_ONLY_PATH",
                ".scriptorium/x.md, READ_ONLY_PATH",
                "timeline/2026.md, READ_ONLY_PATH"
            })
    void aPathOutsideTheTopicsIsRefusedByItsClass(String path, ErrorCode code) {
        MemoryException refused = refusal(create("'x'", "null", SOURCES, place("'" + path + "'", "[]", "'end'")));

        assertThat(refused.code()).isEqualTo(code);
        assertThat(refused).hasMessageContaining("memory_changes[0].destination");
    }

    @Test
    void headingsAreUpToSixLinesOfText() {
        for (String headings : List.of(
                "[' ']",
                "['']",
                "['a\\nb']",
                "['a\\rb']",
                "['1','2','3','4','5','6','7']",
                "'M'",
                "[1]",
                "null",
                "{}")) {
            assertThat(refusal(create("'x'", "null", SOURCES, place("'topics/m.md'", headings, "'end'")))
                            .code())
                    .as(headings)
                    .isEqualTo(ErrorCode.INVALID_ARGUMENT);
        }
        assertThat(read(create("'x'", "null", SOURCES, place("'topics/m.md'", "[' 1 ','2','3','4','5','6']", "'end'"))))
                .first()
                .extracting(change -> ((CreateRecord) change).destination().headings())
                .isEqualTo(Arrays.asList("1", "2", "3", "4", "5", "6"));
    }

    @Test
    void positionAndAnchorAgree() {
        for (String position : List.of(
                "'middle'",
                "'END'",
                "null",
                "1",
                "'before'",
                "'after'",
                "'before','anchor_memory_id':null",
                "'start','anchor_memory_id':'a'",
                "'end','anchor_memory_id':'a'",
                "'after','anchor_memory_id':' '",
                "'after','anchor_memory_id':['a']")) {
            assertThat(refusal(create("'x'", "null", SOURCES, place("'topics/m.md'", "[]", position)))
                            .code())
                    .as(position)
                    .isEqualTo(ErrorCode.INVALID_ARGUMENT);
        }
        assertThat(read(create("'x'", "null", SOURCES, place("'topics/m.md'", "[]", "'end','anchor_memory_id':null"))))
                .hasSize(1);
    }

    @Test
    void idsAreNamedOnceAndNoneIsEmpty() {
        for (String ids : List.of("[]", "['a','a']", "['a','^a']", "[' ']", "'a'", "[1]")) {
            assertThat(refusal("{'op':'move_records','memory_ids':" + ids + "," + PLACE + "}")
                            .code())
                    .as(ids)
                    .isEqualTo(ErrorCode.INVALID_ARGUMENT);
        }
        assertThat(refusal("{'op':'move_records','memory_ids':['a'],'destination':{'topic_path':'topics/m.md',"
                                + "'headings':[],'position':'after','anchor_memory_id':'a'}}")
                        .code())
                .isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(refusal("{'op':'delete_record','memory_id':''}").code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(refusal("{'op':'delete_record','memory_id':'no id'}").code()).isEqualTo(ErrorCode.MEMORY_NOT_FOUND);
    }

    @Test
    void everyRefusalNamesItsItem() {
        assertThat(catchThrowableOfType(
                        MemoryException.class,
                        () -> ChangeReader.read(plain("[{'op':'delete_record','memory_id':'a'},"
                                + create("'x'", "'2026-13'", SOURCES, PLACE) + "]"))))
                .hasMessageStartingWith("memory_changes[1]")
                .hasMessageContaining("\"2026-13\"");
    }
}
