package dev.scriptorium.memory.api.ref;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PathOrderTests {
    private static final String[] PIECES = {"/", "/", "a", "b", "-", ".", ".md", "A", "é", "\uffff", "😀", "\u0001"};

    @Test
    void aDirectoryComesBeforeTheFileOfItsName() {
        List<String> paths = new ArrayList<>(List.of("a.md", "a/b.md", "a-b.md", "a/b/c.md", "a/b-c.md", "b.md", "a"));
        paths.sort(PathOrder.BY_COMPONENT);
        assertThat(paths).containsExactly("a", "a/b/c.md", "a/b-c.md", "a/b.md", "a-b.md", "a.md", "b.md");
    }

    @Test
    void aSupplementaryCharacterComesAfterEveryOther() {
        assertThat(PathOrder.BY_COMPONENT.compare("topics/\uffff.md", "topics/😀.md"))
                .isNegative();
    }

    @Test
    void theOrderIsThatOfTheListsOfComponents() {
        Random random = new Random(11);
        for (int i = 0; i < 200_000; i++) {
            String a = randomPath(random);
            String b = random.nextInt(10) == 0 ? a : randomPath(random);
            assertThat(Integer.signum(PathOrder.BY_COMPONENT.compare(a, b)))
                    .as("%s and %s", a, b)
                    .isEqualTo(Integer.signum(byList(a, b)));
        }
    }

    private static String randomPath(Random random) {
        StringBuilder out = new StringBuilder();
        int pieces = random.nextInt(7);
        for (int k = 0; k < pieces; k++) {
            out.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return out.toString();
    }

    private static int byList(String a, String b) {
        String[] x = a.split("/", -1);
        String[] y = b.split("/", -1);
        for (int i = 0; i < Math.min(x.length, y.length); i++) {
            int order = Arrays.compare(
                    x[i].codePoints().toArray(), y[i].codePoints().toArray());
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(x.length, y.length);
    }
}
