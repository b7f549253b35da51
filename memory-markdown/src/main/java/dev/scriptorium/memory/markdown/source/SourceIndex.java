package dev.scriptorium.memory.markdown.source;

import dev.scriptorium.memory.api.ref.PathOrder;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.Trust;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What all archives of a workspace hold, by name and by place; not what was said. Immutable: a change makes a new
 * index at the cost of the archive changed.
 *
 * @since 0.1
 */
public final class SourceIndex implements SourceCatalog {
    private static final SourceIndex EMPTY = new SourceIndex(LayeredMap.of(Map.of()), PathSpellings.EMPTY, 0);
    private static final Pattern HASH_ANCHOR = Pattern.compile("source-([0-9a-f]{16})");
    private static final Pattern DIALOGUE_ANCHOR = Pattern.compile("d([0-9]+)-([0-9]+)");

    private final LayeredMap<ArchiveTable> tables;
    private final PathSpellings spellings;
    private final long turns;

    private SourceIndex(LayeredMap<ArchiveTable> tables, PathSpellings spellings, long turns) {
        this.tables = tables;
        this.spellings = spellings;
        this.turns = turns;
    }

    /** The index of a workspace without archives. */
    public static SourceIndex empty() {
        return EMPTY;
    }

    /** The index of these archives. */
    public static SourceIndex of(Collection<? extends ParsedArchive> archives) {
        Map<String, ArchiveTable> tables = new HashMap<>();
        PathSpellings spellings = PathSpellings.EMPTY;
        long turns = 0;
        for (ParsedArchive archive : archives) {
            ArchiveTable table = table(archive);
            ArchiveTable before = tables.put(archive.path(), table);
            turns += table.size() - (before == null ? 0 : before.size());
            spellings = spelled(spellings, table);
        }
        return new SourceIndex(LayeredMap.of(tables), spellings, turns);
    }

    /** The index of archives as other indexes listed them. */
    public static SourceIndex listed(Collection<ArchiveListing> listings) {
        Map<String, ArchiveTable> tables = new HashMap<>();
        PathSpellings spellings = PathSpellings.EMPTY;
        long turns = 0;
        for (ArchiveListing listing : listings) {
            ArchiveTable table = table(listing);
            tables.put(listing.path(), table);
            turns += table.size();
            spellings = spelled(spellings, table);
        }
        return new SourceIndex(LayeredMap.of(tables), spellings, turns);
    }

    private static ArchiveTable table(ArchiveListing listing) {
        return ArchiveTable.of(
                listing.path(), listing.appendPoint(), listing.complete(), listing.refs(), listing.pending());
    }

    /** With an archive as another index listed it, in place of what its path held before. */
    public SourceIndex with(ArchiveListing listing) {
        return with(table(listing));
    }

    /**
     * What is known of the archive at a path.
     *
     * @throws IllegalArgumentException when there is none
     */
    public ArchiveListing listing(String path) {
        ArchiveTable table = tables.get(path);
        if (table == null) {
            throw new IllegalArgumentException("no archive at " + path);
        }
        BitSet pending = new BitSet();
        for (int place = 0; place < table.size(); place++) {
            pending.set(place, table.trust(place) == Trust.PENDING);
        }
        return new ArchiveListing(path, table.appendPoint(), table.complete(), refs(path), pending);
    }

    /** With this archive in place of what its path held before. */
    public SourceIndex with(ParsedArchive archive) {
        return with(table(archive));
    }

    /** With the file at a path, read as what its path says it is; what it says is not kept. */
    public SourceIndex with(String path, byte[] bytes) {
        if (!SourceLocations.isV2Path(path)) {
            return with(LegacyArchive.read(path, bytes));
        }
        Names names = new Names();
        SourceArchive end = SourceArchive.scan(path, bytes, names::add);
        return with(names.table(path, end.appendPoint(), end.complete()));
    }

    /**
     * With turns that have been appended to the archive at a path, or that make it.
     *
     * @param path workspace path of a v2 archive that is complete or not there yet
     * @param added the turns, as {@link ArchiveAppend#added} names them
     */
    public SourceIndex withAppended(String path, List<SourceFrame> added) {
        ArchiveTable before = tables.get(path);
        if (added.isEmpty()) {
            return this;
        }
        ArchiveTable table =
                before == null ? ArchiveTable.of(path, AppendPoint.NEW_FILE, true, List.of(), new BitSet()) : before;
        return with(table.appended(added));
    }

    private SourceIndex with(ArchiveTable table) {
        ArchiveTable before = tables.get(table.path());
        long size = turns + table.size() - (before == null ? 0 : before.size());
        return new SourceIndex(tables.with(table.path(), table), spelled(spellings, table), size);
    }

