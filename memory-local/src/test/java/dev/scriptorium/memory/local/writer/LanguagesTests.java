package dev.scriptorium.memory.local.writer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.markdown.topic.MemoryRecord;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What becomes of conversations in other languages than English. */
class LanguagesTests {
    private final StagedTopics topics = new StagedTopics();

    private static List<String> lines(String resource) throws IOException {
        try (InputStream in = LanguagesTests.class.getResourceAsStream(resource)) {
            assertThat(in).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    /** Two friends over five months, in sixty turns. */
    @Nested
    class Chinese {
        private static final String LIN = "people/林晓.md";
        private static final String ZHOU = "people/周明.md";

        private Talk talk = Talk.in("zh");

        @BeforeEach
        void write() throws IOException {
            for (String line : lines("chinese-conversation.txt")) {
                String[] parts = line.split(" ", 3);
                talk = talk.on(parts[0] + "T20:00:00+08:00").says(parts[1], parts[2]);
            }
            assertThat(talk.turns()).hasSize(60);
            topics.record(talk);
        }

        private String all() {
            return String.join("\n", topics.contents(LIN)) + "\n" + String.join("\n", topics.contents(ZHOU));
        }

        private String timeOf(String words) {
            return topics.records().stream()
                    .filter(block -> block.content().contains(words))
                    .flatMap(block -> block.dates().stream())
                    .findFirst()
                    .orElse("");
        }

        @Test
        void isFiledUnderWhoSpokeByMonth() {
            assertThat(topics.paths()).contains("core.md", LIN, ZHOU);
            assertThat(topics.text(LIN)).contains("# 林晓", "## 2023-04", "## 2023-05", "## 2023-07", "## 2023-08");
        }

        @Test
        void keepsNamesNumbersPlacesAndPlans() {
            assertThat(all()).contains("陈立", "八十三个学生", "南京大学", "黄龙体育中心", "瑞金医院", "九百六十元", "阿里巴巴", "第二百五十七窟");
        }

        @Test
        void leavesOutGreetingsQuestionsAndWhatSaysNothing() {
            assertThat(all()).doesNotContain("恭喜恭喜", "辛苦了", "太棒了", "嗯嗯", "听起来很有意思", "孩子们听话吗", "再见");
        }

        @Test
        void noBlockBeginsWithWhatNobodyNamed() {
            assertThat(topics.records()).noneMatch(block -> block.content().matches("(?s)[它他她那这].*"));
        }

        @Test
        void datesWhatTellsWhen() {
            assertThat(timeOf("林雨")).isEqualTo("2023-04-15");
            assertThat(timeOf("学游泳")).isEqualTo("2023-05");
            assertThat(timeOf("敦煌做十天")).isEqualTo("2023-07-20");
        }

        @Test
        void lastingPreferencesLeadTheCore() {
            assertThat(topics.contents("core.md"))
                    .anyMatch(text -> text.contains("我对花生过敏"))
                    .anyMatch(text -> text.contains("我从不喝咖啡"))
                    .anyMatch(text -> text.contains("我不吃猪肉"))
                    .anyMatch(text -> text.contains("以后请叫我小林老师"))
                    .hasSize(4);
        }

        @Test
        void keepsLessThanHalf() {
            int said =
                    talk.turns().stream().mapToInt(turn -> turn.text().length()).sum();
            int kept = topics.records().stream()
                    .map(MemoryRecord::content)
                    .mapToInt(String::length)
                    .sum();
            assertThat(kept).isBetween(said / 4, said / 2);
        }
    }

    @Test
    void germanIsKeptInWholeSentencesByNamesAndNumbers() {
        topics.record(Talk.in("de")
                .says("Jutta", "Guten Morgen! Wie geht es dir?")
                .says("Karl", "Gut, danke. Ich bin am 3. März nach Görlitz gezogen, z.B. wegen der Neiße.")
                .says("Jutta", "Ach so.")
                .says(
                        "Karl",
                        "Meine Schwester Wiebke arbeitet bei Dr. Lindner in der Praxis an der Elisabethstraße 12.")
                .add(TurnKind.ASSISTANT, null, "Gern geschehen."));
        assertThat(topics.paths()).containsExactly("people/Karl.md");
        assertThat(topics.contents("people/Karl.md"))
                .allMatch(text -> text.endsWith("."))
                .anyMatch(text -> text.contains("nach Görlitz gezogen, z.B. wegen der Neiße."))
                .anyMatch(text -> text.contains("bei Dr. Lindner in der Praxis an der Elisabethstraße 12."));
        assertThat(String.join(" ", topics.contents("people/Karl.md"))).doesNotContain("Ach so", "Guten Morgen");
    }

    @Test
    void spanishIsKeptInWholeSentencesByNamesAndNumbers() {
        topics.record(Talk.in("es")
                .says("Inés", "¡Hola! ¿Qué tal?")
                .says("Pablo", "Bien. Desde enero trabajo en el puerto de Vigo con 14 personas.")
                .says("Inés", "¡Qué bien!")
                .says("Inés", "Mi hermano Ramón compró una barca en Cangas por 3.200 euros."));
        assertThat(topics.paths()).containsExactlyInAnyOrder("people/Inés.md", "people/Pablo.md");
        assertThat(topics.contents("people/Pablo.md"))
                .singleElement()
                .asString()
                .contains("Desde enero trabajo en el puerto de Vigo con 14 personas.");
        assertThat(topics.contents("people/Inés.md"))
                .containsExactly("Mi hermano Ramón compró una barca en Cangas por 3.200 euros.");
    }
}
