package dev.scriptorium.memory.markdown.validate;

import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.ref.TopicPath;
import java.util.Locale;

/**
 * The rules of the topic format and of edits to it: a closed set. The name of a rule in messages is the constant's in
 * lower case with hyphens.
 *
 * @since 0.1
 */
public enum Rule {
    /** Prose without a citation. */
    UNCITED_PROSE(
            "every paragraph to end with a citation such as [^e1]",
            "cite the turn it rests on, or leave the paragraph out"),
    /** Words after the last citation. */
    TAIL_AFTER_LAST_CITATION(
            "nothing after the last citation but block ids", "move the words before the citation, or cite them too"),
    /** A citation of a label that nothing defines. */
    CITATION_UNDEFINED(
            "a definition of the label in the same file",
            "add a line [^label]: Time: `YYYY-MM-DD`; Sources: [label](source)"),
    /** A citation with no words before it. */
    CITATION_WITHOUT_TEXT("words before the citation", "write what the source says, then cite it"),
    /** A block id on a paragraph without citation, or on none. */
    ID_WITHOUT_CITATION("a citation before the block id", "cite the source that the block rests on"),
    /** One id on two blocks. */
    DUPLICATE_ID("each block id once", "leave the id on one block; the other gets its own"),
    /** One label defined twice in a file. */
    DEFINITION_DUPLICATE("each label defined once in a file", "give the second definition a label of its own"),
    /** A definition that nothing cites. */
    DEFINITION_UNUSED("every definition cited in its file", "cite the label, or remove the definition"),
    /** A definition of more than one line. */
    DEFINITION_CONTINUED("a definition on one line", "write what belongs to the block into the block"),
    /** A time that is no date. */
    BAD_DATE("a real date YYYY, YYYY-MM or YYYY-MM-DD, or undated", "correct the date"),
    /** A source link without a label. */
    EMPTY_LABEL("a label of a few words for every source", "name in a few words what the source says"),
    /** A new citation of a source that is not trusted. */
    SOURCE_PENDING("trusted sources only", "have the owner promote the source first"),
    /** A source that does not exist. */
    SOURCE_UNRESOLVABLE("a source that exists in the archive", "use the reference of an archived turn"),
    /** A new citation of a source outside what this edit may cite. */
    SOURCE_NOT_ALLOWED("only sources that this edit may cite", "cite the turns it was given"),
    /** A link to another topic that names no block. */
    TOPIC_LINK_WITHOUT_BLOCK("links between topics to name a block: path#^id", "add the block id to the link"),
    /** A link to a block that does not exist. */
    DANGLING_LINK("links to blocks that exist", "mend or remove the link"),
    /** A block vanished that this edit may not remove. */
    BLOCK_REMOVED("every block id to be kept", "put the blocks back, or delete them explicitly"),
    /** Code or a comment where no record stands. */
    CONTENT_WITHOUT_RECORD("a cited paragraph in every section that holds code or a comment", "add the paragraph"),
    /** More blocks vanished than a writer may remove. */
    LOSS_GUARD("most blocks to be kept", "edit or move blocks instead of dropping them"),
    /** A name that would not survive on every platform. */
    PORTABLE_PATH("a portable file name", "use the suggested name"),
    /** Something too large. */
    LIMIT("everything within the limits", "split it"),
    /** Bytes that are not UTF-8 text. */
    ENCODING("UTF-8 text without NUL", "save the file as UTF-8");

    private final String expected;
    private final String hint;

    Rule(String expected, String hint) {
        this.expected = expected;
        this.hint = hint;
    }

    /** The name in messages, such as {@code uncited-prose}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What the rule asks for. */
    public String expected() {
        return expected;
    }

    /** How to mend what breaks it. */
    public String hint() {
        return hint;
    }

    /** A break of this rule at a line counted from 0. */
    public Violation at(TopicPath path, int line, String found) {
        return new Violation(path.value(), line + 1, id(), expected, found, hint);
    }

    /** A break of this rule by a file as a whole. */
    public Violation in(TopicPath path, String found) {
        return new Violation(path.value(), 0, id(), expected, found, hint);
    }

    /** A break of this rule by a file as a whole, with a hint of its own. */
    public Violation in(TopicPath path, String found, String ownHint) {
        return new Violation(path.value(), 0, id(), expected, found, ownHint);
    }
}
