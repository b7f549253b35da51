package dev.scriptorium.memory.testkit.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A disk that refuses any operation makes a typed error, and nothing is lost: the same backend goes on afterwards. */
@Timeout(900)
class RefusedDiskIT {
    /** Not every operation, for time's sake. */
    private static final int STRIDE = 3;

    @TempDir
    private Path temporary;

    private Path home;
    private List<String> points;
    private int opening;
    private DiskState finished;

    @BeforeEach
    void runUndisturbed() throws IOException {
        home = temporary.toRealPath();
        ShortWork work = new ShortWork(home.resolve("undisturbed"));
        FaultPoints counting = FaultPoints.of(home.resolve("undisturbed"));
        try (LocalMemoryBackend backend = work.open(counting)) {
            opening = counting.visited().size();
            ShortWork.work(backend);
            points = counting.visited();
        }
        finished = work.memory();
    }

    @Test
    void aDiskThatIsFullFromAnyOperationOn() {
        refused(1, Fault::diskFull);
    }

    @Test
    void anyOperationRefusedOnce() {
        refused(2, Fault::refusal);
    }

    private void refused(int first, Supplier<Fault> fault) {
        List<String> wrong = new ArrayList<>();
        for (int number = first; number <= points.size(); number += STRIDE) {
            List<String> found = refusedAt(number, fault.get());
            if (!found.isEmpty()) {
                wrong.add(number + " " + points.get(number - 1) + ":\n    " + String.join("\n    ", found));
            }
        }
        assertThat(String.join("\n", wrong)).isEmpty();
    }

    private List<String> refusedAt(int number, Fault fault) {
        Path workspace = home.resolve("refused-" + number);
        ShortWork work = new ShortWork(workspace);
        FaultPoints refusing = FaultPoints.of(workspace).at(number, fault);
        List<String> wrong = new ArrayList<>();
        LocalMemoryBackend backend;
        try {
            backend = work.open(refusing);
        } catch (MemoryException e) {
            if (number > opening || e.code() != ErrorCode.STORAGE_UNAVAILABLE) {
                wrong.add("opening: " + e);
            }
            refusing.heal();
            backend = work.open(refusing);
        }
        try (LocalMemoryBackend open = backend) {
            try {
                // A commit, a mark or a status that is refused is owed, and not a failure of the call.
                Optional<WriteFailure> failure = ShortWork.workOnce(open);
                failure.filter(why -> !why.code().name().equals("STORAGE_UNAVAILABLE"))
                        .ifPresent(why -> wrong.add("the write: " + why));
            } catch (MemoryException e) {
                if (e.code() != ErrorCode.STORAGE_UNAVAILABLE) {
                    wrong.add("the change: " + e);
                }
            }
            refusing.heal();
            ShortWork.work(open);
            ShortWork.trouble(open).forEach(wrong::add);
        } catch (RuntimeException e) {
            wrong.add(e.toString());
        }
        wrong.addAll(work.memory().differences(finished));
        return wrong;
    }
}
