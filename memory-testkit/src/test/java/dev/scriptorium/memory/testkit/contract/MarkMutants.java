package dev.scriptorium.memory.testkit.contract;

import dev.scriptorium.memory.api.session.SessionActivity;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionQuery;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.WorkspaceId;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Marks that break one promise each. */
final class MarkMutants {
    private MarkMutants() {}

    static void addTo(Map<String, Supplier<FaultyStore>> all) {
        all.put("Marks.noneAtFirst", () -> new FaultyStore() {
            private boolean any;

            @Override
            public void mark(SessionId session, Collection<TurnId> turns, WorkspaceId workspace) {
                any = true;
                super.mark(session, turns, workspace);
            }

            @Override
            public Set<TurnId> marked(SessionId session, Collection<TurnId> turns, WorkspaceId workspace) {
                return any ? super.marked(session, turns, workspace) : Set.copyOf(turns);
            }
        });
        all.put("Marks.marked", () -> new FaultyStore() {
            private final Set<TurnId> known = new HashSet<>();

            @Override
            public void mark(SessionId session, Collection<TurnId> turns, WorkspaceId workspace) {
                known.addAll(turns);
                super.mark(session, turns, workspace);
            }

            @Override
            public Set<TurnId> marked(SessionId session, Collection<TurnId> turns, WorkspaceId workspace) {
                // All there are, asked for or not.
                return super.marked(session, known, workspace);
            }
        });
        all.put("Marks.idempotent", () -> new FaultyStore() {
            private final Set<TurnId> twice = new HashSet<>();

            @Override
            public void mark(SessionId session, Collection<TurnId> turns, WorkspaceId workspace) {
                twice.addAll(super.marked(session, turns, workspace));
                super.mark(session, turns, workspace);
            }

            @Override
            public Set<TurnId> marked(SessionId session, Collection<TurnId> turns, WorkspaceId workspace) {
                Set<TurnId> marked = new HashSet<>(super.marked(session, turns, workspace));
                marked.removeAll(twice);
                return marked;
            }
        });
        all.put("Marks.workspaces", () -> new FaultyStore() {
            private final Set<TurnId> marked = new HashSet<>();
            private boolean damaged;

            @Override
            public void mark(SessionId session, Collection<TurnId> turns, WorkspaceId workspace) {
                marked.addAll(turns);
                super.mark(session, turns, workspace);
            }

            @Override
            public Set<TurnId> marked(SessionId session, Collection<TurnId> turns, WorkspaceId workspace) {
                Set<TurnId> asked = new HashSet<>(damaged ? Set.of() : turns);
                asked.retainAll(marked);
                return asked;
            }

            @Override
            void damageMarks() {
                damaged = true;
                super.damageMarks();
            }
        });
        all.put("Marks.besideEachOther", () -> new FaultyStore() {
            private final Map<TurnId, WorkspaceId> latest = new HashMap<>();

            @Override
            public void mark(SessionId session, Collection<TurnId> turns, WorkspaceId workspace) {
                turns.forEach(turn -> latest.put(turn, workspace));
                super.mark(session, turns, workspace);
            }

            @Override
            public Set<TurnId> marked(SessionId session, Collection<TurnId> turns, WorkspaceId workspace) {
                Set<TurnId> marked = new HashSet<>(super.marked(session, turns, workspace));
                marked.removeIf(turn -> !workspace.equals(latest.get(turn)));
                return marked;
            }
        });
        all.put("Marks.lastActivity", () -> new FaultyStore() {
            private int touched;

            @Override
            public void mark(SessionId session, Collection<TurnId> turns, WorkspaceId workspace) {
                touched++;
                super.mark(session, turns, workspace);
            }

            @Override
            public List<SessionActivity> sessions(SessionQuery query) {
                return super.sessions(query).stream()
                        .map(session -> SessionActivity.of(
                                session.session(), session.lastActivity().plusSeconds(touched)))
                        .toList();
            }
        });
        all.put("Marks.unreadable", () -> new FaultyStore() {
            @Override
            void damageMarks() {}
        });
        all.put("Marks.restart", () -> new FaultyStore() {
            @Override
            public Set<TurnId> marked(SessionId session, Collection<TurnId> turns, WorkspaceId workspace) {
                return restarted ? Set.of() : super.marked(session, turns, workspace);
            }
        });
    }
}
