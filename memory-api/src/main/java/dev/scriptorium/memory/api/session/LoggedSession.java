package dev.scriptorium.memory.api.session;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One conversation of a {@link TurnLog}. Not safe for use by several threads. */
final class LoggedSession {
    private static final int ID_BYTES = 12;

    private final SessionId id;
    private final Map<TurnId, Turn> turns = new HashMap<>();
    private final Set<TurnId> leaves = new LinkedHashSet<>();
    private final Set<TurnId> covered = new HashSet<>();
    /** The turns up to the head, those of them that are speech, and the place of each. */
    private final List<Turn> branch = new ArrayList<>();

    private final List<Turn> said = new ArrayList<>();
    private final Map<TurnId, Integer> places = new HashMap<>();
    /** Where the window began on the branch; past its end when the host holds nothing of it. */
    private int start;

    private Instant lastActivity = Instant.EPOCH;

    LoggedSession(SessionId id) {
        this.id = id;
    }

    Optional<Turn> turn(TurnId turn) {
        return Optional.ofNullable(turns.get(turn));
    }

    Optional<TurnId> head() {
        return branch.isEmpty()
                ? Optional.empty()
                : Optional.of(branch.get(branch.size() - 1).id());
    }

    List<TurnId> tips() {
        Set<TurnId> tips = new LinkedHashSet<>();
        head().ifPresent(tips::add);
        leaves.stream().filter(leaf -> !covered.contains(leaf)).forEach(tips::add);
        return List.copyOf(tips);
    }

    Instant lastActivity() {
        return lastActivity;
    }

    /** What a window brings; empty when nothing has changed but, perhaps, what the window has lost at its front. */
    Optional<TurnLogEntry> look(List<WindowMessage> window, Clock clock) {
        List<WindowMessage> messages = withoutPreamble(window);
        if (messages.isEmpty()) {
            return forgotten(clock);
        }
        Footing footing = footing(messages);
        OffsetDateTime now = OffsetDateTime.now(clock);
        List<Turn> added = new ArrayList<>();
        TurnId parent = footing == null ? null : footing.parent().id();
        TurnId first = footing == null ? null : footing.first().id();
        TurnId replaced = footing == null ? head().orElse(null) : null;
        if (replaced != null && messages.get(0).kind() != TurnKind.SUMMARY) {
            parent = add(WindowMessage.of(TurnKind.SUMMARY, ""), null, replaced, now, added);
            replaced = null;
        }
        for (WindowMessage message : messages.subList(footing == null ? 0 : footing.next(), messages.size())) {
            parent = add(message, parent, replaced, now, added);
            first = first == null ? parent : first;
            replaced = null;
        }
        if (parent == null || first == null) {
            throw new IllegalStateException("a window with messages has a first and a last turn");
        }
        Integer place = places.get(first);
        if (added.isEmpty() && head().equals(Optional.of(parent)) && place != null && !hasForgotten()) {
            start = place;
            return Optional.empty();
        }
        return Optional.of(TurnLogEntry.of(id, now.toInstant(), added, parent, first));
    }

    /** The conversation: without what a host puts before each request. */
    private static List<WindowMessage> withoutPreamble(List<WindowMessage> window) {
        int from = 0;
        while (from < window.size() && window.get(from).kind() == TurnKind.RUNTIME) {
            from++;
        }
        return window.subList(from, window.size());
    }

    /** Where a window stands: the turn of its first message, that of its last known one, and the message after it. */
    private record Footing(Turn first, Turn parent, int next) {}

    /** On this branch, or else on another that the window agrees with up to its end; null when nothing is known. */
    private @Nullable Footing footing(List<WindowMessage> messages) {
        List<WindowMessage> spoken =
                messages.stream().filter(one -> one.kind().speech()).toList();
        WindowOverlap here = hasForgotten() ? WindowOverlap.NONE : WindowOverlap.of(said, saidBefore(start), spoken);
        if (!here.reaches(said.size())) {
            Footing elsewhere = atAnEnd(messages, spoken, Math.max(1, here.length()));
            if (elsewhere != null) {
                return elsewhere;
            }
        }
        if (here.length() > 0) {
            Turn last = said.get(here.from() + here.length() - 1);
            int next = behindSpoken(messages, here.at() + here.length());
            return behind(said.get(here.from()), last, after(last), messages, next);
        }
        return hasForgotten() ? null : behindTheUnspoken(messages);
    }

