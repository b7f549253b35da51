package dev.scriptorium.memory.bench.locomo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the files of LoCoMo-10: conversations, and the audit of its citations. */
final class LocomoData {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern BETWEEN_IDS = Pattern.compile("[;,\\s]+");
    /** Such as {@code 1:56 pm on 8 May, 2023}. */
    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
            .parseCaseInsensitive()
            .appendPattern("h:mm a 'on' d MMMM, uuuu")
            .toFormatter(Locale.ENGLISH);

    private LocomoData() {}

    /**
     * The conversations of a file.
     *
     * @param errata the file of the audit, if there is one
     * @throws IllegalArgumentException for a file of another form
     */
    static List<Conversation> read(Path file, Optional<Path> errata) throws IOException {
        Map<String, List<String>> corrected = errata.isPresent() ? corrections(errata.get()) : Map.of();
        JsonNode all = JSON.readTree(file.toFile());
        if (!all.isArray() || all.isEmpty()) {
            throw new IllegalArgumentException(file + ": expected an array of conversations");
        }
        List<Conversation> conversations = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            conversations.add(conversation(all.get(i), i, corrected));
        }
        return conversations;
    }

    private static Map<String, List<String>> corrections(Path file) throws IOException {
        Map<String, List<String>> corrected = new HashMap<>();
        for (JsonNode erratum : JSON.readTree(file.toFile())) {
            List<String> evidence = ids(erratum.path("correct_evidence"));
            if (!evidence.isEmpty()) {
                corrected.put(erratum.path("question_id").asText(), evidence);
            }
        }
        return corrected;
    }

    private static Conversation conversation(JsonNode sample, int number, Map<String, List<String>> corrected) {
        JsonNode sessions = sample.path("conversation");
        List<Utterance> utterances = new ArrayList<>();
        Set<String> known = new HashSet<>();
        for (int session = 1; session <= sessions.size(); session++) {
            JsonNode turns = sessions.path("session_" + session);
            for (JsonNode turn : turns) {
                Utterance said = utterance(
                        turn, sessions.path("session_" + session + "_date_time").asText());
                known.add(said.id());
                utterances.add(said);
            }
        }
        List<TestQuestion> questions = new ArrayList<>();
        JsonNode asked = sample.path("qa");
        for (int i = 0; i < asked.size(); i++) {
            JsonNode question = asked.get(i);
            List<String> gold = new ArrayList<>(
                    corrected.getOrDefault("locomo_" + number + "_qa" + i, ids(question.path("evidence"))));
            gold.retainAll(known);
            questions.add(new TestQuestion(
                    question.path("question").asText(),
                    question.path("answer").asText(""),
                    question.path("category").asInt(),
                    gold));
        }
        return new Conversation(
                sample.path("sample_id").asText(),
                List.of(
                        sessions.path("speaker_a").asText(),
                        sessions.path("speaker_b").asText()),
                utterances,
                questions,
                observations(sample.path("observation"), sessions.size(), known));
    }

    private static Utterance utterance(JsonNode turn, String time) {
        String text = turn.path("text").asText();
        String caption = turn.path("blip_caption").asText("");
        if (!caption.isBlank()) {
            text = (text.isBlank() ? "" : text + "\n") + "[picture: " + caption + "]";
        }
        OffsetDateTime at = LocalDateTime.parse(time.strip(), TIME).atOffset(ZoneOffset.UTC);
        return new Utterance(turn.path("dia_id").asText(), turn.path("speaker").asText(), text, at);
    }

    private static List<Conversation.Observation> observations(JsonNode observed, int sessions, Set<String> known) {
        List<Conversation.Observation> observations = new ArrayList<>();
        for (int session = 1; session <= sessions; session++) {
            JsonNode bySpeaker = observed.path("session_" + session + "_observation");
            for (Map.Entry<String, JsonNode> speaker : bySpeaker.properties()) {
                for (JsonNode observation : speaker.getValue()) {
                    List<String> gold = new ArrayList<>(ids(observation.path(1)));
                    gold.retainAll(known);
                    if (!gold.isEmpty()) {
                        observations.add(new Conversation.Observation(
                                "D" + session,
                                speaker.getKey(),
                                observation.path(0).asText(),
                                gold));
                    }
                }
            }
        }
        return observations;
    }

    /** Ids, as a list or several in one text. */
    private static List<String> ids(JsonNode node) {
        List<String> ids = new ArrayList<>();
        if (node.isArray()) {
            node.forEach(element -> ids.addAll(ids(element)));
        } else {
            for (String id : BETWEEN_IDS.split(node.asText(""), -1)) {
                if (!id.isEmpty() && !ids.contains(id)) {
                    ids.add(id);
                }
            }
        }
        return ids.stream().distinct().toList();
    }
}
