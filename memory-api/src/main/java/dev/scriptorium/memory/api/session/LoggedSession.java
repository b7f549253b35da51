package dev.scriptorium.memory.api.session;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
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
    /** The turns up to the head, and the place of each. */
    private final List<Turn> branch = new ArrayList<>();

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
        List<WindowMessage> spoken = spoken(window);
        if (spoken.isEmpty()) {
            return forgotten(clock);
        }
        WindowOverlap overlap = WindowOverlap.of(branch, start, spoken);
        if (overlap.length() == 0 && spoken.get(0).kind() == TurnKind.SUMMARY) {
            // The summary stands for what was evicted, which is known here.
            List<WindowMessage> after = spoken.subList(1, spoken.size());
            WindowOverlap without = WindowOverlap.of(branch, start, after);
            if (without.length() > 0) {
                overlap = without;
                spoken = after;
            }
        }
        OffsetDateTime now = OffsetDateTime.now(clock);
        List<Turn> added = new ArrayList<>();
        TurnId parent = overlap.length() == 0
                ? null
                : branch.get(overlap.from() + overlap.length() - 1).id();
        TurnId first = overlap.length() == 0 ? null : branch.get(overlap.from()).id();
        TurnId replaced = overlap.length() == 0 ? head().orElse(null) : null;
        if (replaced != null && spoken.get(0).kind() != TurnKind.SUMMARY) {
            parent = add(WindowMessage.of(TurnKind.SUMMARY, ""), null, replaced, now, added);
            replaced = null;
        }
        for (WindowMessage message : spoken.subList(overlap.length(), spoken.size())) {
            parent = add(message, parent, replaced, now, added);
            first = first == null ? parent : first;
            replaced = null;
        }
        if (parent == null || first == null) {
            throw new IllegalStateException("a window with messages has a first and a last turn");
        }
        if (added.isEmpty() && head().equals(Optional.of(parent))) {
            start = overlap.from();
            return Optional.empty();
        }
        return Optional.of(TurnLogEntry.of(id, now.toInstant(), added, parent, first));
    }

    /** The conversation: without what a host puts before each request. */
    private static List<WindowMessage> spoken(List<WindowMessage> window) {
        int from = 0;
        while (from < window.size() && window.get(from).kind() == TurnKind.RUNTIME) {
            from++;
        }
        return window.subList(from, window.size());
    }

    private Optional<TurnLogEntry> forgotten(Clock clock) {
        return start >= branch.size()
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
            message.words()
        }) {
            byte[] bytes = part.getBytes(StandardCharsets.UTF_16BE);
            digest.update(
                    ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
            digest.update(bytes);
        }
        return new TurnId("m-" + HexFormat.of().formatHex(digest.digest(), 0, ID_BYTES));
    }

    /** Takes a step that has been kept. */
    void take(TurnLogEntry entry) {
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
        behind.forEach(turn -> places.remove(turn.id()));
        behind.clear();
        for (int i = ahead.size() - 1; i >= 0; i--) {
            places.put(ahead.get(i).id(), branch.size());
            branch.add(ahead.get(i));
        }
    }
}
