package dev.scriptorium.memory.local.writer;

import dev.scriptorium.memory.api.session.AuthorityTier;
import dev.scriptorium.memory.api.session.SpeakerKind;
import dev.scriptorium.memory.api.session.TurnKind;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which statements are lasting preferences or rules of the owner, to be present in every session.
 *
 * <p>What is planted must not pass for them. So it takes a user's turn of the owner's tier, the first person, and words
 * of the speaker's own: none in quotation marks or code, none that are reported, none from a text too long to have been
 * said, none that speak of instructions to the assistant.
 */
final class CorePreferences {
    /** A longer turn is a document that somebody pasted. */
    private static final int LONGEST_TURN = 2000;

    private static final int LONGEST_STATEMENT = 300;

    private static final Pattern ENGLISH =
            Pattern.compile("\\bi (?:really |much |strongly |generally |usually |always )?prefer\\b"
                    + "|\\bi(?: would|'d) (?:rather|always) "
                    + "|\\bi always (?!wanted|thought|knew|had|was|were|said|felt|loved|dreamed|dreamt|wondered|did|liked|been|believed)"
                    + "|\\bi never (?!thought|knew|expected|imagined|had|got|saw|did|heard|felt|was|were|went|would|realized|said|met|told"
                    + "|\\w+ed\\b)"
                    + "|^(?:please |and |so |but |also |from now on,? )*(?:always|never) (?=.*\\b(?:me|my|us|our)\\b)"
                    + "|\\bmy name(?:'s| is) \\S"
                    + "|\\bmy (?:favou?rite|preferred) \\w+(?: \\w+){0,3} (?:is|are)\\b"
                    + "|\\bi(?:'m| am) (?:allergic to|(?:a )?vegetarian|(?:a )?vegan)\\b");
    private static final Pattern CALL_ME = Pattern.compile(
            "(?:^|[^\\p{L}])(?i:(?:please |just |you can |you may |people |everyone |friends |to )*call(?:s)? me) (?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\\p{Lu}");
    private static final Pattern CHINESE = Pattern.compile("我(?:比较|比較|更)?(?:更喜欢|更喜歡|偏好|宁愿|寧願|习惯|習慣)"
            + "|我(?:总是|總是|一直都|从不|從不|从来不|從來不|永远不|永遠不|最喜欢|最喜歡|不吃|不喝|吃素)"
            + "|(?:^|[，,请請就都])(?:叫|称呼|稱呼)我\\S{1,12}[。！!]?$"
            + "|我(?:的名字是|的名字叫|名叫|叫)\\S"
            + "|我对\\S{1,12}过敏|我對\\S{1,12}過敏"
            + "|^(?:以后|以後|今后|今後)?[，,]?(?:请|請)?(?:总是|總是|永远|永遠|绝不要|絕不要|千万别|千萬別|不要再)(?=.*我)");
    private static final Pattern REPORTED = Pattern.compile(
            "\\b(?:said|says|saying|told|tells|wrote|writes|asked|asks|claims|claimed|replied|answered|quote|quoted)\\b"
                    + "|^(?:if|when|unless|suppose|imagine|pretend|maybe|perhaps|translate|repeat)\\b|\\baccording to\\b|如果|假如|要是|他说|她说|他說|她說|写道|寫道");
    private static final Pattern PLANTED = Pattern.compile(
            "\\b(?:instruction|instructions|system prompt|prompt|core rule|core rules|core memory|jailbreak"
                    + "|developer mode|save this|store this|ignore (?:all|any|every|previous|prior|the)|disregard|override|password|passwords|secret|secrets"
                    + "|api key|api keys|credential|credentials|token|tokens)\\b|指令|提示词|提示詞|忽略|密码|密碼");

    private CorePreferences() {}

    /** Whether a statement is one that every session should start with. */
    static boolean isLasting(BatchTurn turn, Sentence sentence) {
        if (!isOwners(turn)
                || sentence.asks()
                || sentence.reported()
                || sentence.text().length() > LONGEST_STATEMENT) {
            return false;
        }
        String own = Quotations.blanked(sentence.text());
        String lower = own.toLowerCase(Locale.ROOT).replace('\u2019', '\'');
        return (isIn(lower, ENGLISH) || isIn(own, CALL_ME) || isIn(own, CHINESE))
                && !REPORTED.matcher(lower).find()
                && !PLANTED.matcher(lower).find();
    }

    /** Whether a text has a preference that nothing announces: no colon stands before it. */
    private static boolean isIn(String text, Pattern preference) {
        Matcher found = preference.matcher(text);
        if (!found.find()) {
            return false;
        }
        // Some patterns begin with the sign before the first word.
        String before = text.substring(0, found.start() + 1);
        return before.indexOf(':') < 0 && before.indexOf('\uFF1A') < 0;
    }

    private static boolean isOwners(BatchTurn turn) {
        return turn.kind() == TurnKind.USER
                && turn.tier() == AuthorityTier.OWNER
                && turn.speakerKind() != SpeakerKind.CLIENT
                && turn.speakerKind() != SpeakerKind.RUNTIME
                && turn.text().length() <= LONGEST_TURN;
    }
}
