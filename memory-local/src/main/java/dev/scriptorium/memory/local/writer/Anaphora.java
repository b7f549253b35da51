package dev.scriptorium.memory.local.writer;

import dev.scriptorium.memory.local.writer.Words.Word;
import java.util.List;
import java.util.Set;

/**
 * Whether a sentence speaks of something that only an earlier one names: it begins with <em>it</em> or <em>those</em>,
 * after what people say first ("yeah, it was", "but they"), or does something to it ("I made it in May").
 */
final class Anaphora {
    /** What stands before what a sentence is about. */
    private static final Set<String> OPENING = English.words("""
            actually ah agreed also and anyway aw aww because besides btw but cause first haha hey hi hmm honestly lol
            luckily oh ok okay oops plus right sadly so surely thankfully then though well whoa woah wow yea""");

    /** Who does something to it. */
    private static final Set<String> SUBJECT =
            English.words("i i'd i'll i'm i've we we'd we'll we're we've you you'd you'll you've");

    private static final Set<String> OBJECT = English.words("it them");

    /** After these <em>it</em> stands for what follows, or for nothing: "hate it when", "made it to the top". */
    private static final Set<String> EMPTY = English.words("""
            all clear difficult easier easy hard how if important out that to when work""");

    /** So many words after the doer the object may stand: "we never saw it". */
    private static final int REACH = 3;

    /** A sentence of no more words names little besides; there the object may stand anywhere: "I grew fond of them". */
    private static final int SHORT = 8;

    private final Sentence sentence;
    private final List<Word> words;

    private Anaphora(Sentence sentence) {
        this.sentence = sentence;
        this.words = sentence.words();
    }

    static boolean in(Sentence sentence) {
        return new Anaphora(sentence).pointsBack();
    }

    private boolean pointsBack() {
        if (Chinese.startsWithAny(sentence.text(), Chinese.BACKWARD)) {
            return true;
        }
        int at = 0;
        while (at < words.size() && opens(at)) {
            at++;
        }
        return at < words.size()
                && (isBackward(at) || (SUBJECT.contains(words.get(at).lower()) && hasObject(at)));
    }

    /** Whether a word stands before what a sentence is about: a reply, an interjection, the name of who is spoken to. */
    private boolean opens(int at) {
        Word word = words.get(at);
        boolean name = at > 0
                && word.capital()
                && !SUBJECT.contains(word.lower())
                && sentence.text().contains(word.text() + ",");
        return name || OPENING.contains(word.lower()) || English.REPLY.contains(word.lower());
    }

    private boolean isBackward(int at) {
        String first = words.get(at).lower();
        return English.BACKWARD.contains(first) || (English.DEMONSTRATIVE.contains(first) && !isNamed(at + 1));
    }

    private boolean isNamed(int at) {
        if (at >= words.size()) {
            return false;
        }
        String word = words.get(at).lower();
        return !English.FUNCTION.contains(word) && !English.CHAT.contains(word) && !English.POINTED_VERB.contains(word);
    }

    private boolean hasObject(int subject) {
        int reach = words.size() <= SHORT ? SHORT : REACH;
        for (int i = subject + 1; i <= subject + reach && i < words.size(); i++) {
            if (OBJECT.contains(words.get(i).lower())) {
                boolean last = i + 1 == words.size();
                return last
                        || words.get(i).lower().equals("them")
                        || !EMPTY.contains(words.get(i + 1).lower());
            }
        }
        return false;
    }
}
