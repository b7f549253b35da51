package dev.scriptorium.memory.cli;

import java.util.Locale;

/** Small matters of English. */
final class Words {
    private Words() {}

    /** Such as "1 turn", "2 turns", "no batches". */
    static String count(int number, String noun) {
        String plural = noun.endsWith("ch") ? noun + "es" : noun + "s";
        return number == 1 ? "1 " + noun : number(number) + " " + plural;
    }

    /** Such as "no", "1", "3,435". */
    static String number(int number) {
        return number == 0 ? "no" : String.format(Locale.ROOT, "%,d", number);
    }
}
