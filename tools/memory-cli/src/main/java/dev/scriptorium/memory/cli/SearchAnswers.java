package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.api.recall.HitSource;
import dev.scriptorium.memory.api.recall.MemoryHit;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.local.SearchResult;
import java.util.ArrayList;
import java.util.List;

/** What a search found, as JSON and as text. */
final class SearchAnswers {
    private static final String INDENT = "   ";
    private static final String DEEPER = "     ";

    private SearchAnswers() {}

    /** Adds the answer to an object that may have fields already. */
    static JsonObject json(SearchResult result, boolean explain, JsonObject into) {
        List<JsonObject> hits = new ArrayList<>();
        for (MemoryHit hit : result.hits()) {
            hits.add(json(hit, explain));
        }
        return into.put("hits", hits).put("narrowed_to", result.narrowedTo());
    }

    private static JsonObject json(MemoryHit hit, boolean explain) {
        List<JsonObject> sources = new ArrayList<>();
        for (HitSource source : hit.sources()) {
            sources.add(new JsonObject()
                    .put("ref", source.ref().value())
                    .put("label", source.label())
                    .put("speaker", source.speaker())
                    .put("speaker_id", source.speakerId())
                    .put("speaker_trusted", source.speakerTrusted())
                    .put("time", source.time())
                    .put("quote", source.quote()));
        }
        JsonObject json = new JsonObject()
                .put("path", hit.path())
                .put("block", hit.block().map(BlockId::value))
                .put("headings", hit.headings())
                .put("dates", hit.dates())
                .put("text", hit.text())
                .put("trust", hit.trust().word())
                .put("score", hit.score())
                .put("sources", sources);
        return explain ? json.put("explanation", hit.explanation()) : json;
    }

    static void print(SearchResult result, boolean explain, Output output) {
        result.narrowedTo().ifPresent(corpus -> output.note("answered from " + corpus + " only"));
        int number = 0;
        for (MemoryHit hit : result.hits()) {
            if (number > 0) {
                output.text("");
            }
            number++;
            output.text(number + ". " + place(hit));
            output.wrapped(hit.text(), INDENT);
            boolean turn = hit.block().isEmpty();
            for (HitSource source : hit.sources()) {
                output.text(INDENT + "└ " + spoken(source));
                if (!turn) {
                    output.wrapped("“" + source.quote().strip() + "”", DEEPER);
                }
            }
            if (explain) {
                output.wrapped(hit.explanation(), INDENT + "? ");
            }
        }
    }

    private static String place(MemoryHit hit) {
        StringBuilder out = new StringBuilder(hit.path());
        hit.block().ifPresent(block -> out.append("#^").append(block.value()));
        if (!hit.headings().isEmpty()) {
            out.append("  ").append(String.join(" > ", hit.headings()));
        }
        if (!hit.dates().isEmpty()) {
            out.append("  [").append(String.join("; ", hit.dates())).append(']');
        }
        return hit.trust() == Trust.TRUSTED ? out.toString() : out + "  (pending)";
    }

    private static String spoken(HitSource source) {
        List<String> parts = new ArrayList<>();
        source.speaker().ifPresent(parts::add);
        source.time().filter(time -> !time.isBlank()).ifPresent(parts::add);
        parts.add(source.ref().value());
        return String.join("  ", parts);
    }
}
