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
                            // Greetings and what goes with them
                            + "cheers cya yo greetings morning afternoon evening night later tomorrow luck going whats hows "
                            // Agreeing, disagreeing, not following
                            + "agree agreed exactly correct indeed true false wrong sounds makes sense got gotcha appreciate "
                            + "helps helped worked works still really quite mistake mind forget never understand "
                            + "understood unclear clear confused specific noted done ready finished "
                            // Holding on, going on
                            + "hold moment second sec minute once over back another same other others rest ahead move "
                            + "start started begin beginning finish end now first last hmm hm um uh ah oh "
                            + "谢谢 好的 可以 继续 你好 再见 麻烦 一下 早上 晚上 上好 晚安 没问 明白 知道 对的 不对 等等 再来 一次 "
                            + "ありがとう こんにちは おはよう はい 감사합니다 안녕하세요 네")
                    .split(" "));

    /** What people ask a program to do. */
    private static final Set<String> REQUEST =
            Set.of(("run rerun build compile execute test debug fix solve install update upgrade restart deploy launch "
                            + "commit push pull merge rebase revert undo rollback release "
                            + "write rewrite rephrase reword draft add append insert remove delete drop clean rename refactor "
                            + "extract replace convert port translate transform turn put set change edit format sort count "
                            + "number generate create implement optimise optimize simplify shorten expand improve polish "
                            + "read open close save load print output download upload export import copy paste "
                            + "list find search check recheck verify validate proofread review compare explain describe define "
                            + "summarise summarize outline answer reply repeat use using call click type enter select choose "
                            + "pick recommend suggest display calculate compute estimate guess increase decrease")
                    .split(" "));

    /** What such work is about, where somebody asks for it. */
    private static final Set<String> MATTER =
            Set.of(("tests branch code function method class variable loop script program file files folder directory "
                            + "line lines error errors bug warning warnings exception log logs trace input result results "
                            + "text sentence paragraph word words letter email message summary version title heading "
                            + "example examples option options step steps point points bullet table column row item items "
                            + "question questions answers source sources link page button task tasks idea ideas "
                            + "thing things way part bit lot better best shorter longer faster easier simpler different new "
                            + "long short quick quickly only just detail details means")
                    .split(" "));

    /** Words by which a question speaks of people, of what was, or asks how something is done. */
    private static final Set<String> PERSONAL =
            Set.of("my mine our ours we us he him his she her hers they them their theirs did how where when who whose"
                    .split(" "));

    private FunctionWords() {}

    /** Whether a question works without the word. */
    public static boolean isFunction(String term) {
        return FUNCTION.contains(term);
    }

    /** Whether the word asks for work to be done. */
    public static boolean isRequest(String term) {
        return REQUEST.contains(term);
    }

    /** Whether the word names what work is about that somebody asks for. */
    public static boolean isMatter(String term) {
        return MATTER.contains(term);
    }

    /** Whether a question with the word speaks of people, or of what was. */
    public static boolean isPersonal(String term) {
        return PERSONAL.contains(term);
    }

    /** Whether the word acknowledges, greets or asks for something, and names nothing. */
    public static boolean isCourtesy(String term) {
        return COURTESY.contains(term);
    }
}
