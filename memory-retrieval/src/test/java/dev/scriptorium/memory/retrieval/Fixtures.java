package dev.scriptorium.memory.retrieval;

import dev.scriptorium.memory.api.recall.MemoryHit;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.retrieval.content.IndexedBlock;
import dev.scriptorium.memory.retrieval.content.IndexedCitation;
import dev.scriptorium.memory.retrieval.content.IndexedFile;
import dev.scriptorium.memory.retrieval.content.IndexedTurn;
import dev.scriptorium.memory.retrieval.rank.SearchAnswer;
import dev.scriptorium.memory.retrieval.rank.SearchOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Small files for tests. */
final class Fixtures {
    static final IndexSettings SETTINGS = IndexSettings.of(text -> text.length() / 4 + 1);

    private Fixtures() {}

    /** Saves what an index shows as a state of a workspace. */
    static boolean save(MemoryIndex index, long generation, String revision) {
        index.show(generation, revision);
        return index.save();
    }

    static SourceRef ref(String id) {
        return new SourceRef("local/s1/" + id);
    }

    static String archivePath(String session) {
        return "sources/local/_v2/" + session + ".md";
    }

    static IndexedTurn turn(String id, String speaker, String text) {
        return turn(id, speaker, text, Trust.TRUSTED);
    }

    static IndexedTurn turn(String id, String speaker, String text, Trust trust) {
        return new IndexedTurn(
                ref(id),
                "u-" + speaker,
                speaker,
                speaker + " (u-" + speaker + ")",
                true,
                "2026-08-10T10:00:00+02:00",
                text,
                trust,
                7);
    }

    static IndexedFile archive(String session, String hash, IndexedTurn... turns) {
        return IndexedFile.archive(archivePath(session), hash, List.of(turns));
    }

    static IndexedBlock block(String id, String text, String... refs) {
        return new IndexedBlock(
                new BlockId(id), List.of(), List.of("Heading"), text, List.of("2026-08-10"), cites(refs), true, 4);
    }

    static List<IndexedCitation> cites(String... refs) {
        return Arrays.stream(refs)
                .map(id -> new IndexedCitation(ref(id), "label " + id))
                .toList();
    }

    static IndexedFile topic(String path, String hash, IndexedBlock... blocks) {
        return IndexedFile.topic(path, hash, List.of(blocks));
    }

    static void apply(MemoryIndex index, IndexedFile... files) {
        List<String> misfits = index.apply(List.of(files), List.of());
        if (!misfits.isEmpty()) {
            throw new AssertionError("misfits: " + misfits);
        }
    }

    /** Blocks by id, turns by reference; pending ones left out. */
    static List<String> recalled(MemoryIndex index, String question) {
        return ids(index.search(MemoryQuery.of(question), SearchOptions.recall()));
    }

    /** As {@link #recalled}, with pending ones. */
    static List<String> found(MemoryIndex index, MemoryQuery.Builder query) {
        return ids(index.search(query.build(), SearchOptions.onRequest()));
    }

    static List<String> found(MemoryIndex index, String question) {
        return found(index, MemoryQuery.builder(question).floor(false));
    }

    static List<String> ids(SearchAnswer answer) {
        List<String> ids = new ArrayList<>();
        for (MemoryHit hit : answer.hits()) {
            ids.add(hit.block()
                    .map(BlockId::value)
                    .orElseGet(() -> hit.sources().get(0).ref().turn()));
        }
        return ids;
    }
}
