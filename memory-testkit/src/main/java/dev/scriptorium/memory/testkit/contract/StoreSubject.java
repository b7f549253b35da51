package dev.scriptorium.memory.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.session.SessionActivity;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionQuery;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.api.session.WorkspaceId;
import dev.scriptorium.memory.api.session.WrittenMarks;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** How the contract of session stores makes the stores it looks at, and what it asks of lists and marks. */
abstract class StoreSubject {
    static final SessionId CHAT = new SessionId("chat");
    static final SessionId OTHER = new SessionId("other");
    static final OffsetDateTime NOON = OffsetDateTime.parse("2026-03-02T12:00:00+01:00");
    static final WorkspaceId OURS = new WorkspaceId("w-0a1b2c3d");
    static final WorkspaceId THEIRS = new WorkspaceId("w-99999999");

    /**
     * A new store with one session that holds these turns, added in this order; the host is on the last one. Parents are
     * as the turns name them, be they missing or in a circle; the first turn is a root.
     */
    protected abstract SessionStore store(SessionId session, List<Turn> turns);

    /** Adds a turn, on which the host is from now on. Unless overridden, the store cannot be added to. */
    protected void append(SessionStore store, SessionId session, Turn turn) {
        Assumptions.abort("this store is not added to");
    }

    /** Takes a branch out of the live ones. Unless overridden, the store does not archive. */
    protected void archive(SessionStore store, SessionId session, TurnId tip) {
        Assumptions.abort("this store archives no branch");
    }

    /** The same store after a restart of the host. Unless overridden, the store does not outlive its process. */
    protected SessionStore restarted(SessionStore store) {
        return Assumptions.abort("this store does not outlive its process");
    }

    /** Makes the marks of the store unreadable. Unless overridden, that cannot happen to it. */
    protected void damageMarks(SessionStore store) {
        Assumptions.abort("the marks of this store cannot be damaged");
    }

    /** Whether {@code tips} names the tip of every branch. Unless overridden, it does. */
    protected boolean keepsBranches() {
        return true;
    }

    /**
     * Whether turns are linked, and taken out of the conversation, as the host says. Unless overridden, they are; a log
     * that links turns itself has no broken branches.
     */
    protected boolean linksAsTold() {
        return true;
    }

    final void assumeLinkedAsTold() {
        Assumptions.assumeTrue(linksAsTold(), "this store links turns itself");
    }

    static Turn turn(String id, String parent) {
        return turn(id, parent, TurnKind.USER).build();
    }

    static Turn.Builder turn(String id, String parent, TurnKind kind) {
        return Turn.builder(new TurnId(id), kind, "text of " + id)
                .parent(parent.isEmpty() ? null : new TurnId(parent))
                .time(NOON);
    }

    SessionStore store(Turn... turns) {
        return store(CHAT, List.of(turns));
    }

    /** The root, two turns, and a second branch from the middle one, which is the head. */
    SessionStore forked() {
        return store(turn("m1", ""), turn("m2", "m1"), turn("m3", "m2"), turn("f3", "m2"));
    }

    static List<String> walk(SessionStore store, String from) {
        List<String> ids = new ArrayList<>();
        store.walk(CHAT, new TurnId(from), turn -> ids.add(turn.id().value()));
        return ids;
    }

    static List<String> tips(SessionStore store) {
        return store.tips(CHAT).stream().map(TurnId::value).toList();
    }

    static Set<TurnId> ids(String... ids) {
        return Set.copyOf(Arrays.stream(ids).map(TurnId::new).toList());
    }

    @Nested
    @DisplayName("lists its sessions")
    class Sessions {

        private SessionStore several() {
            SessionStore store = store(new SessionId("s3"), List.of(turn("m1", "")));
            Assumptions.assumeFalse(store.sessions(SessionQuery.first(1)).isEmpty(), "this store lists no sessions");
            for (String id : List.of("s1", "s5", "s2", "s4")) {
                append(store, new SessionId(id), turn("m1", ""));
            }
            return store;
        }

        private List<String> names(List<SessionActivity> page) {
            return page.stream().map(activity -> activity.session().value()).toList();
        }

