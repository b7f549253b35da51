package dev.scriptorium.memory.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.local.BlockChange;
import dev.scriptorium.memory.local.RestoreReport;
import dev.scriptorium.memory.local.UpdateResult;
import dev.scriptorium.memory.local.history.BlockEvent;
import dev.scriptorium.memory.testkit.history.Ledger.Note;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A hundred steps at random through the public door; the log of every block is what a ledger kept beside says. */
@ExtendWith(WorkspaceExtension.class)
class BlockLogPropertyTests {
    private static final int STEPS = 100;
    private static final List<String> PATHS =
            List.of("topics/a.md", "topics/b.md", "topics/people/c.md", "topics/people/old/d.md");
    private static final List<String> HEADINGS = List.of("One", "Two");

    private final Ledger ledger = new Ledger();
    private Notebook notes;
    private Random random;
    private int turn;

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void theLogOfEveryBlockIsCompleteAndExact(long seed, TemporaryWorkspace memory) {
        notes = Notebook.in(memory, 2 * STEPS);
        random = new Random(seed);
        for (int step = 0; step < STEPS; step++) {
            int before = ledger.size();
            step();
            if (ledger.size() > before) {
                check(step % 25 == 24 ? ledger.ids() : touched());
            }
        }
        check(ledger.ids());
        assertThat(ledger.size()).as("steps that changed something").isGreaterThan(STEPS / 2);
    }

    private void step() {
        if (ledger.now().size() < 3) {
            create();
            return;
        }
        switch (random.nextInt(10)) {
            case 0, 1 -> create();
            case 2 -> reword();
            case 3 -> citeAnother();
            case 4 -> move();
            case 5 -> merge();
            case 6 -> split();
            case 7 -> delete();
            case 8 -> restoreBlock();
            default -> restoreMore();
        }
    }

    private <T> T any(Collection<T> values) {
        return new ArrayList<>(values).get(random.nextInt(values.size()));
    }

    private int nextTurn() {
        return turn++;
    }

    private void create() {
        String path = any(PATHS);
        String heading = any(HEADINGS);
        int said = nextTurn();
        String words = "A note on turn " + said + ".";
        String id = notes.create(path, heading, words, said);
        List<Note> state = new ArrayList<>(ledger.now());
        state.add(new Note(new TreeSet<>(Set.of(id)), path, heading, words, List.of(said)));
        ledger.enter(notes.head(), state);
        did(id, BlockEvent.CREATED);
    }

    private List<Note> replaced(Note old, Note... by) {
        List<Note> state = new ArrayList<>(ledger.now());
        int at = state.indexOf(old);
        state.remove(at);
        state.addAll(at, List.of(by));
        return state;
    }

    private void enter(UpdateResult result, List<Note> state) {
        ledger.enter(result.gitCommit().orElseThrow(), state);
    }

    private void did(String id, BlockEvent... events) {
        assertThat(newest(id).events()).as("^" + id).containsExactlyInAnyOrder(events);
    }

    private BlockChange newest(String id) {
        return notes.history().log(new BlockId(id), 1).get(0);
    }

    private void reword() {
        Note note = any(ledger.now());
        Note now = note.saying("Another wording, number " + nextTurn() + ".", note.turns());
        enter(write(replaced(note, now)), replaced(note, now));
        did(note.ids().first(), BlockEvent.REWORDED);
    }

    private void citeAnother() {
        Note note = any(ledger.now());
        Note now = note.saying(note.words(), List.of(nextTurn()));
        enter(notes.update(note.ids().last(), now.words(), now.turns()), replaced(note, now));
        did(note.ids().last(), BlockEvent.EVIDENCE_CHANGED);
    }

    private void move() {
        Note note = any(ledger.now());
        Note now = note.at(any(PATHS), any(HEADINGS));
        if (now.equals(note)) {
            return;
        }
        enter(
                note.ids().size() == 1
                        ? notes.move(List.copyOf(note.ids()), now.path(), now.heading())
                        : write(replaced(note, now)),
                replaced(note, now));
        did(note.ids().last(), BlockEvent.MOVED);
    }

