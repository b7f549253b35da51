package dev.scriptorium.memory.retrieval.internal.lucene;

import dev.scriptorium.memory.api.recall.DateRange;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.retrieval.analysis.FunctionWords;
import dev.scriptorium.memory.retrieval.analysis.TermForm;
import dev.scriptorium.memory.retrieval.analysis.TextAnalysis;
import dev.scriptorium.memory.retrieval.content.IndexedBlock;
import dev.scriptorium.memory.retrieval.content.IndexedCitation;
import dev.scriptorium.memory.retrieval.content.IndexedFile;
import dev.scriptorium.memory.retrieval.content.IndexedTurn;
import dev.scriptorium.memory.retrieval.internal.lucene.Pieces.Piece;
import dev.scriptorium.memory.retrieval.rank.Paragraph;
import dev.scriptorium.memory.retrieval.rank.PassageTokens;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.IntRange;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.util.BytesRef;

/**
 * Turns files into documents: one for each block, one for each turn or piece of a long one, and one for the file
 * itself, which holds its hash. Not thread-safe.
 */
final class Documents {
    /** How many turns before and after one lend it their words. */
    static final int NEIGHBOURS = 2;

    private static final FieldType TERMS = new FieldType();

    static {
        TERMS.setTokenized(true);
        TERMS.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
        TERMS.freeze();
    }

    private final TextAnalysis analysis = new TextAnalysis();
    private final ToIntFunction<String> tokens;
    private final KnownVectors vectors;

    /** Documents that get the vectors that are known when they are made. */
    Documents(ToIntFunction<String> tokens, KnownVectors vectors) {
        this.tokens = tokens;
        this.vectors = vectors;
    }

    /** Documents that keep the vectors that those of a file have in a state. */
    static Documents keeping(ToIntFunction<String> tokens, IndexState state, String path) throws IOException {
        KnownVectors vectors = KnownVectors.none();
        vectors.addStored(state.snapshot().all(), path, 0);
        return new Documents(tokens, vectors);
    }

    /** Takes documents, one after another. */
    interface Sink {
        void add(Document document) throws IOException;
    }

    /** All documents of a whole file. */
    void whole(IndexedFile file, Sink sink) throws IOException {
        sink.add(file(file.path(), file.contentHash()));
        int order = 0;
        for (IndexedBlock block : file.blocks()) {
            sink.add(block(file.path(), block, order++));
        }
        turns(file.path(), file.turns(), 0, 0, sink);
    }

    /** The document of a file. */
    Document file(String path, String contentHash) {
        Document document = new Document();
        place(document, path, Fields.FILE_KIND, Integer.MAX_VALUE, 0);
        document.add(new BinaryDocValuesField(Fields.HASH_VALUE, new BytesRef(contentHash)));
        text(document, new TermBag(), new TermBag());
        return document;
    }

    /**
     * Documents of turns that stand one after another.
     *
     * @param order the place of the first of them in the archive
     * @param first from which of them on documents are made; those before only lend their words
     */
    void turns(String path, List<IndexedTurn> turns, int order, int first, Sink sink) throws IOException {
        TermBag[] window = new TermBag[2 * NEIGHBOURS + 1];
        for (int i = 0; i < window.length; i++) {
            window[i] = i < Math.min(NEIGHBOURS, turns.size()) ? opening(turns.get(i)) : new TermBag();
        }
        for (int i = 0; i < turns.size(); i++) {
            int ahead = i + NEIGHBOURS;
            window[ahead % window.length] = ahead < turns.size() ? opening(turns.get(ahead)) : new TermBag();
            if (i >= first) {
                TermBag context = new TermBag();
                for (int j = Math.max(0, i - NEIGHBOURS); j <= ahead; j++) {
                    if (j != i) {
                        context.addAll(window[j % window.length]);
                    }
                }
                turn(path, turns.get(i), order + i, context, sink);
            }
        }
    }

    private Document block(String path, IndexedBlock block, int order) throws IOException {
        Document document = new Document();
        place(document, path, Fields.BLOCK_KIND, order, block.line());
        TermBag body = new TermBag();
        analysis.analyze(block.text(), body);
        TermBag head = new TermBag();
        block.headings().forEach(heading -> analysis.analyze(heading, head));
        analysis.analyze(pathWords(path), head);
        block.dates().forEach(date -> analysis.analyze(Dates.words(date), head));
        head.counts().keySet().removeIf(term -> term.equals("topic"));
        text(document, body, head);
        id(document, block.id());
        document.add(new StoredField(Fields.ID, block.id().value()));
        for (BlockId alias : block.aliases()) {
            id(document, alias);
            document.add(new StoredField(Fields.ALIAS, alias.value()));
        }
        block.headings().forEach(heading -> document.add(new StoredField(Fields.HEADING, heading)));
        for (String date : block.dates()) {
            days(document, date);
            document.add(new StoredField(Fields.DATE, date));
        }
        for (IndexedCitation citation : block.citations()) {
            long key = RefKeys.of(citation.ref());
            document.add(new StringField(Fields.CITES, RefKeys.term(key), Field.Store.NO));
            document.add(new SortedNumericDocValuesField(Fields.CITE_VALUES, key));
            document.add(new StoredField(Fields.CITED_REF, citation.ref().value()));
            document.add(new StoredField(Fields.CITED_LABEL, citation.label()));
        }
        if (!block.resolved()) {
            document.add(new StringField(Fields.TRUST, Fields.UNRESOLVED, Field.Store.NO));
        }
        Paragraph paragraph = Paragraph.ofBlock(block.dates(), block.text(), path, block.id());
        stored(document, block.text(), paragraph);
        vectors.mark(document);
        return document;
    }

