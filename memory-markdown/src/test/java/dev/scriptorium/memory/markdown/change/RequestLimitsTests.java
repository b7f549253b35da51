package dev.scriptorium.memory.markdown.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class RequestLimitsTests {
    private static void allowed(ThrowingCallable check) {
        assertThatCode(check).doesNotThrowAnyException();
    }

    private static void refused(ThrowingCallable check) {
        MemoryException refused = catchThrowableOfType(MemoryException.class, check);
        assertThat(refused).isNotNull();
        assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }

    @Test
    void changesAreSixtyFourAndAllTheirStringsCount() {
        Map<String, Object> item = Map.of("op", "x");
        Map<String, Object> nested =
                Map.of("destination", Map.of("headings", List.of("é".repeat(128_000), "é".repeat(128_000))));

        allowed(() -> RequestLimits.checkChanges(Collections.nCopies(64, item)));
        refused(() -> RequestLimits.checkChanges(Collections.nCopies(65, item)));
        allowed(() -> RequestLimits.checkChanges(List.of(nested)));
        refused(() -> RequestLimits.checkChanges(List.of(nested, item)));
        allowed(() -> RequestLimits.checkChanges(null));
    }

    @Test
    void nestingOfARequestCostsNoStack() {
        Object deep = "x";
        for (int i = 0; i < 200_000; i++) {
            deep = List.of(deep);
        }
        Object request = List.of(deep);
        allowed(() -> RequestLimits.checkChanges(request));
    }

    @Test
    void filesAreSixtyFourAndPathsCount() {
        FileChange small = FileChange.write("topics/m.md", "x");

        allowed(() -> RequestLimits.checkFiles(Collections.nCopies(64, small)));
        refused(() -> RequestLimits.checkFiles(Collections.nCopies(65, small)));
        allowed(() -> RequestLimits.checkFiles(List.of(FileChange.write("topics/m.md", "x".repeat(512_000 - 11)))));
        refused(() -> RequestLimits.checkFiles(List.of(FileChange.write("topics/m.md", "x".repeat(512_000 - 10)))));
        allowed(() -> RequestLimits.checkFiles(List.of(FileChange.delete("topics/m.md"))));
    }

    @Test
    void patchesAndSourcesHaveTheirBytes() {
        DeclaredSource source = new DeclaredSource("new-source-a", "user", "😀".repeat(1000), "");

        allowed(() -> RequestLimits.checkPatch("x".repeat(512_000)));
        refused(() -> RequestLimits.checkPatch("x".repeat(512_001)));
        allowed(() -> RequestLimits.checkSources(Collections.nCopies(64, source)));
        refused(() -> RequestLimits.checkSources(
                List.of(source, new DeclaredSource("new-source-b", "user", "x".repeat(252_001), ""))));
        refused(() -> RequestLimits.checkSources(
                Collections.nCopies(65, new DeclaredSource("new-source-a", "user", "x", ""))));
    }
}
