package dev.scriptorium.memory.local.writer;

import java.util.List;

/** The Chinese words that the writer knows something about, in both scripts. */
final class Chinese {

    /** Characters of grammar: a pair that holds one of them is no word of content. */
    private static final String FUNCTION =
            "的地得了着著是在有和与與跟及或就都也还還又再才很太更最不没沒别別吗嗎呢吧啊呀哦嗯啦哈嘛么麼" + "我你您他她它们們咱这這那哪谁誰什怎几幾个個些每之以于於从從把被给給让讓向该該但而且因此虽雖然只仅僅为為";

    /** Characters that mostly stand between words, though they begin or end some. */
    private static final String BETWEEN = "过過会會能可要想应應当當所如上下来來去里裡中外前后後时時候说說看对對将將刚剛请請";

    private static final String NUMERALS = "一二三四五六七八九十百千万两零〇萬兩億亿";

    /** What people say whatever they speak of. */
    static final List<String> CHAT = List.of(
            "谢谢", "謝謝", "多谢", "感谢", "感謝", "你好", "您好", "大家好", "再见", "再見", "拜拜", "早上好", "晚上好", "晚安", "好的", "没问题", "沒問題",
            "没事", "不客气", "不客氣", "对不起", "對不起", "抱歉", "哈哈", "嘿嘿", "太好了", "太棒了", "真棒", "真好", "不错", "不錯", "加油", "恭喜", "祝贺",
            "厉害", "厲害", "辛苦了", "明白了", "知道了", "当然", "當然", "真的", "其实", "其實", "最近怎么样");

    /** Somebody speaks of himself. */
    static final List<String> FIRST_PERSON = List.of("我", "咱", "俺");

    /** Somebody is spoken to. */
    static final List<String> SECOND_PERSON = List.of("你", "您");

    /** What a sentence begins with that speaks of something said before. */
    static final List<String> BACKWARD =
            List.of("它", "牠", "他", "她", "这是", "这些", "这样", "这让", "這是", "這些", "這樣", "這讓", "那是", "那些", "那样", "那樣");

    /** What an answer begins with. */
    static final List<String> REPLY =
            List.of("是的", "是啊", "对", "對", "没有", "沒有", "不是", "嗯", "好", "会", "會", "当然", "當然", "还没", "還沒");

    /** Relations between people. */
    static final List<String> RELATION = List.of(
            "妈", "媽", "爸", "父", "母", "哥", "弟", "姐", "妹", "儿子", "兒子", "女儿", "女兒", "孩子", "妻子", "丈夫", "老婆", "老公", "男朋友",
            "女朋友", "朋友", "同事", "同学", "同學", "老师", "老師", "老板", "老闆", "邻居", "鄰居", "爷爷", "爺爺", "奶奶", "外公", "外婆", "叔", "姑",
            "舅", "姨", "室友", "导师", "導師", "结婚", "結婚", "猫", "貓", "狗");

    /** Somebody decided or did something that lasts. */
    static final List<String> DECISION = List.of(
            "决定", "決定", "选择", "選擇", "同意", "搬", "买了", "買了", "辞职", "辭職", "入职", "入職", "加入", "报名", "報名", "毕业", "畢業", "签",
            "簽", "考上", "考过", "通过", "通過", "录取", "錄取", "开始", "開始", "取消", "预订", "預訂", "订了", "訂了", "领养", "領養", "退休");

    /** What somebody likes. */
    static final List<String> PREFERENCE = List.of(
            "喜欢", "喜歡", "最爱", "最愛", "热爱", "熱愛", "讨厌", "討厭", "偏好", "习惯", "習慣", "宁愿", "寧願", "过敏", "過敏", "吃素", "不吃", "不喝",
            "爱吃", "愛吃", "爱喝", "愛喝", "受不了", "感兴趣", "感興趣");

    /** What is to come. */
    static final List<String> PLAN = List.of(
            "打算", "计划", "計劃", "准备", "準備", "将", "將", "想要", "希望", "目标", "目標", "明天", "下周", "下週", "下个月", "下個月", "明年", "截止",
            "即将", "即將");

    private Chinese() {}

    /** Whether a pair of characters is more than grammar. */
    static boolean isContent(String pair) {
        return pair.codePoints().noneMatch(c -> FUNCTION.indexOf(c) >= 0);
    }

    /** Whether a pair of characters is a number, or a part of one. */
    static boolean isNumber(String pair) {
        return pair.codePoints().allMatch(c -> NUMERALS.indexOf(c) >= 0);
    }

    /** Whether a character is one of grammar. */
    static boolean isFunction(int character) {
        return FUNCTION.indexOf(character) >= 0;
    }

    /** Whether a character may be taken for the gap between two words. */
    static boolean separates(int character) {
        return isFunction(character) || BETWEEN.indexOf(character) >= 0;
    }

    /** The text with words of mere courtesy blanked. */
    static String withoutChat(String text) {
        String rest = text;
        for (String word : CHAT) {
            rest = rest.replace(word, "\u3002");
        }
        return rest;
    }

    static boolean hasAny(String text, List<String> words) {
        return words.stream().anyMatch(text::contains);
    }

    static boolean startsWithAny(String text, List<String> words) {
        return words.stream().anyMatch(text::startsWith);
    }
}