    /** The end of a branch with which the window agrees from its first message on, by more messages than so many. */
    private @Nullable Footing atAnEnd(List<WindowMessage> messages, List<WindowMessage> spoken, int atLeast) {
        Set<TurnId> ends = new LinkedHashSet<>(leaves);
        head().ifPresent(head -> {
            ends.remove(head);
            ends.add(head);
        });
        Footing best = null;
        int most = atLeast + 1;
        for (TurnId end : ends) {
            Deque<Turn> unspoken = new ArrayDeque<>();
            Deque<Turn> last = new ArrayDeque<>();
            Turn at = turns.get(end);
            while (at != null && last.size() < spoken.size()) {
                if (at.kind().speech()) {
                    last.addFirst(at);
                } else if (last.isEmpty()) {
                    unspoken.addFirst(at);
                }
                at = at.parent().map(turns::get).orElse(null);
            }
            List<Turn> path = List.copyOf(last);
            int length = WindowOverlap.ending(path, spoken);
            if (length >= most) {
                most = length;
                int next = behindSpoken(messages, length);
                best = behind(
                        path.get(path.size() - length),
                        path.get(path.size() - 1),
                        List.copyOf(unspoken),
                        messages,
                        next);
            }
        }
        return best;
    }

    /** The place behind so many messages that are speech. */
    private static int behindSpoken(List<WindowMessage> messages, int count) {
        int place = 0;
        for (int left = count; left > 0; place++) {
            left -= messages.get(place).kind().speech() ? 1 : 0;
        }
        return place;
    }

    /** Goes on behind a turn, past what tools and others said there, which the host may have changed or taken out. */
    private static Footing behind(Turn first, Turn last, List<Turn> after, List<WindowMessage> messages, int next) {
        int passed = 0;
        int at = next;
        while (passed < after.size() && at < messages.size() && isUnspoken(messages.get(at), after.get(passed))) {
            passed++;
            at++;
        }
        if (after.subList(passed, after.size()).stream()
                .noneMatch(turn -> turn.kind().speech())) {
            passed = after.size();
        }
        return new Footing(first, passed == 0 ? last : after.get(passed - 1), at);
    }

    /** A window that begins with what tools said, and has lost all speech before it, goes on where they speak. */
    private @Nullable Footing behindTheUnspoken(List<WindowMessage> messages) {
        List<Turn> end = said.isEmpty() ? branch : after(said.get(said.size() - 1));
        for (int length = Math.min(end.size(), messages.size()); length > 0; length--) {
            List<Turn> last = end.subList(end.size() - length, end.size());
            int agreed = 0;
            while (agreed < length && isUnspoken(messages.get(agreed), last.get(agreed))) {
                agreed++;
            }
            if (agreed == length) {
                return new Footing(last.get(0), last.get(length - 1), length);
            }
        }
        return null;
    }

    private static boolean isUnspoken(WindowMessage message, Turn turn) {
        return !message.kind().speech() && message.kind() == turn.kind();
    }

    private List<Turn> after(Turn turn) {
        return branch.subList(place(turn) + 1, branch.size());
    }

    private int place(Turn turn) {
        return Objects.requireNonNull(places.get(turn.id()), "a turn of this branch");
    }

