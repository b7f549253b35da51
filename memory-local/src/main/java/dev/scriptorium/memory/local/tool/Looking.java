package dev.scriptorium.memory.local.tool;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.recall.HitSource;
import dev.scriptorium.memory.api.recall.MemoryContext;
import dev.scriptorium.memory.api.recall.MemoryHit;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.local.BlockText;
import dev.scriptorium.memory.local.GrepMatch;
import dev.scriptorium.memory.local.WorkspaceFile;
import dev.scriptorium.memory.local.WorkspaceRead;
import dev.scriptorium.memory.local.WorkspaceStatus;
import dev.scriptorium.memory.local.internal.json.JsonObject;
import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.topic.Element;
import dev.scriptorium.memory.markdown.topic.Heading;
import dev.scriptorium.memory.markdown.topic.Topic;
import dev.scriptorium.memory.markdown.view.DirectionControls;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The tools that look: search, grep, get, browse, status. */
final class Looking {
    private static final int HITS = 8;
    private static final int MOST_HITS = 10;
    private static final int HIT = 1_200;
    private static final int LINES = 500;
    private static final int LINE = 500;
    private static final int LOOKED_AT = 20_000;
    private static final int NAMED = 20;

    private final WorkspaceRead read;

    Looking(WorkspaceRead read) {
        this.read = read;
    }

    String search(ToolInput input) {
        input.only(Set.of("query", "top_k", "path_prefix", "speaker"));
        MemoryQuery query = MemoryQuery.builder(input.text("query"))
                .limit(input.number("top_k", HITS, 1, MOST_HITS))
                .pathPrefix(input.optionalText("path_prefix").orElse(null))
                .speaker(input.optionalText("speaker").orElse(null))
                .build();
        List<MemoryHit> hits = read.search(query, false).hits();
        if (hits.isEmpty()) {
            return "nothing found";
        }
        StringBuilder out = new StringBuilder();
        hits.forEach(hit -> append(out, hit));
        // What was said is nobody's order, and cannot end the fence.
        return MemoryContext.fence(out.toString().strip());
    }

    private static void append(StringBuilder out, MemoryHit hit) {
        out.append("--- ").append(hit.path());
        hit.block().ifPresent(block -> out.append("#^").append(block));
        if (!hit.dates().isEmpty()) {
            out.append(" [").append(String.join("; ", hit.dates())).append(']');
        }
        out.append(hit.trust() == Trust.PENDING ? " (pending: nobody has vouched for it)\n" : "\n");
        if (hit.block().isEmpty()) {
            hit.sources().stream()
                    .findFirst()
                    .ifPresent(source -> out.append("speaker: ")
                            .append(speaker(source, hit.trust()))
                            .append('\n'));
        }
        // Indented, so that no line of it can look like the next hit.
        cut(hit.text(), HIT)
                .lines()
                .forEach(line ->
                        out.append("  ").append(DirectionControls.closed(line)).append('\n'));
    }

    private static JsonObject speaker(HitSource source, Trust trust) {
        JsonObject speaker = JsonObject.create()
                .put("speaker_trusted", source.speakerTrusted())
                .put("speaker_id", source.speakerId().orElse(null))
                .put("speaker_display", source.speaker().orElse(null))
                .put("ref", source.ref().value());
        return trust == Trust.PENDING ? speaker.put("trust_state", "pending") : speaker;
    }

    private static String cut(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
        return text.substring(0, end) + "…";
    }

    String grep(ToolInput input) {
        input.only(Set.of("query", "prefix", "case_sensitive"));
        String wanted = input.text("query");
        String prefix = input.optionalText("prefix").orElse("");
        boolean exact = input.flag("case_sensitive");
        List<String> lines = new ArrayList<>();
        List<GrepMatch> matches = read.grep(wanted, LOOKED_AT);
        for (GrepMatch match : matches) {
            boolean inside = match.path().startsWith(prefix) || match.path().startsWith(TopicPath.ROOT + prefix);
            if (inside && (!exact || match.text().contains(wanted)) && lines.size() < LINES) {
                lines.add(match.path() + ":" + match.line() + ": " + cut(match.text(), LINE));
            }
        }
        if (matches.size() == LOOKED_AT) {
            lines.add("more lines have it than are looked at (" + LOOKED_AT + "); use a longer query");
        }
        return lines.isEmpty() ? "nothing found" : String.join("\n", lines);
    }

