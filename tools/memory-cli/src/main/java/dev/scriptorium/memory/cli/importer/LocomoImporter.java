package dev.scriptorium.memory.cli.importer;

import dev.scriptorium.memory.api.session.AuthorityTier;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.Speaker;
import dev.scriptorium.memory.api.session.SpeakerKind;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.cli.json.Json;
import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.cli.json.JsonProblem;
import dev.scriptorium.memory.cli.session.FileSessionStore;
import dev.scriptorium.memory.cli.session.SessionAppender;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the conversations of LoCoMo, each as one session. All are read before anything is added. */
final class LocomoImporter {
    private static final Pattern SESSION = Pattern.compile("session_(\\d{1,6})");
    private static final String HINT = "the format is that of locomo10.json";
    /** Such as {@code 1:56 pm on 8 May, 2023}. */
    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
            .parseCaseInsensitive()
            .appendPattern("h:mm a 'on' d MMMM, uuuu")
            .toFormatter(Locale.ENGLISH);

    private final FileSessionStore store;
    private final ImportNotes notes;
    private final Path file;

    LocomoImporter(FileSessionStore store, ImportNotes notes, Path file) {
        this.store = store;
        this.notes = notes;
        this.file = file;
    }

    ImportResult run() throws IOException, ImportProblem {
        Map<SessionId, List<Turn>> conversations = read();
        int added = 0;
        int known = 0;
        try (SessionAppender appender = store.append()) {
            for (Map.Entry<SessionId, List<Turn>> conversation : conversations.entrySet()) {
                for (Turn turn : conversation.getValue()) {
                    switch (appender.add(conversation.getKey(), turn)) {
                        case ADDED -> added++;
                        case KNOWN -> known++;
                        case DIFFERENT -> {
                            known++;
                            notes.add(
                                    0,
                                    conversation.getKey() + ": turn " + turn.id()
                                            + " is there already and says something else; that one stays");
                        }
                    }
                }
            }
            appender.finish();
        }
        return new ImportResult(file.toString(), conversations.size(), added, known);
    }

    private Map<SessionId, List<Turn>> read() throws IOException, ImportProblem {
        Map<SessionId, List<Turn>> conversations = new LinkedHashMap<>();
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            Json.objects(in, conversation -> {
                SessionId session = session(conversation);
                List<Turn> turns = conversations.computeIfAbsent(session, id -> new ArrayList<>());
                if (!turns.isEmpty()) {
                    throw new Malformed(session.value(), "each sample_id once", "it twice");
                }
                readSessions(session, conversation, turns);
            });
        } catch (JsonProblem e) {
            throw ImportProblem.at(
                    file.toString(), e.line(), "an array of conversations", String.valueOf(e.getMessage()), HINT);
        } catch (Malformed e) {
            throw ImportProblem.at(file.toString(), 0, String.valueOf(e.getMessage()), e.found(), HINT);
        }
        return conversations;
    }

    private static SessionId session(JsonObject conversation) {
        String id = text(conversation, "sample_id", "a conversation");
        try {
            return new SessionId(id);
        } catch (IllegalArgumentException e) {
            throw new Malformed("a conversation", "printable sample_id without [ ] < >", id);
        }
    }

    private void readSessions(SessionId session, JsonObject sample, List<Turn> turns) {
        if (!(sample.get("conversation") instanceof JsonObject conversation)) {
            throw new Malformed(session.value(), "an object conversation", "none");
        }
        SortedMap<Integer, String> numbers = new TreeMap<>();
        for (String key : conversation.keys()) {
            Matcher matcher = SESSION.matcher(key);
            if (matcher.matches()) {
                numbers.put(Integer.valueOf(matcher.group(1)), key);
            }
        }
        for (String key : numbers.values()) {
            String place = session + ", " + key;
            if (!(conversation.get(key) instanceof List<?> list)) {
                throw new Malformed(place, "a list of turns", "something else");
            }
            OffsetDateTime time = list.isEmpty() ? null : time(conversation, key, place);
            for (Object element : list) {
                if (!(element instanceof JsonObject line)) {
                    throw new Malformed(place, "objects as turns", "something else");
                }
                TurnId before =
                        turns.isEmpty() ? null : turns.get(turns.size() - 1).id();
                turns.add(turn(session, line, time, before, place));
            }
        }
    }

    private static Turn turn(
            SessionId session, JsonObject line, @Nullable OffsetDateTime time, @Nullable TurnId before, String place) {
        String id = text(line, "dia_id", place);
        String where = place + ", turn " + id;
        String name = text(line, "speaker", where);
        String said = text(line, "text", where);
        if (line.get("blip_caption") instanceof String caption && !caption.isBlank()) {
            said = (said.isBlank() ? "" : said + "\n") + "[picture: " + caption + "]";
        }
        try {
            return Turn.builder(new TurnId(id), TurnKind.USER, said)
                    .parent(before)
                    .time(time)
                    .speaker(Speaker.of(session + "/" + name, name))
                    .speakerKind(SpeakerKind.HUMAN)
                    .tier(AuthorityTier.PAIRED)
                    .build();
        } catch (IllegalArgumentException e) {
            throw new Malformed(place, "printable dia_id without [ ] < >", id);
        }
    }

    private @Nullable OffsetDateTime time(JsonObject conversation, String key, String place) {
        if (!conversation.has(key + "_date_time")) {
            notes.add(0, place + " has no date; its turns are imported without one");
            return null;
        }
        String text = text(conversation, key + "_date_time", place);
        try {
            return LocalDateTime.parse(text.strip(), TIME).atOffset(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            throw new Malformed(place, "a date such as 1:56 pm on 8 May, 2023", text);
        }
    }

    private static String text(JsonObject object, String field, String place) {
        if (object.get(field) instanceof String text) {
            return text;
        }
        throw new Malformed(
                place, "field \"" + field + "\" with a text", object.has(field) ? "something else" : "nothing");
    }
}
