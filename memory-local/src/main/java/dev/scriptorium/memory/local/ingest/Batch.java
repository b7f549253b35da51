package dev.scriptorium.memory.local.ingest;

import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.markdown.token.TokenCounter;
import java.util.List;
import java.util.Optional;

/**
 * The leading pending turns that one pass takes: up to the threshold, the turn that crosses it included.
 *
 * @param turns the turns, oldest first
 * @param reachesThreshold whether their text reaches the threshold
 */
record Batch(List<PendingTurn> turns, boolean reachesThreshold) {
    Batch {
        turns = List.copyOf(turns);
    }

    /** The batch of a branch; loads no tokeniser when the length of the text decides. */
    static Batch leading(List<PendingTurn> pending, int threshold, TokenCounter counter) {
        long bytes = 0;
        for (PendingTurn turn : pending) {
            bytes += TokenCounter.bytes(turn.text());
        }
        if (!TokenCounter.couldReach(bytes, threshold)) {
            return new Batch(pending, false);
        }
        long tokens = 0;
        for (int i = 0; i < pending.size(); i++) {
            tokens += counter.count(pending.get(i).text());
            if (tokens >= threshold) {
                return new Batch(pending.subList(0, i + 1), true);
            }
        }
        return new Batch(pending, false);
    }

    long tokens(TokenCounter counter) {
        return turns.stream().mapToLong(turn -> counter.count(turn.text())).sum();
    }

    List<TurnId> ids() {
        return turns.stream().map(turn -> turn.turn().id()).toList();
    }

    Optional<TurnId> last() {
        return turns.isEmpty()
                ? Optional.empty()
                : Optional.of(turns.get(turns.size() - 1).turn().id());
    }
}