    /** Without the archive at a path. */
    public SourceIndex without(String path) {
        ArchiveTable before = tables.get(path);
        if (before == null) {
            return this;
        }
        LayeredMap<ArchiveTable> rest = tables.without(path);
        // Removal is rare, and other archives may be why a directory's spelling is known: learn them all again.
        PathSpellings left = PathSpellings.EMPTY;
        for (String key : rest.keys()) {
            ArchiveTable table = rest.get(key);
            left = table == null ? left : spelled(left, table);
        }
        return new SourceIndex(rest, left, turns - before.size());
    }

    private static PathSpellings spelled(PathSpellings spellings, ArchiveTable table) {
        boolean named = table.size() > 0 && SourceLocations.isV2Path(table.path());
        return named ? spellings.with(table.ref(0)) : spellings.with(table.path());
    }

    private static ArchiveTable table(ParsedArchive archive) {
        Names names = new Names();
        AppendPoint end = AppendPoint.AFTER_RECORD;
        if (archive instanceof SourceArchive frames) {
            end = frames.appendPoint();
            frames.frames().forEach(names::add);
        } else if (archive instanceof LegacyArchive legacy) {
            legacy.turns().forEach(turn -> names.refs.add(turn.ref()));
        }
        return names.table(archive.path(), end, archive.complete());
    }

    /** The names of an archive as they are read. */
    private static final class Names {
        private final List<SourceRef> refs = new ArrayList<>();
        private final BitSet pending = new BitSet();

        void add(SourceFrame frame) {
            pending.set(refs.size(), frame.trust() == Trust.PENDING);
            refs.add(frame.ref());
        }

        ArchiveTable table(String path, AppendPoint end, boolean complete) {
            return ArchiveTable.of(path, end, complete, refs, pending);
        }
    }

    @Override
    public Optional<ArchivedSource> find(SourceRef ref) {
        Optional<ArchivedSource> strict = SourceLocations.v2Path(ref).flatMap(path -> in(path, ref));
        return strict.isPresent() ? strict : in(SourceLocations.legacyPath(ref), ref);
    }

    private Optional<ArchivedSource> in(String path, SourceRef ref) {
        ArchiveTable table = tables.get(path);
        int place = table == null ? -1 : table.find(ref);
        return table == null || place < 0
                ? Optional.empty()
                : Optional.of(new ArchivedSource(ref, path, SourceLocations.anchor(ref), table.trust(place)));
    }

    @Override
    public Optional<SourceRef> at(String path, String anchor) {
        ArchiveTable table = tables.get(path);
        if (table == null) {
            return Optional.empty();
        }
        Matcher hash = HASH_ANCHOR.matcher(anchor);
        if (hash.matches()) {
            int place = table.find(Long.parseUnsignedLong(hash.group(1), 16));
            return place < 0 ? Optional.empty() : Optional.of(table.ref(place));
        }
        Matcher dialogue = DIALOGUE_ANCHOR.matcher(anchor);
        if (!dialogue.matches()) {
            return Optional.empty();
        }
        SourceRef ref = new SourceRef("D" + dialogue.group(1) + ":" + dialogue.group(2));
        return table.find(ref) < 0 ? Optional.empty() : Optional.of(ref);
    }

    /** Whether a turn stands in its v2 archive, so that archiving it again changes nothing. */
    public boolean archived(SourceRef ref) {
        return SourceLocations.v2Path(ref).flatMap(path -> in(path, ref)).isPresent();
    }

    /** The paths of all archives, in path order. */
    public List<String> paths() {
        List<String> paths = tables.keys();
        paths.sort(PathOrder.BY_COMPONENT);
        return paths;
    }

    /** Whether there is an archive at a path. */
    public boolean contains(String path) {
        return tables.get(path) != null;
    }

    /** The turns of an archive, in order; none when there is no such archive. */
    public List<SourceRef> refs(String path) {
        ArchiveTable table = tables.get(path);
        List<SourceRef> refs = new ArrayList<>();
        for (int place = 0; table != null && place < table.size(); place++) {
            refs.add(table.ref(place));
        }
        return refs;
    }

    /** How many turns there are in all archives. */
    public long turns() {
        return turns;
    }

    /** What an addition to the archive at a path begins with. */
    public AppendPoint appendPoint(String path) {
        ArchiveTable table = tables.get(path);
        return table == null ? AppendPoint.NEW_FILE : table.appendPoint();
    }

    /** Whether the archive at a path was read to its end; true when there is none. */
    public boolean complete(String path) {
        @Nullable ArchiveTable table = tables.get(path);
        return table == null || table.complete();
    }

    PathSpellings spellings() {
        return spellings;
    }
}
