package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.api.event.MemoryListener;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.local.writer.ExtractiveTopicWriter;
import dev.scriptorium.memory.local.writer.TopicWriter;
import dev.scriptorium.memory.markdown.validate.TopicLimits;
import java.nio.file.Path;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The settings of a workspace by name, as {@code --set} gives them. */
final class Settings {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m|min|h|d)");
    private static final Map<String, Setting> ALL = new TreeMap<>();

    /** How one setting is read. */
    private record Setting(String expected, BiConsumer<Draft, String> reader) {}

    /** A configuration in the making. */
    private static final class Draft {
        private final LocalMemoryConfig.Builder config;
        private final TopicLimits.Builder limits = TopicLimits.builder();

        Draft(LocalMemoryConfig.Builder config) {
            this.config = config;
        }
    }

    static {
        number("writerTokens", (draft, value) -> draft.config.writerTokens(value));
        number("writerMaxExchanges", (draft, value) -> draft.config.writerMaxExchanges(value));
        flag("automaticWriting", (draft, value) -> draft.config.automaticWriting(value));
        number("batchTokens", (draft, value) -> draft.config.batchTokens(value));
        duration("idleAfter", (draft, value) -> draft.config.idleAfter(value));
        number("organiseAfterBatches", (draft, value) -> draft.config.organiseAfterBatches(value));
        number("organiseAfterTokens", (draft, value) -> draft.config.organiseAfterTokens(value));
        duration("organiseEvery", (draft, value) -> draft.config.organiseEvery(value));
        duration("backgroundLockTimeout", (draft, value) -> draft.config.backgroundLockTimeout(value));
        duration("interactiveLockTimeout", (draft, value) -> draft.config.interactiveLockTimeout(value));
        number("recallLimit", (draft, value) -> draft.config.recallLimit(value));
        number("recallTokens", (draft, value) -> draft.config.recallTokens(value));
        add("recallFloor", "a number from 0 to 1", Double::valueOf, (draft, value) -> draft.config.recallFloor(value));
        flag("recallSources", (draft, value) -> draft.config.recallSources(value));
        flag("coreInject", (draft, value) -> draft.config.coreInject(value));
        number("coreTokens", (draft, value) -> draft.config.coreTokens(value));
        number("recentLimit", (draft, value) -> draft.config.recentLimit(value));
        add(
                "lossGuard",
                "a percentage",
                text -> Integer.valueOf(text.endsWith("%") ? text.substring(0, text.length() - 1) : text),
                (draft, value) -> draft.config.lossGuard(value));
        duration("settleAfter", (draft, value) -> draft.config.settleAfter(value));
        duration("watchEvery", (draft, value) -> draft.config.watchEvery(value));
        duration("sessionIdle", (draft, value) -> draft.config.sessionIdle(value));
        add("nightlyAt", "a time such as 03:00", LocalTime::parse, (draft, value) -> draft.config.nightlyAt(value));
        duration("checkpointTimeout", (draft, value) -> draft.config.checkpointTimeout(value));
        flag("history", (draft, value) -> draft.config.history(value));
        flag("allowNetworkFileSystem", (draft, value) -> draft.config.allowNetworkFileSystem(value));
        add(
                "sourceNamespace",
                "letters, digits, _ and -",
                text -> text,
                (draft, value) -> draft.config.sourceNamespace(value));
        add("owner", "a principal", text -> text, (draft, value) -> draft.config.owner(value));
        add("indexDirectory", "a directory", Path::of, (draft, value) -> draft.config.indexDirectory(value));
        add("zone", "a time zone such as Europe/Stockholm", ZoneId::of, (draft, value) -> draft.config.zone(value));
        add(
                "clock",
                "an instant such as 2026-03-02T09:15:00Z, at which time stands still",
                text -> Clock.fixed(Instant.parse(text), ZoneOffset.UTC),
                (draft, value) -> draft.config.clock(value));
        add(
                "recall",
                "one of off, lexical, hybrid, embedding",
                Settings::recall,
                (draft, value) -> draft.config.recall(value));
        add("writer", "extractive", Settings::writer, (draft, value) -> draft.config.writer(value));
        number("limits.fileBytes", (draft, value) -> draft.limits.fileBytes(value));
        number("limits.blockBytes", (draft, value) -> draft.limits.blockBytes(value));
        number("limits.lineBytes", (draft, value) -> draft.limits.lineBytes(value));
        number("limits.nesting", (draft, value) -> draft.limits.nesting(value));
        number("limits.definitions", (draft, value) -> draft.limits.definitions(value));
    }

    private Settings() {}

    /** The names there are. */
    static Set<String> names() {
        return ALL.keySet();
    }

    /**
     * A configuration.
     *
     * @param assignments each {@code NAME=VALUE}; of two with one name the last counts
     * @param writer who writes; empty leaves it to the assignments
     * @throws UsageException naming the setting, its value and what was expected
     */
    static LocalMemoryConfig config(
            Path workspace,
            SessionStore sessions,
            List<String> assignments,
            Optional<TopicWriter> writer,
            MemoryListener listener) {
        Draft draft = new Draft(LocalMemoryConfig.builder(workspace, sessions).listener(listener));
        for (String assignment : assignments) {
            apply(assignment, draft);
        }
        writer.ifPresent(draft.config::writer);
        try {
            return draft.config.limits(draft.limits.build()).build();
        } catch (IllegalArgumentException e) {
            throw new UsageException("--set: " + e.getMessage());
        }
    }

    private static void apply(String assignment, Draft draft) {
        int equals = assignment.indexOf('=');
        if (equals < 1) {
            throw new UsageException("--set \"" + assignment + "\": expected NAME=VALUE");
        }
        String name = assignment.substring(0, equals).strip();
        String value = assignment.substring(equals + 1).strip();
        Setting setting = ALL.get(name);
        if (setting == null) {
            Optional<String> near =
                    ALL.keySet().stream().filter(name::equalsIgnoreCase).findFirst();
            throw new UsageException("--set " + assignment + ": there is no setting " + name
                    + near.map(known -> "; did you mean " + known + "?")
                            .orElse("; there are: " + String.join(", ", ALL.keySet())));
        }
        try {
            setting.reader().accept(draft, value);
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new UsageException(
                    "--set " + name + "=" + value + ": expected " + setting.expected() + ", found \"" + value + "\"");
        }
    }

    private static <T> void add(String name, String expected, Function<String, T> parser, BiConsumer<Draft, T> setter) {
        ALL.put(name, new Setting(expected, (draft, text) -> setter.accept(draft, parser.apply(text))));
    }

    private static void number(String name, BiConsumer<Draft, Integer> setter) {
        add(
                name,
                "a whole number",
                text -> Integer.valueOf(text.replace("_", "").replace(",", "")),
                setter);
    }

    private static void flag(String name, BiConsumer<Draft, Boolean> setter) {
        add(name, "on or off", Settings::flag, setter);
    }

    private static void duration(String name, BiConsumer<Draft, Duration> setter) {
        add(name, "a duration such as 500ms, 90s, 5m, 1h, 2d", Settings::duration, setter);
    }

    private static Boolean flag(String text) {
        return switch (text) {
            case "on", "true", "yes" -> true;
            case "off", "false", "no" -> false;
            default -> throw new IllegalArgumentException(text);
        };
    }

    private static Duration duration(String text) {
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches()) {
            return Duration.parse(text);
        }
        long amount = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "h" -> Duration.ofHours(amount);
            case "d" -> Duration.ofDays(amount);
            default -> Duration.ofMinutes(amount);
        };
    }

    private static LocalMemoryConfig.Recall recall(String text) {
        for (LocalMemoryConfig.Recall recall : LocalMemoryConfig.Recall.values()) {
            if (recall.name().equalsIgnoreCase(text)) {
                return recall;
            }
        }
        throw new IllegalArgumentException(text);
    }

    private static ExtractiveTopicWriter writer(String text) {
        if (!text.equals("extractive")) {
            throw new IllegalArgumentException(text);
        }
        return new ExtractiveTopicWriter();
    }
}