    private static void id(Document document, BlockId id) {
        document.add(new StringField(Fields.BLOCK, id.value(), Field.Store.NO));
    }

    /** What a path says: its names without {@code topics/} and the ending. */
    private static String pathWords(String path) {
        int start = path.startsWith("topics/") ? "topics/".length() : 0;
        int end = path.endsWith(".md") ? path.length() - ".md".length() : path.length();
        return path.substring(Math.min(start, end), end)
                .replace('/', ' ')
                .replace('_', ' ')
                .replace('-', ' ');
    }

    private void turn(String path, IndexedTurn turn, int order, TermBag context, Sink sink) throws IOException {
        for (Piece piece : Pieces.of(turn.text())) {
            Document document = new Document();
            place(document, path, Fields.TURN_KIND, order, turn.line());
            TermBag body = new TermBag();
            analysis.analyze(spoken(turn, piece), body);
            text(document, body, context);
            long key = RefKeys.of(turn.ref());
            document.add(new StringField(Fields.REF, RefKeys.term(key), Field.Store.NO));
            document.add(new NumericDocValuesField(Fields.REF_VALUE, key));
            document.add(new StoredField(Fields.ID, turn.ref().value()));
            if (turn.trust() != Trust.TRUSTED) {
                document.add(new StringField(Fields.TRUST, Fields.PENDING, Field.Store.NO));
            }
            days(document, Dates.day(turn.stamp()));
            speaker(document, turn);
            document.add(new StoredField(Fields.STAMP, turn.stamp()));
            if (piece.start() > 0) {
                document.add(new StoredField(Fields.OFFSET, piece.start()));
            }
            String text = turn.text().substring(piece.start(), piece.end());
            stored(
                    document,
                    text,
                    Paragraph.ofTurn(
                            Dates.day(turn.stamp()),
                            turn.speaker(),
                            text,
                            turn.ref().value()));
            vectors.mark(document);
            sink.add(document);
        }
    }

    /** The words a turn lends its neighbours: those of its first piece. */
    private TermBag opening(IndexedTurn turn) {
        TermBag bag = new TermBag();
        Piece first = Pieces.of(turn.text()).get(0);
        analysis.analyze(spoken(turn, first), (String text, TermForm form) -> {
            if ((form == TermForm.PLAIN || form == TermForm.PART) && !FunctionWords.isFunction(text)) {
                bag.term(text, form);
            }
        });
        return bag;
    }

    private static String spoken(IndexedTurn turn, Piece piece) {
        return "[" + Dates.words(Dates.day(turn.stamp())) + "] " + turn.speaker() + ": "
                + turn.text().substring(piece.start(), piece.end());
    }

    private void speaker(Document document, IndexedTurn turn) {
        Set<String> names = new HashSet<>();
        document.add(new StoredField(Fields.LABEL, turn.label()));
        names.add(Names.fold(turn.label()));
        if (turn.speakerId() != null && !turn.speakerId().isEmpty()) {
            names.add(Names.fold(turn.speakerId()));
            document.add(new StoredField(Fields.SPEAKER_ID, turn.speakerId()));
        }
        if (turn.speakerName() != null && !turn.speakerName().isEmpty()) {
            names.add(Names.fold(turn.speakerName()));
            document.add(new StoredField(Fields.SPEAKER_NAME, turn.speakerName()));
            TermBag words = new TermBag();
            analysis.analyze(turn.speakerName(), words);
            words.counts().keySet().stream()
                    .filter(word -> word.codePointCount(0, word.length()) > 1)
                    .forEach(word -> document.add(new StringField(Fields.NAME, word, Field.Store.NO)));
        }
        names.remove("");
        names.forEach(name -> document.add(new StringField(Fields.SPEAKER, name, Field.Store.NO)));
        if (turn.speakerTrusted()) {
            document.add(new StoredField(Fields.SPEAKER_TRUSTED, 1));
        }
    }

    private static void place(Document document, String path, String kind, int order, int line) {
        document.add(new StringField(Fields.KIND, kind, Field.Store.NO));
        document.add(new StringField(Fields.FILE, path, Field.Store.NO));
        document.add(new SortedDocValuesField(Fields.PATH_VALUE, new BytesRef(path)));
        document.add(new NumericDocValuesField(Fields.ORDER_VALUE, order));
        document.add(new NumericDocValuesField(Fields.LINE_VALUE, line));
        Paths.logical(path)
                .ifPresent(logical -> document.add(new StringField(Fields.LOGICAL, logical, Field.Store.NO)));
    }

    /** The scored field stands in every document, be it empty: Lucene finds lengths faster when none is missing. */
    private static void text(Document document, TermBag own, TermBag around) {
        document.add(new Field(Fields.WORDS, new BagStream(own.amid(around)), TERMS));
        own.exact().forEach(word -> document.add(new StringField(Fields.EXACT, word, Field.Store.NO)));
    }

    private static void days(Document document, String date) {
        Dates.range(date).ifPresent(range -> document.add(days(range)));
    }

    private static IntRange days(DateRange range) {
        return new IntRange(Fields.DAYS, new int[] {Dates.from(range)}, new int[] {Dates.last(range)});
    }

    private void stored(Document document, String text, Paragraph paragraph) throws IOException {
        document.add(new StoredField(Fields.TEXT, text));
        document.add(new StoredField(Fields.TOKENS, TokenCodec.encode(PassageTokens.count(paragraph, tokens))));
    }
}
