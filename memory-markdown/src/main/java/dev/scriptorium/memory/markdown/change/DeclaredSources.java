package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.markdown.source.SourceFrame;
import dev.scriptorium.memory.markdown.source.SourceMetadata;
import dev.scriptorium.memory.markdown.source.SpeakerLabels;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The sources that a request declares: their names, which follow from who brings them and from the words, and the
 * frames to archive. The same request again gives the same names. Immutable.
 *
 * @since 0.1
 */
public final class DeclaredSources {
    /** No sources: every label in the request is one too many. */
    public static final DeclaredSources NONE = new DeclaredSources(Map.of(), List.of());

    private static final String NAMESPACE = "claude-code";
    private static final String UNIT = "\u001F";
    private static final int HASH_DIGITS = 16;

    private final Map<String, SourceRef> ids;
    private final Set<SourceRef> refs;
    private final List<SourceFrame> frames;

    private DeclaredSources(Map<String, SourceRef> ids, List<SourceFrame> frames) {
        this.ids = Collections.unmodifiableMap(ids);
        this.refs = Set.copyOf(ids.values());
        this.frames = List.copyOf(frames);
    }

    /**
     * The sources of a request.
     *
     * @throws MemoryException {@code INVALID_ARGUMENT} when two have one label
     */
    public static DeclaredSources of(List<DeclaredSource> sources, SourceProvenance provenance) {
        if (sources.isEmpty()) {
            return NONE;
        }
        String prefix = provenance.identity();
        String thread = thread(prefix, sources);
        Map<String, SourceRef> ids = new LinkedHashMap<>();
        List<SourceFrame> frames = new ArrayList<>(sources.size());
        for (DeclaredSource source : sources) {
            int ordinal = frames.size() + 1;
            String message =
                    Digest.hex(String.join(UNIT, prefix, thread, Integer.toString(ordinal), said(source)), HASH_DIGITS);
            SourceRef ref = new SourceRef(NAMESPACE + "/" + thread + "/" + message);
            if (ids.put(source.label(), ref) != null) {
                throw Refusal.invalid("sources: " + source.label() + " is declared twice");
            }
            frames.add(frame(ref, source, provenance));
        }
        return new DeclaredSources(ids, frames);
    }

    private static String thread(String prefix, List<DeclaredSource> sources) {
        List<String> parts = new ArrayList<>(sources.size() + 1);
        parts.add(prefix);
        sources.forEach(source -> parts.add(said(source)));
        return Digest.hex(String.join("\n", parts), HASH_DIGITS);
    }

    private static String said(DeclaredSource source) {
        return String.join(UNIT, source.role(), source.content(), source.observed());
    }

    private static SourceFrame frame(SourceRef ref, DeclaredSource source, SourceProvenance provenance) {
        return SourceFrame.of(
                ref,
                SpeakerLabels.speakerId(provenance.speaker()).orElse(null),
                SourceMetadata.of(provenance.tier(), provenance.principal(), provenance.kind(), Trust.TRUSTED),
                source.observed(),
                SpeakerLabels.label(provenance.speaker(), source.role()),
                source.content());
    }

    /** The names by label, in the order declared. */
    public Map<String, SourceRef> ids() {
        return ids;
    }

    /** The frames to archive, in the order declared. */
    public List<SourceFrame> frames() {
        return frames;
    }

    /** Whether a turn is one of these. */
    public boolean contains(SourceRef ref) {
        return refs.contains(ref);
    }

    LabelReplacement replacement() {
        return new LabelReplacement(ids);
    }

    /** The changes with names in place of labels. */
    List<MemoryChange> resolve(List<MemoryChange> changes) {
        LabelReplacement labels = replacement();
        List<MemoryChange> resolved = new ArrayList<>(changes.size());
        for (MemoryChange change : changes) {
            if (change instanceof CreateRecord create) {
                resolved.add(new CreateRecord(
                        create.content(), create.time(), resolve(create.sources(), labels), create.destination()));
            } else if (change instanceof UpdateRecord update) {
                resolved.add(new UpdateRecord(
                        update.id(), update.content(), update.time(), resolve(update.sources(), labels)));
            } else {
                resolved.add(change);
            }
        }
        labels.requireDeclared();
        return resolved;
    }

    private static List<SourceCitation> resolve(List<SourceCitation> sources, LabelReplacement labels) {
        return sources.stream()
                .map(citation -> citation.withSource(labels.apply(citation.source())))
                .toList();
    }
}