    String get(ToolInput input) {
        input.only(Set.of("path", "heading", "block_id"));
        String path = input.text("path");
        Optional<String> block = input.optionalText("block_id");
        if (block.isPresent()) {
            return block(path, block.get());
        }
        String text = read.file(path);
        return input.optionalText("heading")
                .map(heading -> section(path, text, heading))
                .orElse(text);
    }

    private String block(String path, String id) {
        String bare = id.startsWith("^") ? id.substring(1) : id;
        // Other programs number the citations of a block behind its id.
        int colon = bare.indexOf(':');
        bare = colon < 0 ? bare : bare.substring(0, colon);
        if (!BlockId.isValid(bare)) {
            throw new MemoryException(ErrorCode.MEMORY_NOT_FOUND, "\"block_id\": no block can have this id");
        }
        BlockText block = read.block(new BlockId(bare));
        String there = block.path().value();
        String place =
                path.equals(there) || (TopicPath.ROOT + path).equals(there) ? "" : "it stands in " + there + "\n\n";
        return place + block.markdown();
    }

    private static String section(String path, String text, String wanted) {
        // Headings are looked for as in a topic, so that code is none.
        Topic topic = TopicParser.parse(TopicPath.CORE, text);
        String title = wanted.replaceFirst("^#+\\s*", "").strip();
        Heading found = null;
        for (Element element : topic.elements()) {
            if (element instanceof Heading heading) {
                if (found != null && heading.level() <= found.level()) {
                    return String.join("\n", topic.lines().subList(found.line(), heading.line()));
                }
                if (found == null && heading.text().equalsIgnoreCase(title)) {
                    found = heading;
                }
            }
        }
        if (found == null) {
            throw new MemoryException(ErrorCode.MEMORY_NOT_FOUND, path + " has no such heading");
        }
        return String.join(
                "\n", topic.lines().subList(found.line(), topic.lines().size()));
    }

    String browse(ToolInput input) {
        input.only(Set.of("prefix"));
        List<WorkspaceFile> files = read.list(input.optionalText("prefix").orElse(""));
        StringBuilder out = new StringBuilder(files.size() + " file(s):");
        files.forEach(file -> out.append('\n')
                .append(file.path())
                .append("  ")
                .append(file.bytes())
                .append(file.derived() ? " bytes, derived" : " bytes"));
        return out.toString();
    }

    String status(ToolInput input) {
        input.only(Set.of());
        WorkspaceStatus status = read.status();
        return JsonObject.create()
                .put("ok", true)
                .put("revision", status.revision().value())
                .put("topics", status.topics())
                .put("blocks", status.blocks())
                .put("turns_archived", status.turnsArchived())
                .put("pending_turns", status.pendingTurns())
                .put("waiting_turns", status.waitingTurns())
                .put("core_tokens", status.coreTokens())
                .put("core_budget", status.coreBudget())
                .putTexts(
                        "core_left_out",
                        status.coreOmitted().stream()
                                .limit(NAMED)
                                .map(id -> "^" + id)
                                .toList())
                .putTexts(
                        "set_aside",
                        status.quarantined().stream()
                                .map(violation -> violation.path() + ":" + violation.line() + " " + violation.rule())
                                .limit(NAMED)
                                .toList())
                .put("last_write", status.writer().lastOutcome().orElse(null))
                .put(
                        "last_failure",
                        status.writer().lastFailureCode().map(Enum::name).orElse(null))
                .put("history_behind", status.history().behind())
                .toString();
    }
}
