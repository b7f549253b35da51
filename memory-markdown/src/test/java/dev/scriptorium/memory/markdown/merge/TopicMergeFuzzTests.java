package dev.scriptorium.memory.markdown.merge;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.topic.Whitespace;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Any three texts can be merged, and a side without changes gives the other as it stands. */
class TopicMergeFuzzTests {
    private static final TopicPath M = new TopicPath("topics/m.md");

    /** What topics are made of; random characters would seldom meet it. */
    private static final List<String> PIECES = List.of(
            "[^e1]",
            "[^e2]",
            "[^mem_a]",
            "\n\n[^e1]: Time: `2026`; Sources: [l](s/t/1)\n",
            "\n\n[^e1]: Time: `2027`; Sources: [l](s/t/1)\n",
            "\n\n[^mem_a]: Time: `2027`; Sources: [l](s/t/1)\n",
            "[^e2]: Time: undated; Sources: x\n",
            " ^abc12345",
            " ^abc12346",
            "\n# A\n\n",
            "\n## A\n\n",
            "\n## B\n\n",
            "```",
            "~~~\n",
            "\n\n",
            "\n\n",
            "\n",
            "\r\n\r\n",
            "- ",
            "> ",
            "    ",
            "<!--",
            "-->",
            "---\n",
            "***\n",
            "\\",
            "\u2028",
            "\u0000",
            "\uFEFF",
            "Words. ",
            "More. ");

    private static Optional<String> edited(Optional<String> base, FuzzedDataProvider data) {
        StringBuilder text = new StringBuilder(base.orElse(""));
        for (int edits = data.consumeInt(0, 6); edits > 0; edits--) {
            int at = data.consumeInt(0, text.length());
            if (data.consumeBoolean()) {
                text.insert(at, data.consumeBoolean() ? data.pickValue(PIECES) : data.consumeString(6));
            } else {
                text.delete(at, Math.min(text.length(), at + data.consumeInt(1, 12)));
            }
        }
        return data.consumeInt(0, 20) == 0 ? Optional.empty() : Optional.of(text.toString());
    }

    @FuzzTest(maxDuration = "30m", maxExecutions = 1_000_000)
    void anyTextsCanBeMerged(FuzzedDataProvider data) {
        StringBuilder text = new StringBuilder();
        while (data.remainingBytes() > 60 && text.length() < 400) {
            text.append(data.pickValue(PIECES));
        }
        Optional<String> base = Optional.of(text.toString());
        check(base, edited(base, data), edited(base, data));
    }

    /** What the fuzzer would do, from seeds, in every build. */
    @Test
    void textsOfManyPiecesCanBeMerged() {
        for (int seed = 0; seed < 20_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            String base = pieces(random, 14);
            check(Optional.of(base), Optional.of(edited(base, random)), Optional.of(edited(base, random)));
        }
    }

    private static String pieces(SplittableRandom random, int most) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            text.append(PIECES.get(random.nextInt(PIECES.size())));
        }
        return text.toString();
    }

    private static String edited(String base, SplittableRandom random) {
        StringBuilder text = new StringBuilder(base);
        for (int i = random.nextInt(4); i > 0; i--) {
            int at = random.nextInt(text.length() + 1);
            text.delete(at, Math.min(text.length(), at + random.nextInt(8)));
            text.insert(at, pieces(random, 3));
        }
        return text.toString();
    }

    private static void check(Optional<String> base, Optional<String> ours, Optional<String> theirs) {
        MergedTopic merged = TopicMerge.merge(M, base, ours, theirs);
        String shown = base + "\n" + ours + "\n" + theirs + "\n" + merged.text() + merged.conflicts();

        assertThat(merged.isClean()).isEqualTo(merged.conflicts().isEmpty());
        assertThat(TopicMerge.merge(M, base, base, theirs).text()).isEqualTo(theirs);
        assertThat(TopicMerge.merge(M, base, ours, base).text()).isEqualTo(ours);
        assertThat(TopicMerge.merge(M, base, theirs, theirs).text()).isEqualTo(theirs);
        if (ours.isPresent() && theirs.isPresent()) {
            HashMap<String, Integer> meanings = new HashMap<>();
            Version in = Version.read(M, ours.get(), meanings);
            Version at = Version.read(M, theirs.get(), meanings);
            Version out = Version.read(M, merged.text().orElseThrow(), meanings);
            if (Stream.of(in, at).allMatch(TopicMergeFuzzTests::isUnambiguous)) {
                assertThat(isUnambiguous(out)).as(shown).isTrue();
            }
            List<String> known =
                    Stream.of(in, at).flatMap(TopicMergeFuzzTests::words).toList();
            assertThat(words(out)).as(shown).allMatch(known::contains);
            if (merged.isClean()) {
                List<String> before =
                        words(Version.read(M, base.orElse(""), meanings)).toList();
                List<String> after = words(out).toList();
                assertThat(known.stream().filter(word -> !before.contains(word)))
                        .as(shown)
                        .allMatch(after::contains);
            }
        }
    }

    /** A byte-order mark that comes to be the first character is dropped. */
    private static Stream<String> words(Version version) {
        return version.units().stream().map(unit -> {
            String words = unit.isBlock() ? Whitespace.collapse(unit.block().content()) : unit.words();
            return unit.form() + " " + Whitespace.trim(words.replace("\uFEFF", ""));
        });
    }

    private static boolean isUnambiguous(Version version) {
        List<String> ids = version.units().stream()
                .filter(Unit::isBlock)
                .flatMap(unit -> unit.ids().stream())
                .toList();
        int definitions = version.elements().size() - version.units().size();
        return ids.stream().distinct().count() == ids.size()
                && definitions == version.defined().size();
    }
}