        @Test
        @DisplayName("page after page in the order of their ids")
        void pages() {
            SessionStore store = several();
            List<String> all = new ArrayList<>();
            SessionQuery query = SessionQuery.first(2);
            List<SessionActivity> page = store.sessions(query);
            while (!page.isEmpty() && all.size() < 10) {
                assertThat(page).hasSizeLessThanOrEqualTo(2);
                all.addAll(names(page));
                page = store.sessions(query.after(page.get(page.size() - 1).session()));
            }

            assertThat(all).containsExactly("s1", "s2", "s3", "s4", "s5");
        }

        @Test
        @DisplayName("only those that were idle before an instant when asked so")
        void idle() {
            SessionStore store = store(turn("m1", ""));
            List<SessionActivity> all = store.sessions(SessionQuery.first(9));
            Assumptions.assumeFalse(all.isEmpty(), "this store lists no sessions");
            Instant activity = all.get(0).lastActivity();

            assertThat(store.sessions(SessionQuery.first(9).idleBefore(activity)))
                    .isEmpty();
            assertThat(names(store.sessions(SessionQuery.first(9).idleBefore(activity.plusMillis(1)))))
                    .containsExactly("chat");
        }
    }

    @Nested
    @DisplayName("that keeps marks")
    class Marks {

        private SessionStore three() {
            return store(turn("m1", ""), turn("m2", "m1"), turn("m3", "m2"));
        }

        private WrittenMarks marks(SessionStore store) {
            Optional<WrittenMarks> marks = store.marks();
            Assumptions.assumeTrue(marks.isPresent(), "the backend keeps the marks of this store");
            return marks.orElseThrow();
        }

        @Test
        @DisplayName("has none before a turn is marked")
        void noneAtFirst() {
            assertThat(marks(three()).marked(CHAT, ids("m1", "m2"), OURS)).isEmpty();
        }

        @Test
        @DisplayName("names those of the turns asked for that are marked")
        void marked() {
            WrittenMarks marks = marks(three());
            marks.mark(CHAT, ids("m1", "m2"), OURS);

            assertThat(marks.marked(CHAT, ids("m2", "m3"), OURS)).containsExactlyInAnyOrderElementsOf(ids("m2"));
        }

        @Test
        @DisplayName("takes the same mark twice as once")
        void idempotent() {
            WrittenMarks marks = marks(three());
            marks.mark(CHAT, ids("m1"), OURS);
            marks.mark(CHAT, ids("m1", "m2"), OURS);

            assertThat(marks.marked(CHAT, ids("m1", "m2", "m3"), OURS))
                    .containsExactlyInAnyOrderElementsOf(ids("m1", "m2"));
        }

        @Test
        @DisplayName("keeps those of each workspace apart")
        void workspaces() {
            WrittenMarks marks = marks(three());
            marks.mark(CHAT, ids("m1"), THEIRS);

            assertThat(marks.marked(CHAT, ids("m1"), OURS)).isEmpty();
        }

        @Test
        @DisplayName("marks for another workspace beside ours")
        void besideEachOther() {
            WrittenMarks marks = marks(three());
            marks.mark(CHAT, ids("m1"), OURS);
            marks.mark(CHAT, ids("m1"), THEIRS);

            assertThat(marks.marked(CHAT, ids("m1"), OURS)).containsExactlyElementsOf(ids("m1"));
        }

        @Test
        @DisplayName("leaves the last activity of a session as it is")
        void lastActivity() {
            SessionStore store = three();
            Optional<Instant> before = activity(store);
            marks(store).mark(CHAT, ids("m1", "m2", "m3"), OURS);

            assertThat(activity(store)).isEqualTo(before);
        }

        private Optional<Instant> activity(SessionStore store) {
            return store.sessions(SessionQuery.first(1)).stream()
                    .map(SessionActivity::lastActivity)
                    .findFirst();
        }

        @Test
        @DisplayName("takes unreadable marks for turns not written")
        void unreadable() {
            SessionStore store = three();
            WrittenMarks marks = marks(store);
            marks.mark(CHAT, ids("m1"), OURS);
            damageMarks(store);

            assertThat(marks.marked(CHAT, ids("m1"), OURS)).isEmpty();
        }

        @Test
        @DisplayName("has them after a restart")
        void restart() {
            SessionStore store = three();
            marks(store).mark(CHAT, ids("m1"), OURS);

            assertThat(marks(restarted(store)).marked(CHAT, ids("m1"), OURS)).containsExactlyElementsOf(ids("m1"));
        }
    }
}