    /** How much was said before a place on the branch. */
    private int saidBefore(int place) {
        int low = 0;
        int high = said.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (place(said.get(middle)) < place) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private boolean hasForgotten() {
        return start >= branch.size();
    }

    private Optional<TurnLogEntry> forgotten(Clock clock) {
        return hasForgotten()
                ? Optional.empty()
                : head().map(head -> TurnLogEntry.of(id, clock.instant(), List.of(), head, null));
    }

    /** The same message after the same turn is the same turn, on whatever branch the host comes back to it. */
    private TurnId add(
            WindowMessage message,
            @Nullable TurnId parent,
            @Nullable TurnId covers,
            OffsetDateTime now,
            List<Turn> added) {
        TurnId name = name(parent == null ? "" : parent.value(), covers == null ? "" : covers.value(), message);
        if (!turns.containsKey(name)) {
            added.add(message.turn(name, parent, now, covers));
        }
        return name;
    }

    private TurnId name(String parent, String covers, WindowMessage message) {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
        Optional<Speaker> speaker = message.speaker();
        for (String part : new String[] {
            id.value(),
            parent,
            covers,
            message.kind().name(),
            speaker.map(Speaker::id).map(known -> "=" + known).orElse(""),
            speaker.map(Speaker::displayName).map(known -> "=" + known).orElse(""),
            message.principal().map(known -> "=" + known).orElse(""),
            message.tier().name(),
            message.trust().name(),
            message.words()
        }) {
            byte[] bytes = part.getBytes(StandardCharsets.UTF_16BE);
            digest.update(
                    ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
            digest.update(bytes);
        }
        return new TurnId("m-" + HexFormat.of().formatHex(digest.digest(), 0, ID_BYTES));
    }

    /**
     * Takes a step that has been kept.
     *
     * @throws IllegalArgumentException when its turns are none of a conversation; nothing is changed
     */
    void take(TurnLogEntry entry) {
        check(entry);
        for (Turn turn : entry.turns()) {
            if (turns.putIfAbsent(turn.id(), turn) == null) {
                turn.parent().ifPresent(leaves::remove);
                turn.covers().ifPresent(covered::add);
                leaves.add(turn.id());
            }
        }
        lastActivity = entry.turns().isEmpty() ? lastActivity : entry.at();
        goTo(entry.head());
        start = entry.windowStart().map(places::get).orElse(branch.size());
    }

    private void check(TurnLogEntry entry) {
        Map<TurnId, Turn> brought = new HashMap<>();
        for (Turn turn : entry.turns()) {
            Turn before = known(turn.id(), brought);
            if (before == null) {
                turn.parent()
                        .filter(parent -> known(parent, brought) == null)
                        .ifPresent(parent -> refuse("turn " + turn.id() + " comes before its parent " + parent));
                brought.put(turn.id(), turn);
            } else if (!before.isSameAs(turn)) {
                refuse("turn " + turn.id() + " comes twice, and not the same");
            }
        }
        if (known(entry.head(), brought) == null) {
            refuse("the head is turn " + entry.head() + ", which no entry has brought");
        }
        entry.windowStart()
                .filter(first -> !isOnBranch(first, entry.head(), brought))
                .ifPresent(first -> refuse(
                        "the window begins with turn " + first + ", which does not lead to the head " + entry.head()));
    }

    private @Nullable Turn known(TurnId turn, Map<TurnId, Turn> brought) {
        Turn before = turns.get(turn);
        return before == null ? brought.get(turn) : before;
    }

    private boolean isOnBranch(TurnId turn, TurnId head, Map<TurnId, Turn> brought) {
        TurnId at = head;
        while (at != null && !at.equals(turn) && !places.containsKey(at)) {
            Turn known = known(at, brought);
            at = known == null ? null : known.parent().orElse(null);
        }
        // From where the two branches meet on, the place tells.
        return turn.equals(at)
                || (at != null && places.getOrDefault(turn, Integer.MAX_VALUE) < places.getOrDefault(at, 0));
    }

    private void refuse(String why) {
        throw new IllegalArgumentException("an entry of session " + id + " is broken: " + why
                + "; a keeper hands on every entry, whole and in the order in which they were added");
    }

    /** Makes another branch that of the head, at the cost of what the two do not share. */
    private void goTo(TurnId head) {
        List<Turn> ahead = new ArrayList<>();
        Optional<Turn> at = turn(head);
        while (at.isPresent() && !places.containsKey(at.get().id())) {
            ahead.add(at.get());
            at = at.get().parent().flatMap(this::turn);
        }
        int shared =
                at.map(turn -> places.get(turn.id())).map(place -> place + 1).orElse(0);
        List<Turn> behind = branch.subList(shared, branch.size());
        int keptSaid = saidBefore(shared);
        said.subList(keptSaid, said.size()).clear();
        behind.forEach(turn -> places.remove(turn.id()));
        behind.clear();
        for (int i = ahead.size() - 1; i >= 0; i--) {
            places.put(ahead.get(i).id(), branch.size());
            branch.add(ahead.get(i));
            if (ahead.get(i).kind().speech()) {
                said.add(ahead.get(i));
            }
        }
    }
}
