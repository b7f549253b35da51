package dev.scriptorium.memory.markdown.view;

import static dev.scriptorium.memory.markdown.view.Topics.definition;
import static dev.scriptorium.memory.markdown.view.Topics.records;
import static dev.scriptorium.memory.markdown.view.Topics.topic;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RelationsTests {

    @Test
    void everyIdOfABlockKeepsItsLinks() {
        assertThat(Relations.render(records(topic(
                        "topics/a.md",
                        "See [b](#^cccccccc) and [c](#^aaaaaaaa) and [b](#^cccccccc).[^e-1] ^bbbbbbbb ^dddddddd",
                        "",
                        "Other.[^e-1] ^aaaaaaaa",
                        "",
                        "Third.[^e-1] ^cccccccc",
                        "",
                        definition("e-1", "2026", 1, 1)))))
                .isEqualTo("{\"backlinks\": {\"aaaaaaaa\": [\"bbbbbbbb\", \"dddddddd\"],"
                        + " \"cccccccc\": [\"bbbbbbbb\", \"dddddddd\"]}, \"outbound\": {\"aaaaaaaa\": [],"
                        + " \"bbbbbbbb\": [\"aaaaaaaa\", \"cccccccc\"], \"cccccccc\": [],"
                        + " \"dddddddd\": [\"aaaaaaaa\", \"cccccccc\"]}}\n");
    }

    @Test
    void nothingIsAnEmptyObjectOfBoth() {
        assertThat(Relations.render(List.of())).isEqualTo("{\"backlinks\": {}, \"outbound\": {}}\n");
    }
}
