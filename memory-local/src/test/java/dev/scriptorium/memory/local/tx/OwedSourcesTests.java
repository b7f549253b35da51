package dev.scriptorium.memory.local.tx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.TurnKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file of what is owed keeps what is needed, and is rewritten only when most of it is not. */
class OwedSourcesTests {
    private static final SessionId SESSION = new SessionId("s");

    private WorkspaceLayout layout;
    private OwedSources owed;

    @BeforeEach
    void begin(@TempDir Path home) throws IOException {
        layout = WorkspaceLayout.of(home);
        Files.createDirectories(layout.runtime());
        owed = new OwedSources(layout);
    }

    private static SourceRef ref(int turn) {
        return SourceRef.of("local", SESSION, new TurnId("t" + turn));
    }

    private void owe(int from, int to) throws IOException {
        List<OwedSource> sources = new ArrayList<>();
        for (int i = from; i < to; i++) {
            Turn turn = Turn.builder(new TurnId("t" + i), TurnKind.USER, "").build();
            sources.add(new OwedSource(ref(i), turn, 9));
        }
        owed.owe(sources);
    }

    private static BatchRecord asOwed(int from, int to) {
        List<SourceRef> refs = new ArrayList<>();
        for (int i = from; i < to; i++) {
            refs.add(ref(i));
        }
        return new BatchRecord(SESSION, List.of(), refs, null);
    }

    private static BatchRecord asMarked(int from, int to) {
        List<TurnId> turns = new ArrayList<>();
        for (int i = from; i < to; i++) {
            turns.add(new TurnId("t" + i));
        }
        return new BatchRecord(SESSION, turns);
    }

    private long size() throws IOException {
        return Files.size(layout.runtime("owed-sources.jsonl"));
    }

    @Test
    void whatWasShownAsOwedIsKnownByNameAndWhatIsMarkedIsNot() throws IOException {
        owe(0, 4);
        owed.settle(asOwed(0, 2));
        owed.settle(asMarked(2, 3));
        assertThat(owed.settled()).containsExactly(ref(0), ref(1));
        assertThat(owed.owed()).extracting(OwedSource::ref).containsExactly(ref(3));
        owe(0, 2);
        assertThat(owed.owed()).extracting(OwedSource::ref).containsExactly(ref(3));
    }

    @Test
    void itIsRewrittenWhenMostOfItIsNotNeededAndNotAgainForEveryLineAfterThat() throws IOException {
        owe(0, 4_000);
        owed.settle(asMarked(0, 1));
        long before = size();
        owed.settle(asMarked(1, 3_000));
        assertThat(size()).as("what is left").isLessThan(before / 2);
        assertThat(owed.owed()).extracting(OwedSource::ref).hasSize(1_000).startsWith(ref(3_000));
        owed.settle(asOwed(3_000, 4_000));
        owe(4_000, 20_000);
        owed.settle(asOwed(4_000, 20_000));
        assertThat(owed.owed()).isEmpty();
        long kept = size();
        assertThat(kept).as("names alone are longer than what is called long").isGreaterThan(1 << 18);
        owe(20_000, 20_001);
        owed.settle(asOwed(20_000, 20_001));
        assertThat(size()).as("only added to").isGreaterThan(kept);
        assertThat(new OwedSources(layout).settled()).hasSize(17_001);
    }
}
