package dev.scriptorium.memory.markdown.parse;

import static org.assertj.core.api.Assertions.assertThat;

import com.vladsch.flexmark.ast.Code;
import com.vladsch.flexmark.parser.Parser;
import com.vladsch.flexmark.util.ast.Node;
import com.vladsch.flexmark.util.ast.NodeVisitor;
import com.vladsch.flexmark.util.ast.VisitHandler;
import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Our scanner against a reference parser of CommonMark: both must agree on what is inline code. */
class InlineOracleTests {
    private static final String[] PARTS = {"`", "``", "```", "a", " ", "[^e1]", "\\", "\\`", "b", "*", "](", "\n"};

    @Test
    void codeSpansAreThoseOfTheReferenceParser() {
        Parser parser = Parser.builder().build();
        SplittableRandom random = new SplittableRandom(42);
        for (int i = 0; i < 20_000; i++) {
            // A letter first, so that no line begins a fence or a list; no blank lines, so that it is one paragraph.
            StringBuilder text = new StringBuilder("x");
            for (int n = random.nextInt(14); n > 0; n--) {
                String part = PARTS[random.nextInt(PARTS.length)];
                text.append(part.equals("\n") ? "\nx" : part);
            }
            String raw = text.append('z').toString();
            BitSet expected = code(parser.parse(raw));
            BitSet found = CodeSpans.opaque(raw);
            for (int at = 0; at < raw.length(); at++) {
                if (expected.get(at)) {
                    assertThat(found.get(at)).as("code at %d of <%s>", at, raw).isTrue();
                } else if (found.get(at)) {
                    boolean escape = raw.charAt(at) == '\\' || (at > 0 && raw.charAt(at - 1) == '\\');
                    assertThat(escape).as("no code at %d of <%s>", at, raw).isTrue();
                }
            }
        }
    }

    private static BitSet code(Node document) {
        BitSet code = new BitSet();
        new NodeVisitor(new VisitHandler<>(Code.class, node -> code.set(node.getStartOffset(), node.getEndOffset())))
                .visit(document);
        return code;
    }
}
