package dev.scriptorium.memory.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * The Java in the pages is the Java that is compiled and run here: each block of a page stands, line for line, between
 * {@code // snippet NAME} and {@code // end of snippet} in a source of the package {@code snippets}.
 */
final class SnippetTests {
    private static final String SOURCES = "docs/src/test/java/dev/scriptorium/memory/docs/snippets";
    private static final String BEGIN = "// snippet ";
    private static final String END = "// end of snippet";
    private static final int README_LINES = 15;

    private static Map<String, String> snippets() {
        Map<String, String> snippets = new TreeMap<>();
        for (Path source : Project.sources(SOURCES)) {
            List<String> lines = Arrays.asList(Project.read(source).split("\n", -1));
            for (int i = 0; i < lines.size(); i++) {
                String line = lines.get(i).strip();
                if (line.startsWith(BEGIN)) {
                    int end = i + 1;
                    while (!lines.get(end).strip().equals(END)) {
                        end++;
                    }
                    String before = snippets.put(line.substring(BEGIN.length()), outdented(lines.subList(i + 1, end)));
                    assertThat(before).as("another snippet called %s", line).isNull();
                }
            }
        }
        return snippets;
    }

    private static String outdented(List<String> lines) {
        int indent = lines.stream()
                .filter(line -> !line.isBlank())
                .mapToInt(line -> line.length() - line.stripLeading().length())
                .min()
                .orElse(0);
        StringBuilder out = new StringBuilder();
        lines.forEach(
                line -> out.append(line.isBlank() ? "" : line.substring(indent)).append('\n'));
        return out.toString();
    }

    private static Map<String, String> shown() {
        Map<String, String> shown = new TreeMap<>();
        for (Path page : Project.pages()) {
            for (Page.Code code : Page.of(page).code()) {
                if (code.language().equals("java")) {
                    shown.put(page + ":" + code.line(), code.text());
                }
            }
        }
        return shown;
    }

    @Test
    void every_Java_block_of_a_page_is_compiled_here() {
        assertThat(shown())
                .isNotEmpty()
                .allSatisfy((place, text) -> assertThat(snippets())
                        .as("a snippet with the text at %s", place)
                        .containsValue(text));
    }

    @Test
    void every_snippet_is_shown_on_a_page() {
        assertThat(snippets())
                .isNotEmpty()
                .allSatisfy((name, text) ->
                        assertThat(shown()).as("a page that shows %s", name).containsValue(text));
    }

    @Test
    void the_example_of_the_readme_has_fifteen_lines() {
        List<String> blocks = new ArrayList<>();
        Project.page("README.md").code().stream()
                .filter(code -> code.language().equals("java"))
                .forEach(code -> blocks.add(code.text()));
        assertThat(blocks)
                .singleElement()
                .satisfies(text -> assertThat(text.lines()).hasSize(README_LINES));
    }
}
