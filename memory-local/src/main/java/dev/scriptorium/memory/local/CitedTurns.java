package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.local.git.History;
import dev.scriptorium.memory.local.history.BlockWording;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.local.tx.Transactions;
import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.source.ArchivedSource;
import dev.scriptorium.memory.markdown.source.LegacyArchive;
import dev.scriptorium.memory.markdown.source.ParsedArchive;
import dev.scriptorium.memory.markdown.source.SourceArchive;
import dev.scriptorium.memory.markdown.source.SourceIndex;
import dev.scriptorium.memory.markdown.source.SourceTargets;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.CitationGroup;
import dev.scriptorium.memory.markdown.topic.Definition;
import dev.scriptorium.memory.markdown.topic.RelativePaths;
import dev.scriptorium.memory.markdown.topic.SourceLink;
import dev.scriptorium.memory.markdown.topic.Topic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The turns that a block cites, with everything that was said in them. What the archives of the disk cannot say is looked
 * for in the history. Not thread-safe.
 */
final class CitedTurns {
    private static final SourceRef UNKNOWN = new SourceRef("unknown/archive/turn");

    private final Transactions transactions;
    private final Optional<History> commits;
    private final Snapshot snapshot;
    private final Map<String, Words> archives = new HashMap<>();

    CitedTurns(Transactions transactions, Optional<History> commits, Snapshot snapshot) {
        this.transactions = transactions;
        this.commits = commits;
        this.snapshot = snapshot;
    }

    /** What an archive says, and what is wrong with it. */
    private record Words(
            Optional<ParsedArchive> archive, @Nullable String problem) {}

    /** In the order of the citations. */
    List<CitedTurn> of(BlockWording wording) {
        Topic topic = TopicParser.parse(wording.path(), wording.markdown());
        List<CitedTurn> turns = new ArrayList<>();
        for (Block block : topic.blocks()) {
            for (CitationGroup group : block.groups()) {
                for (String label : group.labels()) {
                    topic.definition(label)
                            .ifPresent(definition ->
                                    definition.sources().forEach(link -> turns.add(cited(topic, definition, link))));
                }
            }
        }
        return turns;
    }

    private CitedTurn cited(Topic topic, Definition definition, SourceLink link) {
        Optional<ArchivedSource> source = SourceTargets.resolve(topic.path(), link.target(), snapshot.sources());
        Optional<String> place = source.map(ArchivedSource::path).or(() -> archive(topic, link));
        Words words = place.map(path -> archives.computeIfAbsent(path, this::read))
                .orElse(new Words(Optional.empty(), link.target() + " leads to no archive"));
        Optional<SourceRef> ref = source.map(ArchivedSource::ref)
                .or(() -> words.archive()
                        .flatMap(archive ->
                                SourceTargets.resolve(topic.path(), link.target(), SourceIndex.of(List.of(archive))))
                        .map(ArchivedSource::ref));
        Optional<Said> said = words.archive().flatMap(archive -> ref.flatMap(name -> said(archive, name)));
        String problem = words.problem();
        if (said.isEmpty() && problem == null) {
            problem = "the archive holds no such turn: " + link.target();
        }
        return new CitedTurn(
                definition.when().orElse(null),
                link.label(),
                ref.orElse(SourceRef.isValid(link.target()) ? new SourceRef(link.target()) : UNKNOWN),
                said.map(Said::speaker).orElse(null),
                said.map(Said::stamp).filter(stamp -> !stamp.isEmpty()).orElse(null),
                said.map(Said::words).orElse(""),
                problem);
    }

    /** The archive that a link is written to lead to. */
    private static Optional<String> archive(Topic topic, SourceLink link) {
        int anchor = link.target().indexOf('#');
        return anchor < 0
                ? Optional.empty()
                : RelativePaths.candidates(topic.path().value(), link.target().substring(0, anchor)).stream()
                        .filter(path -> path.startsWith("sources/"))
                        .reduce((literal, decoded) -> decoded);
    }

    private Words read(String path) {
        boolean known = snapshot.sources().contains(path);
        boolean modified = snapshot.modifiedArchives().contains(path);
        if (known && !modified) {
            try {
                return new Words(Optional.of(transactions.archive(path, snapshot)), null);
            } catch (MemoryException e) {
                return fromHistory(path, path + " cannot be read");
            }
        }
        return fromHistory(path, path + (modified ? " is not what this memory wrote" : " is gone"));
    }

    private Words fromHistory(String path, String problem) {
        try {
            Optional<ParsedArchive> then = commits.flatMap(
                            history -> history.head().flatMap(head -> history.read(head, path)))
                    .map(bytes -> ParsedArchive.read(path, bytes));
            if (then.isPresent()) {
                return new Words(then, problem + "; the words are those of the history");
            }
        } catch (MemoryException e) {
            return new Words(Optional.empty(), problem + ", nor can the history: " + e.getMessage());
        }
        return new Words(Optional.empty(), problem);
    }

    /** What was said in a turn. */
    private record Said(String speaker, String stamp, String words) {}

    private static Optional<Said> said(ParsedArchive archive, SourceRef ref) {
        if (archive instanceof SourceArchive frames) {
            return frames.frame(ref).map(frame -> new Said(frame.label(), frame.stamp(), frame.content()));
        }
        return archive instanceof LegacyArchive legacy
                ? legacy.turns().stream()
                        .filter(turn -> turn.ref().equals(ref))
                        .findFirst()
                        .map(turn -> new Said(turn.label(), turn.stamp(), turn.content()))
                : Optional.empty();
    }
}
