package dev.scriptorium.memory.testkit.outside;

import static dev.scriptorium.memory.testkit.outside.Person.M;
import static dev.scriptorium.memory.testkit.outside.Person.block;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.event.ViewEditKept;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Views that people typed into. */
@ExtendWith(WorkspaceExtension.class)
class ViewsOutsideTests {
    private TemporaryWorkspace memory;
    private Person person;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        memory = workspace;
        person = Person.at(workspace);
        person.writes(M, "# M\n\n" + dated("The cat is grey."));
        person.writes("topics/core.md", "# Core\n\n" + block("Prefers tea.", "x"));
    }

    private static String dated(String text) {
        return block(text, "x").replace("undated", "2024-05-06");
    }

    @ParameterizedTest
    @ValueSource(strings = {"core.md", "recent_events.jsonl", "timeline/"})
    void aViewIsMadeAgainAndWhatSomebodyTypedIsKeptOnce(String begin) {
        String view = memory.bytes().files().stream()
                .filter(path -> path.startsWith(begin) && path.matches(".*[0-9]+\\.md|[^0-9]*"))
                .findFirst()
                .orElseThrow();
        String rendered = person.text(view);
        assertThat(rendered).isNotEmpty();
        String typed = rendered + "A person typed this.\n";
        person.saves(view, typed);
        person.restricts(view);
        person.looks();
        person.adds("Prefers coffee.", "topics/core.md");
        person.adds("Prefers cake.", "topics/core.md");
        person.writes("topics/n.md", "# N\n\n" + dated("The boat is red."));
        assertThat(person.text(view)).doesNotContain("A person typed this.");
        List<String> kept = memory.bytes().files().stream()
                .filter(path -> path.startsWith(".scriptorium/kept/"))
                .toList();
        assertThat(kept).hasSize(1);
        assertThat(person.text(kept.get(0))).isEqualTo(typed);
        assertThat(memory.events().of(ViewEditKept.class))
                .singleElement()
                .satisfies(event -> assertThat(event.path()).isEqualTo(view));
        assertThat(person.problems()).isEmpty();
    }
}
