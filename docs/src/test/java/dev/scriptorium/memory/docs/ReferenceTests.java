package dev.scriptorium.memory.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.event.MemoryListener;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionStores;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.bench.Bench;
import dev.scriptorium.memory.cli.ScriptoriumCommand;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.local.check.FindingCode;
import dev.scriptorium.memory.local.git.HistoryIssue;
import dev.scriptorium.memory.local.writer.ExtractiveTopicWriter;
import dev.scriptorium.memory.local.writer.TopicWriter;
import dev.scriptorium.memory.markdown.validate.Rule;
import dev.scriptorium.memory.markdown.validate.TopicLimits;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;

/** The lists of the reference are those of the code. */
final class ReferenceTests {

    private static List<List<String>> columns(List<List<String>> table, int... columns) {
        return table.stream()
                .map(row -> Arrays.stream(columns).mapToObj(row::get).toList())
                .toList();
    }

    private static List<String> column(List<List<String>> table, int column) {
        return table.stream().map(row -> row.get(column)).toList();
    }

    private static String plain(String text) {
        return text.replace("`", "");
    }

    @Test
    void the_rules_are_those_of_the_code() {
        assertThat(Project.page("docs/reference/rules.md").table("Rules"))
                .isEqualTo(Arrays.stream(Rule.values())
                        .map(rule -> List.of(rule.id(), plain(rule.expected()), plain(rule.hint())))
                        .toList());
    }

    @Test
    void the_findings_of_a_check_are_those_of_the_code() {
        Page page = Project.page("docs/reference/check-findings.md");
        assertThat(column(page.table("Findings"), 0)).isEqualTo(names(FindingCode.values()));
        assertThat(column(page.table("Findings"), 1)).containsOnly("problem", "note");
        assertThat(column(page.table("Notes of status"), 0)).isEqualTo(names(HistoryIssue.values()));
    }

    private static List<String> names(Enum<?>[] constants) {
        return Arrays.stream(constants).map(Enum::name).toList();
    }

    @Test
    void the_codes_of_errors_and_failures_are_those_of_the_code() {
        Page page = Project.page("docs/reference/error-codes.md");
        assertThat(columns(page.table("ErrorCode"), 0, 1))
                .isEqualTo(Arrays.stream(ErrorCode.values())
                        .map(code -> List.of(code.name(), yes(code.retryable())))
                        .toList());
        assertThat(columns(page.table("FailureCode"), 0, 1))
                .isEqualTo(Arrays.stream(FailureCode.values())
                        .map(code -> List.of(code.name(), yes(code.retryable())))
                        .toList());
    }

    private static String yes(boolean value) {
        return value ? "yes" : "no";
    }

    @Test
    void the_settings_and_their_defaults_are_those_of_the_code() {
        Page page = Project.page("docs/reference/settings.md");
        LocalMemoryConfig defaults = LocalMemoryConfig.builder(
                        Path.of("memory"), SessionStores.ofList(new SessionId("s"), List.of()))
                .build();
        assertThat(columns(page.table("LocalMemoryConfig"), 0, 1))
                .containsExactlyInAnyOrderElementsOf(settings(LocalMemoryConfig.Builder.class, defaults));
        assertThat(columns(page.table("Limits"), 0, 1))
                .containsExactlyInAnyOrderElementsOf(settings(TopicLimits.Builder.class, TopicLimits.DEFAULT));
    }

    /** Each method of a builder that sets something, with what a built value has when nobody does. */
    private static List<List<String>> settings(Class<?> builder, Object defaults) {
        List<List<String>> settings = new ArrayList<>();
        for (Method setter : builder.getDeclaredMethods()) {
            boolean sets = java.lang.reflect.Modifier.isPublic(setter.getModifiers())
                    && setter.getReturnType().equals(builder);
            if (sets) {
                settings.add(List.of(setter.getName(), shown(value(defaults, setter.getName()))));
            }
        }
        return settings;
    }

    private static Object value(Object of, String name) {
        try {
            return of.getClass().getMethod(name).invoke(of);
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
            throw new LinkageError("no accessor for the setting " + name, e);
        }
    }

    private static String shown(Object value) {
        if (value instanceof Optional<?> optional) {
            return optional.map(ReferenceTests::shown).orElse("none");
        }
        if (value instanceof Duration duration) {
            return duration.toSeconds() % 3600 == 0 ? duration.toHours() + " h" : duration.toSeconds() + " s";
        }
        if (value instanceof Integer number) {
            return String.format(Locale.ROOT, "%,d", number);
        }
        if (value.equals(MemoryListener.none())) {
            return "none";
        }
        if (value instanceof Enum<?> constant) {
            return constant.name().toLowerCase(Locale.ROOT);
        }
        if (value instanceof TopicWriter writer) {
            return writer.name();
        }
        if (value.equals(TopicLimits.DEFAULT)) {
            return "see below";
        }
        if (value.equals(ZoneId.systemDefault())) {
            return "system zone";
        }
        if (value.equals(Clock.systemUTC())) {
            return "system clock";
        }
        return String.valueOf(value);
    }

    @Test
    void the_share_of_the_model_free_writer_is_that_of_the_code() {
        long percent = Math.round(100 * ExtractiveTopicWriter.DEFAULT_SHARE);
        assertThat(Project.page("docs/guide/the-model-free-writer.md").lines())
                .anyMatch(line -> line.contains(" " + percent + " % of the characters"));
    }

    @Test
    void every_verb_of_the_command_line_has_its_section() {
        List<String> verbs = Arrays.stream(
                        ScriptoriumCommand.class.getAnnotation(Command.class).subcommands())
                .map(verb -> verb.getAnnotation(Command.class).name())
                .toList();
        Page page = Project.page("docs/guide/command-line.md");
        assertThat(verbs)
                .isNotEmpty()
                .allSatisfy(verb ->
                        assertThat(page.headings()).as("a heading for %s", verb).contains(verb));
    }

    @Test
    void every_bench_has_its_section() {
        List<String> benches = Arrays.stream(
                        Bench.class.getAnnotation(Command.class).subcommands())
                .map(bench -> bench.getAnnotation(Command.class).name())
                .toList();
        Page page = Project.page("docs/reference/bench.md");
        assertThat(benches)
                .isNotEmpty()
                .allSatisfy(bench -> assertThat(page.headings())
                        .as("a heading for %s", bench)
                        .contains(bench));
    }
}
