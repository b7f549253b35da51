package dev.scriptorium.memory.local.writer;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.markdown.source.SourceLocations;
import dev.scriptorium.memory.markdown.topic.Definition;
import dev.scriptorium.memory.markdown.topic.SourceLink;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One piece of evidence of a topic that is being edited: a time, and the sources it rests on. */
final class Cited {
    /** More sources than that make a line nobody reads; then a second definition is begun. */
    private static final int MOST_SOURCES = 200;

    private @Nullable String label;
    private final String time;
    private final List<SourceLink> sources;
    private final boolean sound;
    private boolean shared;
    private boolean changed;

    private Cited(@Nullable String label, String time, List<SourceLink> sources, boolean sound) {
        this.label = label;
        this.time = time;
        this.sources = new ArrayList<>(sources);
        this.sound = sound;
    }

    /** Evidence that the topic has already. */
    static Cited of(Definition definition) {
        return new Cited(
                definition.label(),
                definition.time(),
                definition.sources(),
                definition.stray().isEmpty());
    }

    /** New evidence. */
    static Cited of(String time, SourceLink source) {
        Cited cited = new Cited(null, time, List.of(source), true);
        cited.changed = true;
        return cited;
    }

    /** Its label; given to new evidence when the topic is rendered. */
    @Nullable
    String label() {
        return label;
    }

    void label(String value) {
        label = value;
    }

    String time() {
        return time;
    }

    boolean changed() {
        return changed;
    }

    /** Whether a turn is among its sources, by its reference or by the anchor a link to it ends with. */
    boolean names(String ref) {
        String anchor = "#" + SourceLocations.anchor(new SourceRef(ref));
        return sources.stream()
                .map(source -> source.target().strip())
                .anyMatch(target -> target.equals(ref) || target.endsWith(anchor));
    }

    /** Whether its first source, which a statement was recorded from, is a turn with one of these names. */
    boolean beginsWith(Set<String> names) {
        String target = sources.isEmpty() ? "" : sources.get(0).target().strip();
        return names.contains(target) || names.contains(target.substring(target.lastIndexOf('#') + 1));
    }

    /** Says that another block cites it too. */
    void share() {
        shared = true;
    }

    /** Whether one more source can be added and concern one block only. */
    boolean hasRoom() {
        return sound && !shared && sources.size() < MOST_SOURCES;
    }

    void add(SourceLink source) {
        sources.add(source);
        changed = true;
    }

    /** The definition as it stands in the topic. */
    String line() {
        StringBuilder out = new StringBuilder("[^" + label + "]: Time: `" + time + "`; Sources:");
        for (int i = 0; i < sources.size(); i++) {
            SourceLink source = sources.get(i);
            out.append(i == 0 ? " " : ", ");
            out.append(source.bare() ? source.target() : "[" + source.label() + "](" + source.target() + ")");
        }
        return out.toString();
    }
}
