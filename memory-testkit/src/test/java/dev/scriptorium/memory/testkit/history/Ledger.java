package dev.scriptorium.memory.testkit.history;

import dev.scriptorium.memory.markdown.change.FileChange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a test knows of the notes without asking anybody: every state with its commit, and for each id the commits that
 * changed its block. It is kept forward, step by step; the product reads it backward, from files.
 */
final class Ledger {
    private final List<String> commits = new ArrayList<>();
    private final List<List<Note>> states = new ArrayList<>();
    private final Map<String, Set<Integer>> logs = new HashMap<>();

    Ledger() {
        states.add(List.of());
        commits.add("");
    }

    /** A block. */
    record Note(SortedSet<String> ids, String path, String heading, String words, List<Integer> turns) {
        Note saying(String other, List<Integer> cited) {
            return new Note(ids, path, heading, other, cited);
        }

        Note at(String otherPath, String otherHeading) {
            return new Note(ids, otherPath, otherHeading, words, turns);
        }

        Note answeringTo(Collection<String> others) {
            return new Note(new TreeSet<>(others), path, heading, words, turns);
        }
    }

    List<Note> now() {
        return states.get(states.size() - 1);
    }

    int size() {
        return states.size() - 1;
    }

    /** The state that a commit left, by number from 1. */
    List<Note> state(int number) {
        return states.get(number);
    }

    String commit(int number) {
        return commits.get(number);
    }

    /** Every id there ever was, in a fixed order. */
    Set<String> ids() {
        return new TreeSet<>(logs.keySet());
    }

    static Optional<Note> holding(Collection<Note> state, String id) {
        return state.stream().filter(note -> note.ids().contains(id)).findFirst();
    }

    /** The commits that changed a block, newest first. */
    List<String> log(String id) {
        return new TreeSet<>(logs.getOrDefault(id, Set.of()))
                .descendingSet().stream().map(commits::get).toList();
    }

    /** Writes down a commit; blocks that shared an id before or after it have one history from then on. */
    void enter(String commit, List<Note> state) {
        Set<Note> differing = new LinkedHashSet<>(now());
        state.forEach(note -> {
            if (!differing.remove(note)) {
                differing.add(note);
            }
        });
        commits.add(commit);
        states.add(List.copyOf(state));
        while (!differing.isEmpty()) {
            Set<String> together =
                    new LinkedHashSet<>(differing.iterator().next().ids());
            int known;
            do {
                known = together.size();
                differing.stream()
                        .filter(note -> note.ids().stream().anyMatch(together::contains))
                        .forEach(note -> together.addAll(note.ids()));
            } while (together.size() > known);
            differing.removeIf(note -> note.ids().stream().anyMatch(together::contains));
            Set<Integer> log = new LinkedHashSet<>(Set.of(size()));
            together.forEach(id -> log.addAll(logs.getOrDefault(id, Set.of())));
            together.forEach(id -> logs.put(id, log));
        }
    }

    /** The files in which two states differ, as a person would write them whole. */
    static List<FileChange> files(List<Note> before, List<Note> after) {
        Map<String, String> old = texts(before);
        Map<String, String> now = texts(after);
        List<FileChange> files = new ArrayList<>();
        now.forEach((path, text) -> {
            if (!text.equals(old.get(path))) {
                files.add(FileChange.write(path, text));
            }
        });
        old.keySet().stream()
                .filter(path -> !now.containsKey(path))
                .forEach(path -> files.add(FileChange.delete(path)));
        return files;
    }

    private static Map<String, String> texts(List<Note> state) {
        Map<String, Map<String, List<Note>>> files = new TreeMap<>();
        state.forEach(note -> files.computeIfAbsent(note.path(), path -> new LinkedHashMap<>())
                .computeIfAbsent(note.heading(), heading -> new ArrayList<>())
                .add(note));
        Map<String, String> texts = new TreeMap<>();
        files.forEach((path, sections) -> texts.put(path, text(sections)));
        return texts;
    }

    private static String text(Map<String, List<Note>> sections) {
        StringBuilder text = new StringBuilder("# Notes\n");
        Set<Integer> defined = new LinkedHashSet<>();
        sections.forEach((heading, notes) -> {
            text.append("\n## ").append(heading).append('\n');
            for (Note note : notes) {
                text.append('\n').append(note.words());
                note.turns().forEach(turn -> text.append("[^e").append(turn).append(']'));
                note.ids().forEach(id -> text.append(" ^").append(id));
                text.append('\n');
                for (int turn : note.turns()) {
                    if (defined.add(turn)) {
                        text.append("\n[^e").append(turn).append("]: Time: `undated`; Sources: [said](");
                        text.append(Notebook.ref(turn)).append(")\n");
                    }
                }
            }
        });
        return text.toString();
    }
}
