package dev.scriptorium.memory.cli.session;

import dev.scriptorium.memory.api.session.AuthorityTier;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.Speaker;
import dev.scriptorium.memory.api.session.SpeakerKind;
import dev.scriptorium.memory.api.session.TextSpan;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.cli.json.Json;
import dev.scriptorium.memory.cli.json.JsonObject;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Turns as JSON objects: the fields of a line, in the store and in a file to import. */
public final class TurnRecords {
    /** Every field a turn may have in a file to import, its session's id included. */
    public static final Set<String> FIELDS = Set.of(
            "session",
            "id",
            "parent",
            "kind",
            "text",
            "time",
            "speaker_id",
            "speaker_display",
            "speaker_kind",
            "principal",
            "tier",
            "trust",
            "rewound",
            "covers");

    private static final String RECALL = "recall";
    private static final int SHOWN = 40;

    private TurnRecords() {}

    /**
     * The turn of a line.
     *
     * @param parent its parent, which the caller has found out
     * @throws FieldProblem when a required field is missing, or any field cannot be read
     */
    public static Turn read(JsonObject line, @Nullable TurnId parent) throws FieldProblem {
        Turn.Builder turn = Turn.builder(
                        turnId(line, "id"), word(line, "kind", TurnKind.class, null), required(line, "text"))
                .parent(parent)
                .time(time(line))
                .speaker(speaker(line))
                .speakerKind(word(line, "speaker_kind", SpeakerKind.class, SpeakerKind.UNKNOWN))
                .principal(text(line, "principal"))
                .tier(word(line, "tier", AuthorityTier.class, AuthorityTier.OWNER))
                .trust(word(line, "trust", Trust.class, Trust.TRUSTED))
                .rewound(flag(line, "rewound"))
                .covers(reference(line, "covers"));
        return turn.injectedRecall(spans(line)).build();
    }

    /** The id of the line's session. */
    public static SessionId session(JsonObject line) throws FieldProblem {
        String text = required(line, "session");
        try {
            return new SessionId(text);
        } catch (IllegalArgumentException e) {
            throw new FieldProblem("session", "printable text without [ ] < >, at most 4,096 characters", shown(text));
        }
    }

    /** A turn that the line names; null when the field is absent or null. */
    public static @Nullable TurnId reference(JsonObject line, String field) throws FieldProblem {
        return line.get(field) == null ? null : turnId(line, field);
    }

    /** The fields of a turn, as {@link #read} takes them. */
    static JsonObject write(Turn turn) {
        JsonObject line = new JsonObject()
                .put("id", turn.id().value())
                .put("parent", turn.parent().map(TurnId::value))
                .put("kind", turn.kind().name());
        turn.time().ifPresent(time -> line.put("time", time.toString()));
        turn.speaker().map(Speaker::id).ifPresent(id -> line.put("speaker_id", id));
        turn.speaker().map(Speaker::displayName).ifPresent(name -> line.put("speaker_display", name));
        if (turn.speakerKind() != SpeakerKind.UNKNOWN) {
            line.put("speaker_kind", turn.speakerKind().word());
        }
        turn.principal().ifPresent(principal -> line.put("principal", principal));
        line.put("tier", turn.tier().word());
        if (turn.trust() != Trust.TRUSTED) {
            line.put("trust", turn.trust().word());
        }
        if (turn.rewound()) {
            line.put("rewound", true);
        }
        turn.covers().ifPresent(covers -> line.put("covers", covers.value()));
        if (!turn.injectedRecall().isEmpty()) {
            line.put(
                    RECALL,
                    turn.injectedRecall().stream()
                            .flatMap(span -> Stream.of(span.start(), span.end()))
                            .toList());
        }
        return line.put("text", turn.text());
    }

    private static TurnId turnId(JsonObject line, String field) throws FieldProblem {
        String text = required(line, field);
        try {
            return new TurnId(text);
        } catch (IllegalArgumentException e) {
            throw new FieldProblem(field, "printable text without [ ] < >, at most 4,096 characters", shown(text));
        }
    }

    private static @Nullable Speaker speaker(JsonObject line) throws FieldProblem {
        String id = text(line, "speaker_id");
        String name = text(line, "speaker_display");
        return id == null && name == null ? null : new Speaker(id, name);
    }

    static @Nullable OffsetDateTime time(JsonObject line) throws FieldProblem {
        String text = text(line, "time");
        try {
            return text == null ? null : OffsetDateTime.parse(text);
        } catch (DateTimeException e) {
            throw new FieldProblem("time", "ISO 8601 with an offset, such as 2026-03-02T09:15:00+01:00", shown(text));
        }
    }

    private static <E extends Enum<E>> E word(JsonObject line, String field, Class<E> type, @Nullable E otherwise)
            throws FieldProblem {
        String text = otherwise == null ? required(line, field) : text(line, field);
        if (text == null && otherwise != null) {
            return otherwise;
        }
        E[] words = type.getEnumConstants();
        for (E word : words) {
            if (word.name().equalsIgnoreCase(text)) {
                return word;
            }
        }
        String names = Stream.of(words)
                .map(word -> otherwise == null ? word.name() : word.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
        throw new FieldProblem(field, "one of " + names, shown(text));
    }

    static boolean flag(JsonObject line, String field) throws FieldProblem {
        Object value = line.get(field);
        if (value == null || value instanceof Boolean) {
            return Boolean.TRUE.equals(value);
        }
        throw new FieldProblem(field, "true or false", shown(value));
    }

    private static List<TextSpan> spans(JsonObject line) throws FieldProblem {
        List<TextSpan> spans = new ArrayList<>();
        if (line.get(RECALL) instanceof List<?> bounds) {
            for (int i = 0; i + 1 < bounds.size(); i += 2) {
                if (!(bounds.get(i) instanceof Integer start) || !(bounds.get(i + 1) instanceof Integer end)) {
                    throw new FieldProblem(RECALL, "pairs of offsets", shown(bounds));
                }
                spans.add(TextSpan.of(start, end));
            }
        }
        return spans;
    }

    private static String required(JsonObject line, String field) throws FieldProblem {
        String text = text(line, field);
        if (text == null) {
            throw new FieldProblem(field, "a text", line.has(field) ? "null" : "nothing");
        }
        return text;
    }

    private static @Nullable String text(JsonObject line, String field) throws FieldProblem {
        Object value = line.get(field);
        if (value == null || value instanceof String) {
            return (String) value;
        }
        throw new FieldProblem(field, "a text", shown(value));
    }

    private static String shown(@Nullable Object value) {
        String json = Json.compact(value);
        if (json.length() <= SHOWN) {
            return json;
        }
        int end = json.offsetByCodePoints(0, json.codePointCount(0, SHOWN - 1));
        return json.substring(0, end) + "…";
    }
}