    private UpdateResult write(List<Note> state) {
        return notes.write(Ledger.files(ledger.now(), state));
    }

    private void merge() {
        Note one = any(ledger.now());
        Note other = any(ledger.now());
        if (one.equals(other)) {
            return;
        }
        Set<Integer> turns = new LinkedHashSet<>(one.turns());
        turns.addAll(other.turns());
        Set<String> ids = new TreeSet<>(one.ids());
        ids.addAll(other.ids());
        Note merged = one.saying("Two notes in one, number " + nextTurn() + ".", List.copyOf(turns))
                .answeringTo(ids);
        List<Note> state = replaced(one, merged);
        state.remove(other);
        enter(write(state), state);
        did(other.ids().first(), BlockEvent.MERGED);
    }

    private void split() {
        Optional<Note> several =
                ledger.now().stream().filter(note -> note.ids().size() > 1).findFirst();
        if (several.isEmpty()) {
            return;
        }
        Note note = several.get();
        Note one = note.answeringTo(Set.of(note.ids().first()))
                .saying("One part, number " + nextTurn() + ".", note.turns());
        Set<String> rest = new TreeSet<>(note.ids());
        rest.remove(note.ids().first());
        Note other = note.answeringTo(rest).saying(note.words(), List.of(nextTurn()));
        enter(write(replaced(note, one, other)), replaced(note, one, other));
        did(note.ids().last(), BlockEvent.SPLIT);
    }

    private void delete() {
        Note note = any(ledger.now());
        String id = any(note.ids());
        Set<String> rest = new TreeSet<>(note.ids());
        rest.remove(id);
        UpdateResult result = notes.delete(id);
        enter(result, rest.isEmpty() ? replaced(note) : replaced(note, note.answeringTo(rest)));
        did(id, BlockEvent.REMOVED);
    }

    private void restoreBlock() {
        int number = 1 + random.nextInt(ledger.size());
        String id = any(ledger.ids());
        List<Note> then = ledger.state(number);
        if (Ledger.holding(then, id).isEmpty()) {
            refused(ErrorCode.MEMORY_NOT_FOUND, () -> notes.restoreBlock(ledger.commit(number), id));
        } else {
            restored(() -> notes.restoreBlock(ledger.commit(number), id), withBlock(then, id));
        }
    }

    /** What is there when a block is put back as it was. */
    private List<Note> withBlock(List<Note> then, String id) {
        Optional<Note> now = Ledger.holding(ledger.now(), id);
        Set<String> own = now.<Set<String>>map(Note::ids).orElse(Set.of());
        List<Note> parts = new ArrayList<>(List.of(Ledger.holding(then, id).orElseThrow()));
        for (String absorbed : own) {
            if (parts.stream().noneMatch(part -> part.ids().contains(absorbed))) {
                Ledger.holding(then, absorbed).ifPresent(parts::add);
            }
        }
        Set<String> left = new TreeSet<>(own);
        parts.forEach(part -> left.removeAll(part.ids()));
        List<Note> back = new ArrayList<>();
        for (Note part : parts) {
            Set<String> ids = new TreeSet<>(part.ids());
            ids.removeIf(one ->
                    !own.contains(one) && Ledger.holding(ledger.now(), one).isPresent());
            if (back.isEmpty()) {
                ids.addAll(left);
            }
            Note put = part.answeringTo(ids);
            back.add(now.isPresent() ? put.at(now.get().path(), now.get().heading()) : put);
        }
        List<Note> state = new ArrayList<>(ledger.now());
        int at = now.map(state::indexOf).orElse(state.size());
        now.ifPresent(state::remove);
        state.addAll(at, back);
        return state;
    }

