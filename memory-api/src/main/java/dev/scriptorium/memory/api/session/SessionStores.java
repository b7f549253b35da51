package dev.scriptorium.memory.api.session;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Session stores over what hosts already have.
 *
 * @since 0.1
 */
public final class SessionStores {
    private SessionStores() {}

    /**
     * One conversation given as a list, oldest first. A turn without a parent follows the turn before it; the last turn
     * is the head.
     *
     * @throws IllegalArgumentException when an id occurs twice
     */
    public static SessionStore ofList(SessionId session, List<Turn> turns) {
        Map<TurnId, Turn> byId = new LinkedHashMap<>();
        TurnId previous = null;
        for (Turn turn : turns) {
            Turn linked = turn.parent().isPresent() || previous == null ? turn : withParent(turn, previous);
            if (byId.put(turn.id(), linked) != null) {
                throw new IllegalArgumentException("turn " + turn.id() + " occurs twice");
            }
            previous = turn.id();
        }
        return new ListSessionStore(session, byId, Optional.ofNullable(previous));
    }

    private static Turn withParent(Turn turn, TurnId parent) {
        return Turn.builder(turn.id(), turn.kind(), turn.text())
                .parent(parent)
                .time(turn.time().orElse(null))
                .speaker(turn.speaker().orElse(null))
                .speakerKind(turn.speakerKind())
                .principal(turn.principal().orElse(null))
                .tier(turn.tier())
                .trust(turn.trust())
                .rewound(turn.rewound())
                .injectedRecall(turn.injectedRecall())
                .covers(turn.covers().orElse(null))
                .build();
    }

    private static final class ListSessionStore implements SessionStore {
        private final SessionId id;
        private final Map<TurnId, Turn> turns;
        private final Optional<TurnId> last;

        ListSessionStore(SessionId id, Map<TurnId, Turn> turns, Optional<TurnId> last) {
            this.id = id;
            this.turns = turns;
            this.last = last;
        }

        @Override
        public Optional<Turn> turn(SessionId session, TurnId turn) {
            return session.equals(id) ? Optional.ofNullable(turns.get(turn)) : Optional.empty();
        }

        @Override
        public Optional<TurnId> head(SessionId session) {
            return session.equals(id) ? last : Optional.empty();
        }

        @Override
        public List<SessionActivity> sessions(SessionQuery query) {
            if (query.after().isPresent() && query.after().get().compareTo(id) >= 0) {
                return List.of();
            }
            Instant newest = turns.values().stream()
                    .flatMap(turn -> turn.time().stream())
                    .map(java.time.OffsetDateTime::toInstant)
                    .max(Instant::compareTo)
                    .orElse(Instant.EPOCH);
            boolean wanted = query.idleBefore().map(newest::isBefore).orElse(true);
            return wanted ? List.of(SessionActivity.of(id, newest)) : List.of();
        }
    }
}
