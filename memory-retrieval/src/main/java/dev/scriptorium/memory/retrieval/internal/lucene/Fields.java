package dev.scriptorium.memory.retrieval.internal.lucene;

/** The fields of the index. A change of what they hold is a change of {@link IndexStamp}. */
final class Fields {
    /**
     * Own words and words around. Of a turn those are its neighbours', of a block headings, path and dates. One field for
     * both: it finds as well as two, and is half as much to read. An own word counts {@link #OWN_WEIGHT} times as much as
     * a word around, which counts less than that however often it occurs: so the frequency tells which it is.
     */
    static final String WORDS = "words";

    static final int OWN_WEIGHT = 4;
    /** Own words as they stand, where their stem differs. */
    static final String EXACT = "exact";

    // Terms to filter and look up by.
    static final String KIND = "kind";
    static final String FILE = "file";
    /** The path of a v2 archive without its {@code _v2}. */
    static final String LOGICAL = "logical";
    /** The block's id and aliases. */
    static final String BLOCK = "block";
    /** The key of a turn's reference. */
    static final String REF = "ref";
    /** The keys of the references a block cites. */
    static final String CITES = "cites";
    /** Words of the speaker's name. */
    static final String NAME = "name";
    /** The speaker's id, name and label, folded. */
    static final String SPEAKER = "speaker";
    /** {@link #PENDING} for a pending turn, {@link #UNRESOLVED} for a block with a citation that leads nowhere. */
    static final String TRUST = "trust";

    static final String DAYS = "days";

    // Values by document.
    static final String PATH_VALUE = "path";
    static final String REF_VALUE = "refValue";
    static final String CITE_VALUES = "citeValues";
    static final String LINE_VALUE = "line";
    /** The place of a block or turn in its file; {@link Integer#MAX_VALUE} for the document of the file itself. */
    static final String ORDER_VALUE = "order";

    static final String HASH_VALUE = "hash";

    // Stored only.
    /** The block's own id, or the turn's reference. */
    static final String ID = "id";

    static final String TEXT = "text";
    static final String HEADING = "heading";
    static final String DATE = "date";
    static final String CITED_REF = "citedRef";
    static final String CITED_LABEL = "citedLabel";
    static final String ALIAS = "alias";
    static final String STAMP = "stamp";
    static final String SPEAKER_ID = "speakerId";
    static final String SPEAKER_NAME = "speakerName";
    static final String LABEL = "label";
    static final String SPEAKER_TRUSTED = "speakerTrusted";
    /** Where a piece of a long turn begins in it. */
    static final String OFFSET = "offset";
    /** Tokens of the paragraph, of its frame, then end and tokens of each segment. */
    static final String TOKENS = "tokens";

    /** The vector of what a model was given of it, where there is a model. */
    static final String VECTOR = "vector";
    /** Of a document of which the model makes nothing; the term is the name of the field. */
    static final String NO_VECTOR = "noVector";

    // Terms.
    static final String TURN_KIND = "turn";
    static final String BLOCK_KIND = "block";
    static final String FILE_KIND = "file";
    static final String PENDING = "pending";
    static final String UNRESOLVED = "unresolved";

    private Fields() {}
}
