package dev.scriptorium.memory.local.writer;

import java.util.List;
import java.util.Random;

/** Texts that mean trouble: marks of the topic format, broken characters, scripts of every kind, in random order. */
final class HostileText {
    private static final List<String> PIECES = List.of(
            "[^e1]",
            "[^e1]:",
            "[^x]: Time: `2020`; Sources: [a](b/c/d)",
            "^abc12345",
            " ^1f90f631",
            "```",
            "~~~",
            "`",
            "``",
            "<!--",
            "-->",
            "<a id=\"x\"></a>",
            "# ",
            "## 2023-05",
            "---",
            "***",
            "- ",
            "* ",
            "1. ",
            "12) ",
            "> ",
            "| a | b |",
            "\\",
            "\\\\",
            "](",
            "[see](notes.md)",
            "[b](x.md#^abc12345)",
            "[[wiki]]",
            "![p](q)",
            "\n",
            "\n\n",
            "\r\n",
            "\r",
            "\t",
            "\u2028",
            "\u0085",
            "\u000B",
            "\0",
            "\uFEFF",
            "\u200B",
            "\u202E",
            "\uD83D",
            "\uDE00",
            "\uD83D\uDE00",
            "\u200D",
            "I moved to Porto",
            "my sister Ines",
            "works at 7 Elm Street.",
            "He left!",
            "Why?",
            "我住在里斯本。",
            "\u201C",
            "\u201D",
            "\"",
            "'",
            "(",
            ")",
            "<",
            ">",
            "&amp;",
            "$x$",
            "{",
            "}",
            ";",
            ":",
            "=",
            "==",
            "हिन्दी",
            "عربي",
            "עברית",
            "e\u0301\u0301",
            " ",
            "  ",
            "\u00A0",
            "\u3000",
            "Time: yesterday",
            "Sources:",
            "\u00B7",
            ",",
            ".",
            "!",
            "?",
            "\u3002");

    private HostileText() {}

    static String of(Random random) {
        StringBuilder out = new StringBuilder();
        int pieces = 1 + random.nextInt(40);
        for (int i = 0; i < pieces; i++) {
            out.append(PIECES.get(random.nextInt(PIECES.size())));
            if (random.nextInt(3) == 0) {
                out.append(' ');
            }
        }
        return out.toString();
    }
}