    private void restoreMore() {
        int number = 1 + random.nextInt(ledger.size());
        List<Note> then = ledger.state(number);
        if (random.nextInt(3) == 0) {
            restored(() -> notes.restore(ledger.commit(number)), then);
            return;
        }
        String path = any(PATHS);
        List<Note> back = then.stream().filter(note -> note.path().equals(path)).toList();
        List<Note> state = new ArrayList<>(ledger.now());
        state.removeIf(note -> note.path().equals(path));
        boolean elsewhere =
                standing(back).stream().anyMatch(id -> Ledger.holding(state, id).isPresent());
        if (back.isEmpty()) {
            refused(ErrorCode.MEMORY_NOT_FOUND, () -> notes.restoreFile(ledger.commit(number), path));
        } else if (elsewhere) {
            refused(ErrorCode.INVALID_TOPIC_FORMAT, () -> notes.restoreFile(ledger.commit(number), path));
        } else {
            state.addAll(back);
            restored(() -> notes.restoreFile(ledger.commit(number), path), state);
        }
    }

    private void restored(Supplier<RestoreReport> restore, List<Note> state) {
        List<Integer> cited =
                state.stream().flatMap(note -> note.turns().stream()).toList();
        if (Set.copyOf(cited).size() < cited.size()) {
            // Writing whole files would give one of two that share a definition another label, in a commit of its own.
            return;
        }
        Set<String> before = standing(ledger.now());
        Set<String> after = standing(state);
        RestoreReport report = restore.get();
        if (Set.copyOf(state).equals(Set.copyOf(ledger.now()))) {
            // The same blocks; only their order may have been another.
            report.gitCommit().ifPresent(commit -> ledger.enter(commit, state));
            return;
        }
        assertThat(report.returned().stream().map(BlockId::value)).containsExactlyElementsOf(without(after, before));
        assertThat(report.removed().stream().map(BlockId::value)).containsExactlyElementsOf(without(before, after));
        ledger.enter(report.gitCommit().orElseThrow(), state);
        for (String id : without(after, before)) {
            assertThat(newest(id).events()).contains(BlockEvent.RETURNED).doesNotContain(BlockEvent.CREATED);
        }
    }

    private static Set<String> standing(Collection<Note> state) {
        Set<String> ids = new TreeSet<>();
        state.forEach(note -> ids.addAll(note.ids()));
        return ids;
    }

    private static Set<String> without(Set<String> all, Set<String> some) {
        Set<String> rest = new TreeSet<>(all);
        rest.removeAll(some);
        return rest;
    }

    private void refused(ErrorCode code, Runnable request) {
        String head = notes.head();
        MemoryException refusal = catchThrowableOfType(MemoryException.class, request::run);
        assertThat(refusal).isNotNull();
        assertThat(refusal.code()).as(refusal.getMessage()).isEqualTo(code);
        assertThat(notes.head()).isEqualTo(head);
    }

    /** The ids of the notes that the last step changed. */
    private Set<String> touched() {
        List<Note> changed = new ArrayList<>(ledger.now());
        changed.removeAll(ledger.state(ledger.size() - 1));
        List<Note> gone = new ArrayList<>(ledger.state(ledger.size() - 1));
        gone.removeAll(ledger.now());
        changed.addAll(gone);
        return standing(changed);
    }

    private void check(Collection<String> ids) {
        for (String id : ids) {
            List<BlockChange> log = notes.log(id);
            assertThat(log.stream().map(change -> change.commit().id()).toList())
                    .as("the log of ^%s after %d commits", id, ledger.size())
                    .isEqualTo(ledger.log(id));
            Optional<Note> note = Ledger.holding(ledger.now(), id);
            if (note.isPresent()) {
                assertThat(notes.words(id)).isEqualTo(note.get().words());
                assertThat(notes.path(id)).isEqualTo(note.get().path());
                assertThat(log.get(0).after())
                        .anySatisfy(wording ->
                                assertThat(wording.text()).isEqualTo(note.get().words()));
            } else {
                assertThat(log.get(0).events()).contains(BlockEvent.REMOVED);
            }
        }
    }
}
