package dev.scriptorium.memory.retrieval.analysis;

import java.util.Set;

/** Words that say little about what a question is after, as they stand in a term: folded, without apostrophe. */
public final class FunctionWords {
    private static final Set<String> FUNCTION = Set.of((
            // Questions
            "who whom whose what which when where why how "
                    // Articles, pronouns
                    + "a an the i me my mine myself we us our ours you your yours he him his she her hers it its "
                    + "they them their theirs this that these those there here "
                    // Auxiliary verbs
                    + "am is are was were be been being do does did done doing have has had having "
                    + "can could will would shall should may might must dont doesnt didnt isnt arent wasnt werent "
                    + "cant couldnt wont wouldnt shouldnt havent hasnt hadnt "
                    // Prepositions, conjunctions, particles
                    + "of in on at to from for with by about into onto as than then and or but if so not no nor "
                    + "any some also just too very ever "
                    // Chinese, by pairs
                    + "什么 怎么 怎样 为什 么样 哪里 哪个 哪些 谁 吗 呢 的 了 是 我们 你们 他们 请问 多少 是不 不是 有没 没有")
            .split(" "));

    private static final Set<String> COURTESY =
            Set.of(("ok okay yes yeah yep no nope thanks thank thx please pls sure great good nice cool perfect fine "
                            + "right alright hello hi hey bye sorry welcome wow lol well awesome excellent "
                            + "try again make do go let lets get give show tell say see look want need help continue "
                            + "next more stop wait retry redo keep proceed know think like mean remember "
                            + "谢谢 好的 可以 继续 你好 再见 麻烦 一下")
                    .split(" "));

    private FunctionWords() {}

    /** Whether a question works without the word. */
    public static boolean isFunction(String term) {
        return FUNCTION.contains(term);
    }

    /** Whether the word acknowledges, greets or asks for something, and names nothing. */
    public static boolean isCourtesy(String term) {
        return COURTESY.contains(term);
    }
}
