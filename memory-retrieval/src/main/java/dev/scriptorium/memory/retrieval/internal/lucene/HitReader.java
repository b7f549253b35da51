package dev.scriptorium.memory.retrieval.internal.lucene;

import dev.scriptorium.memory.api.recall.HitSource;
import dev.scriptorium.memory.api.recall.MemoryHit;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.retrieval.content.IndexedCitation;
import dev.scriptorium.memory.retrieval.content.IndexedTurn;
import dev.scriptorium.memory.retrieval.rank.Candidate;
import dev.scriptorium.memory.retrieval.rank.Paragraph;
import dev.scriptorium.memory.retrieval.rank.PassageTokens;
import dev.scriptorium.memory.retrieval.rank.Quotes;
import dev.scriptorium.memory.retrieval.rank.RankedHit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.StoredFields;

/** Reads what a hit shows, each document once: reading one costs about as much as finding it. Not thread-safe. */
final class HitReader {
    private final IndexReader reader;
    private final Set<Long> untrusted;
    private final Map<String, Double> weights;
    private final boolean withSources;
    private final Map<Integer, Document> read = new HashMap<>();
    private final StoredFields stored;

    HitReader(IndexReader reader, Set<Long> untrusted, Map<String, Double> weights, boolean withSources)
            throws IOException {
        this.reader = reader;
        this.untrusted = untrusted;
        this.weights = weights;
        this.withSources = withSources;
        this.stored = reader.storedFields();
    }

    Document stored(int document) throws IOException {
        Document known = read.get(document);
        if (known == null) {
            known = stored.document(document);
            read.put(document, known);
        }
        return known;
    }

    Lookup.Found found(int document) {
        LeafReaderContext leaf = reader.leaves().get(ReaderUtil.subIndex(document, reader.leaves()));
        return new Lookup.Found(leaf, document - leaf.docBase);
    }

    /** The documents of an archived turn, those of the v2 archive when there is one. */
    List<Lookup.Found> copies(long ref) throws IOException {
        return Lookup.turn(reader, ref);
    }

    /** The hit of a candidate. */
    RankedHit hit(Candidate candidate, String explanation) throws IOException {
        Document document = stored(candidate.document());
        return candidate.turn() ? turn(candidate, document, explanation) : block(candidate, document, explanation);
    }

    private RankedHit block(Candidate candidate, Document document, String explanation) throws IOException {
        BlockId id = new BlockId(StoredFiles.text(document, Fields.ID));
        String text = StoredFiles.text(document, Fields.TEXT);
        List<String> dates = List.of(document.getValues(Fields.DATE));
        boolean pending = TrustLedger.isPendingBlock(found(candidate.document()), untrusted);
        MemoryHit hit = MemoryHit.builder(candidate.path(), text)
                .block(id)
                .headings(List.of(document.getValues(Fields.HEADING)))
                .dates(dates)
                .trust(pending ? Trust.PENDING : Trust.TRUSTED)
                .sources(withSources ? sources(document) : List.of())
                .score(candidate.score())
                .explanation(explanation)
                .build();
        return new RankedHit(hit, Paragraph.ofBlock(dates, text, candidate.path(), id), tokens(document));
    }

    private RankedHit turn(Candidate candidate, Document document, String explanation) throws IOException {
        Lookup.Found found = found(candidate.document());
        IndexedTurn turn = StoredFiles.turn(this::stored, List.of(found));
        String day = Dates.day(turn.stamp());
        MemoryHit hit = MemoryHit.builder(candidate.path(), turn.text())
                .dates(day.isEmpty() ? List.of() : List.of(day))
                .trust(turn.trust())
                .sources(List.of(source(turn, turn.ref().value(), turn.text())))
                .score(candidate.score())
                .explanation(explanation)
                .build();
        Paragraph paragraph =
                Paragraph.ofTurn(day, turn.speaker(), turn.text(), turn.ref().value());
        return new RankedHit(hit, paragraph, tokens(document));
    }

    private static PassageTokens tokens(Document document) {
        return TokenCodec.decode(document.getBinaryValue(Fields.TOKENS));
    }

    private List<HitSource> sources(Document block) throws IOException {
        List<HitSource> sources = new ArrayList<>();
        for (IndexedCitation citation : StoredFiles.citations(block)) {
            sources.add(source(citation));
        }
        return sources;
    }

    private HitSource source(IndexedCitation citation) throws IOException {
        SourceRef ref = citation.ref();
        List<Lookup.Found> pieces = Lookup.turn(reader, RefKeys.of(ref));
        if (pieces.isEmpty()) {
            return HitSource.builder(ref).label(citation.label()).build();
        }
        IndexedTurn turn = StoredFiles.turn(this::stored, pieces);
        return source(turn, citation.label(), Quotes.best(turn.text(), weights));
    }

    private static HitSource source(IndexedTurn turn, String label, String quote) {
        return HitSource.builder(turn.ref())
                .label(label)
                .speaker(turn.speaker().isEmpty() ? null : turn.speaker())
                .speakerId(turn.speakerId())
                .speakerTrusted(turn.speakerTrusted())
                .time(turn.stamp().isEmpty() ? null : turn.stamp())
                .quote(quote)
                .build();
    }
}
