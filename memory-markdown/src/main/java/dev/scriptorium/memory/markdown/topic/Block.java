package dev.scriptorium.memory.markdown.topic;

import dev.scriptorium.memory.api.ref.BlockId;
import java.util.List;
import java.util.Optional;

/**
 * A paragraph, list, quote or table: consecutive lines of prose with their citations and ids.
 *
 * @param line its first line, from 0
 * @param endLine the first line after it
 * @param headings the headings above it, outermost first
 * @param raw its lines joined by LF, as they stand
 * @param groups its citations, outside code, in order
 * @param ids the ids at its end; the last is its own, the others are aliases
 * @param idsStart offset of the white space before the first id; the length of {@code raw} when there is none
 * @param links its links, outside code, in order
 * @since 0.1
 */
public record Block(
        int line,
        int endLine,
        List<String> headings,
        String raw,
        List<CitationGroup> groups,
        List<String> ids,
        int idsStart,
        List<Link> links)
        implements Element {

    /** Copies the lists. */
    public Block {
        headings = List.copyOf(headings);
        groups = List.copyOf(groups);
        ids = List.copyOf(ids);
        links = List.copyOf(links);
    }

    /** The words without citations and ids, trimmed; line breaks kept. */
    public String content() {
        StringBuilder out = new StringBuilder();
        int from = 0;
        for (CitationGroup group : groups) {
            out.append(raw, from, group.start());
            from = group.end();
        }
        out.append(raw, from, Math.max(from, idsStart));
        return Whitespace.trim(out.toString());
    }

    /** The words after the last citation and before the ids, trimmed. */
    public String tail() {
        int from = groups.isEmpty() ? 0 : groups.get(groups.size() - 1).end();
        return Whitespace.trim(raw.substring(from, Math.max(from, idsStart)));
    }

    /** Its own id, the last of the run; empty when it has none. */
    public Optional<BlockId> ownId() {
        return ids.isEmpty() ? Optional.empty() : Optional.of(new BlockId(ids.get(ids.size() - 1)));
    }

    /** Whether this is a record from before block ids: no id, and citations of {@code mem_} labels only. */
    public boolean legacy() {
        return ids.isEmpty()
                && !groups.isEmpty()
                && groups.stream()
                        .allMatch(group -> group.labels().stream().allMatch(label -> label.startsWith("mem_")));
    }

    /** Tells the lines of the file on which offsets of the raw text lie. */
    public LineFinder lineFinder() {
        return new LineFinder(line, raw);
    }
}
