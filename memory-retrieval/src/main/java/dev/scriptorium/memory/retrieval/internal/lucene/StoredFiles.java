package dev.scriptorium.memory.retrieval.internal.lucene;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.retrieval.content.IndexedBlock;
import dev.scriptorium.memory.retrieval.content.IndexedCitation;
import dev.scriptorium.memory.retrieval.content.IndexedFile;
import dev.scriptorium.memory.retrieval.content.IndexedTurn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.util.BytesRef;

/** Reads files back out of the index. */
final class StoredFiles {
    private StoredFiles() {}

    /** The last turns of an archive, and the place of the first of them. */
    record Tail(List<IndexedTurn> turns, int order) {}

    /** Gives path and content hash of every file. */
    static void hashes(IndexReader reader, BiConsumer<String, String> sink) throws IOException {
        for (Lookup.Found file : Lookup.all(reader, Fields.KIND, new BytesRef(Fields.FILE_KIND))) {
            sink.accept(file.path(), hash(file));
        }
    }

    /** The content hash of a file; empty when the index does not hold it. */
    static Optional<String> hash(IndexReader reader, String path) throws IOException {
        List<Lookup.Placed> file = Lookup.inFile(reader, path, Integer.MAX_VALUE);
        return file.isEmpty() ? Optional.empty() : Optional.of(hash(file.get(0).found()));
    }

    private static String hash(Lookup.Found file) throws IOException {
        BinaryDocValues hashes = file.leaf().reader().getBinaryDocValues(Fields.HASH_VALUE);
        return hashes != null && hashes.advanceExact(file.doc())
                ? hashes.binaryValue().utf8ToString()
                : "";
    }

    /** The last turns of an archive. */
    static Tail tail(IndexReader reader, String path, int count) throws IOException {
        return turnsFrom(reader, path, Math.max(0, Lookup.lastOrder(reader, path) + 1 - count));
    }

    /** The turns of a file from a place on; none when it is a topic. */
    static Tail turnsFrom(IndexReader reader, String path, int from) throws IOException {
        List<IndexedTurn> turns = new ArrayList<>();
        for (List<Lookup.Found> pieces : byOrder(reader, path, from).values()) {
            if (pieces.get(0).has(Fields.KIND, Fields.TURN_KIND)) {
                turns.add(turn(reader, pieces));
            }
        }
        return new Tail(turns, from);
    }

    /** A whole file; empty when the index does not hold it. */
    static Optional<IndexedFile> read(IndexReader reader, String path) throws IOException {
        Optional<String> hash = hash(reader, path);
        if (hash.isEmpty()) {
            return Optional.empty();
        }
        List<IndexedBlock> blocks = new ArrayList<>();
        List<IndexedTurn> turns = new ArrayList<>();
        for (List<Lookup.Found> pieces : byOrder(reader, path, 0).values()) {
            Lookup.Found first = pieces.get(0);
            if (first.has(Fields.KIND, Fields.TURN_KIND)) {
                turns.add(turn(reader, pieces));
            } else {
                blocks.add(block(reader, first));
            }
        }
        return Optional.of(
                turns.isEmpty()
                        ? IndexedFile.topic(path, hash.get(), blocks)
                        : IndexedFile.archive(path, hash.get(), turns));
    }

    /** The documents of every block or turn of a file, from a place on. */
    private static Map<Integer, List<Lookup.Found>> byOrder(IndexReader reader, String path, int from)
            throws IOException {
        Map<Integer, List<Lookup.Found>> byOrder = new TreeMap<>();
        for (Lookup.Placed placed : Lookup.inFile(reader, path, from)) {
            if (placed.order() != Integer.MAX_VALUE) {
                byOrder.computeIfAbsent(placed.order(), order -> new ArrayList<>())
                        .add(placed.found());
            }
        }
        return byOrder;
    }

    private static IndexedTurn turn(IndexReader reader, List<Lookup.Found> pieces) throws IOException {
        return turn(reader.storedFields()::document, pieces);
    }

    /** Gives what is stored of a document. */
    interface Stored {
        Document of(int document) throws IOException;
    }

    /** A turn from its pieces, or from one of them. */
    static IndexedTurn turn(Stored stored, List<Lookup.Found> pieces) throws IOException {
        Map<Integer, String> texts = new TreeMap<>();
        Document document = new Document();
        for (Lookup.Found piece : pieces) {
            document = stored.of(piece.global());
            texts.put(number(document, Fields.OFFSET), text(document, Fields.TEXT));
        }
        StringBuilder text = new StringBuilder();
        // A piece begins before the one in front of it ends.
        texts.forEach((offset, words) ->
                text.append(words, Math.max(0, Math.min(words.length(), text.length() - offset)), words.length()));
        Lookup.Found first = pieces.get(0);
        boolean pending = first.has(Fields.TRUST, Fields.PENDING);
        return new IndexedTurn(
                new SourceRef(text(document, Fields.ID)),
                document.get(Fields.SPEAKER_ID),
                document.get(Fields.SPEAKER_NAME),
                text(document, Fields.LABEL),
                number(document, Fields.SPEAKER_TRUSTED) == 1,
                text(document, Fields.STAMP),
                text.toString(),
                pending ? Trust.PENDING : Trust.TRUSTED,
                first.number(Fields.LINE_VALUE));
    }

    private static IndexedBlock block(IndexReader reader, Lookup.Found found) throws IOException {
        Document document = reader.storedFields().document(found.global());
        return new IndexedBlock(
                new BlockId(text(document, Fields.ID)),
                Arrays.stream(document.getValues(Fields.ALIAS))
                        .map(BlockId::new)
                        .toList(),
                List.of(document.getValues(Fields.HEADING)),
                text(document, Fields.TEXT),
                List.of(document.getValues(Fields.DATE)),
                citations(document),
                !found.has(Fields.TRUST, Fields.UNRESOLVED),
                found.number(Fields.LINE_VALUE));
    }

    /** What a block cites, in order. */
    static List<IndexedCitation> citations(Document document) {
        String[] refs = document.getValues(Fields.CITED_REF);
        String[] labels = document.getValues(Fields.CITED_LABEL);
        List<IndexedCitation> citations = new ArrayList<>();
        for (int i = 0; i < refs.length; i++) {
            citations.add(new IndexedCitation(new SourceRef(refs[i]), labels[i]));
        }
        return citations;
    }

    /** A stored text; empty when there is none. */
    static String text(Document document, String field) {
        String value = document.get(field);
        return value == null ? "" : value;
    }

    private static int number(Document document, String field) {
        IndexableField value = document.getField(field);
        Number number = value == null ? null : value.numericValue();
        return number == null ? 0 : number.intValue();
    }
}
