package dev.scriptorium.memory.markdown.normalize;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.source.ArchivedSource;
import dev.scriptorium.memory.markdown.source.SourceCatalog;
import dev.scriptorium.memory.markdown.source.SourceTargets;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.Definition;
import dev.scriptorium.memory.markdown.topic.SourceLink;
import dev.scriptorium.memory.markdown.topic.Topic;
import dev.scriptorium.memory.markdown.topic.Whitespace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes the sources of a topic's definitions links that lead somewhere: handles become links, links that resolve keep
 * their spelling, and those of a block that came from another directory are rebuilt from where they led before.
 */
final class SourceRetargeting {
    private final Topic draft;
    private final SourceCatalog sources;
    private final Map<String, Definition> formerDefinitions = new HashMap<>();
    private final Map<String, TopicPath> formerPaths = new HashMap<>();

    SourceRetargeting(Topic draft, CommittedTopics committed, SourceCatalog sources) {
        this.draft = draft;
        this.sources = sources;
        for (Block block : draft.blocks()) {
            for (String id : EditedTopics.ids(block)) {
                committed
                        .topicOf(id)
                        .filter(path -> !path.equals(draft.path()))
                        .ifPresent(path -> committed.topic(path).ifPresent(former -> remember(block, former)));
            }
        }
    }

    private void remember(Block block, Topic former) {
        block.groups()
                .forEach(group -> group.labels()
                        .forEach(label -> former.definition(label).ifPresent(definition -> {
                            formerDefinitions.putIfAbsent(label, definition);
                            formerPaths.putIfAbsent(label, former.path());
                        })));
    }

    /** The link as it is to be written; unchanged when it leads nowhere. */
    SourceLink retarget(Definition definition, SourceLink link) {
        String target = Whitespace.trim(link.target());
        Optional<ArchivedSource> source = SourceTargets.resolve(draft.path(), target, sources);
        if (source.isPresent()) {
            return SourceTargets.isHandle(draft.path(), target, sources)
                    ? new SourceLink(link.label(), SourceTargets.render(draft.path(), source.get()), false)
                    : new SourceLink(link.label(), target, false);
        }
        Definition former = formerDefinitions.get(definition.label());
        TopicPath formerPath = formerPaths.get(definition.label());
        if (former == null
                || formerPath == null
                || former.sources().size() != definition.sources().size()) {
            return link;
        }
        String old = Whitespace.trim(
                former.sources().get(definition.sources().indexOf(link)).target());
        return SourceTargets.resolve(formerPath, old, sources)
                .map(found -> new SourceLink(link.label(), moved(old, found), false))
                .orElse(link);
    }

    /** The directory part rebuilt, the file name spelled as it was. */
    private String moved(String old, ArchivedSource source) {
        String rendered = SourceTargets.render(draft.path(), source);
        int oldName = old.lastIndexOf('/', Math.max(0, old.indexOf('#')));
        int newName = rendered.lastIndexOf('/', rendered.indexOf('#'));
        return oldName < 0 || newName < 0 ? rendered : rendered.substring(0, newName) + old.substring(oldName);
    }

    /** The turns that a definition names, those that resolve. */
    static List<SourceRef> refs(TopicPath path, Definition definition, SourceCatalog sources) {
        return definition.sources().stream()
                .flatMap(link -> SourceTargets.resolve(path, link.target(), sources).stream())
                .map(ArchivedSource::ref)
                .toList();
    }
}
