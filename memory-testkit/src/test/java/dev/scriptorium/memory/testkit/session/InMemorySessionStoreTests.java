package dev.scriptorium.memory.testkit.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.scriptorium.memory.api.session.BrokenBranchException;
import dev.scriptorium.memory.api.session.SessionActivity;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionQuery;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.api.session.WorkspaceId;
import dev.scriptorium.memory.api.session.WrittenMarks;
import dev.scriptorium.memory.testkit.time.MutableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InMemorySessionStoreTests {
    private static final SessionId ID = new SessionId("s");
    private static final WorkspaceId ONE = new WorkspaceId("w-00000001");
    private static final WorkspaceId TWO = new WorkspaceId("w-00000002");

    private final MutableClock clock = MutableClock.at("2024-05-06T09:00:00Z");
    private final InMemorySessionStore store = InMemorySessionStore.at(clock);
    private final InMemorySession session = store.session("s");

    private static List<TurnId> ids(String... ids) {
        return List.of(ids).stream().map(TurnId::new).toList();
    }

    private List<String> walked(String from) {
        List<String> seen = new ArrayList<>();
        store.walk(ID, new TurnId(from), turn -> seen.add(turn.id().value()));
        return seen;
    }

    @Test
    void everyTurnFollowsTheHeadAndBecomesIt() {
        session.say("u1", "one").reply("a1", "two").add("t1", TurnKind.TOOL, "{}", same -> {});
        assertThat(store.head(ID)).contains(new TurnId("t1"));
        assertThat(walked("t1")).containsExactly("t1", "a1", "u1");
        assertThat(session.branch())
                .extracting(Turn::kind)
                .containsExactly(TurnKind.USER, TurnKind.ASSISTANT, TurnKind.TOOL);
        assertThat(session.turns())
                .allSatisfy(turn ->
                        assertThat(turn.time().orElseThrow().toInstant()).isEqualTo(clock.instant()));
    }

    @Test
    void aForkLeavesTheOldTipAlive() {
        session.say("u1", "one").say("u2", "two").fork("u1").say("u3", "three");
        assertThat(store.tips(ID)).isEqualTo(ids("u3", "u2"));
        assertThat(walked("u3")).containsExactly("u3", "u1");
        session.fork("u1");
        assertThat(store.tips(ID)).isEqualTo(ids("u1", "u2", "u3"));
    }

    @Test
    void aRewindTakesTurnsOutOfTheConversation() {
        session.say("u1", "one").say("u2", "two").say("u3", "three").rewind("u1");
        assertThat(store.tips(ID)).isEqualTo(ids("u1"));
        assertThat(session.turns())
                .filteredOn(Turn::rewound)
                .extracting(turn -> turn.id().value())
                .containsExactly("u2", "u3");
        session.say("u4", "four");
        assertThat(store.tips(ID)).isEqualTo(ids("u4"));
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> session.rewind("u3"));
    }

    @Test
    void aRewindMayAlsoLeaveTheWorkBehind() {
        session.say("u1", "one").say("u2", "two").rewindLeavingBehind("u1").say("u3", "three");
        assertThat(store.tips(ID)).isEqualTo(ids("u3", "u2"));
        assertThat(session.turns()).noneMatch(Turn::rewound);
    }

    @Test
    void aRegeneratedTurnHasTheParentAndTheKindOfTheOldOne() {
        session.say("u1", "one").reply("a1", "two").regenerate("a1", "a2", "three");
        Turn regenerated = store.turn(ID, new TurnId("a2")).orElseThrow();
        assertThat(regenerated.parent()).contains(new TurnId("u1"));
        assertThat(regenerated.kind()).isEqualTo(TurnKind.ASSISTANT);
        assertThat(store.tips(ID)).isEqualTo(ids("a2", "a1"));
        session.regenerate("u1", "u2", "another beginning");
        assertThat(store.turn(ID, new TurnId("u2")).orElseThrow().parent()).isEmpty();
    }

    @Test
    void aCompactionPutsASummaryInThePlaceOfEverything() {
        session.say("u1", "one").say("u2", "two").compact("sum", "one and two").say("u3", "three");
        Turn summary = store.turn(ID, new TurnId("sum")).orElseThrow();
        assertThat(summary.kind()).isEqualTo(TurnKind.SUMMARY);
        assertThat(summary.parent()).isEmpty();
        assertThat(summary.covers()).contains(new TurnId("u2"));
        assertThat(store.tips(ID)).isEqualTo(ids("u3"));
        assertThat(walked("u3")).containsExactly("u3", "sum");
    }

    @Test
    void anArchivedTipIsNoTipButTheHeadAlwaysIs() {
        session.say("u1", "one").say("u2", "two").fork("u1").say("u3", "three").archive("u2");
        assertThat(store.tips(ID)).isEqualTo(ids("u3"));
        session.archive("u3");
        assertThat(store.tips(ID)).isEqualTo(ids("u3"));
    }

    @Test
    void hiddenTurnsAreUnknownUntilTheyAreShownAgain() {
        session.say("u1", "one").say("u2", "two").hide("u2");
        assertThatExceptionOfType(BrokenBranchException.class)
                .isThrownBy(() -> walked("u2"))
                .satisfies(e -> assertThat(e.kind()).isEqualTo(BrokenBranchException.Kind.UNKNOWN_TIP));
        session.reveal("u2").hide("u1");
        assertThatExceptionOfType(BrokenBranchException.class)
                .isThrownBy(() -> walked("u2"))
                .satisfies(e -> assertThat(e.kind()).isEqualTo(BrokenBranchException.Kind.MISSING_PARENT));
        session.reveal("u1");
        assertThat(walked("u2")).containsExactly("u2", "u1");
    }

    @Test
    void marksBelongToAWorkspaceAndFailAsOftenAsTold() {
        session.say("u1", "one").say("u2", "two");
        WrittenMarks marks = store.marks().orElseThrow();
        marks.mark(ID, ids("u1", "gone"), ONE);
        assertThat(marks.marked(ID, ids("u1", "u2", "gone"), ONE)).containsExactly(new TurnId("u1"));
        assertThat(marks.marked(ID, ids("u1", "u2"), TWO)).isEmpty();
        store.failMarks(2);
        for (int i = 0; i < 2; i++) {
            assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> marks.mark(ID, ids("u2"), ONE));
        }
        marks.mark(ID, ids("u2"), ONE);
        assertThat(session.written(ONE)).containsExactly("u1", "u2");
        assertThat(store.markCalls()).isEqualTo(4);
        store.unreadableMarks(true);
        assertThat(marks.marked(ID, ids("u1", "u2"), ONE)).isEmpty();
        assertThat(session.forgetMarks().written(ONE)).isEmpty();
        assertThat(InMemorySessionStore.withoutMarks(clock).marks()).isEmpty();
    }

    @Test
    void sessionsAreListedInPagesByIdWithTheirActivity() {
        session.say("u1", "one");
        clock.advance(Duration.ofHours(1));
        store.session("a").say("u1", "one");
        store.session("empty");
        assertThat(store.sessions(SessionQuery.first(9)))
                .extracting(activity -> activity.session().value())
                .containsExactly("a", "s");
        assertThat(store.sessions(SessionQuery.first(1)))
                .extracting(activity -> activity.session().value())
                .containsExactly("a");
        assertThat(store.sessions(SessionQuery.first(1).after(new SessionId("a"))))
                .extracting(SessionActivity::lastActivity)
                .containsExactly(Instant.parse("2024-05-06T09:00:00Z"));
        assertThat(store.sessions(SessionQuery.first(9).idleBefore(clock.instant())))
                .extracting(activity -> activity.session().value())
                .containsExactly("s");
        store.delete("s");
        assertThat(store.sessions(SessionQuery.first(9))).hasSize(1);
        assertThat(store.head(ID)).isEmpty();
    }

    @Test
    void aTurnIsNeverAddedTwice() {
        session.say("u1", "one");
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> session.say("u1", "again"));
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> session.fork("u9"));
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> store.session("empty").compact("sum", "nothing"));
    }

    @Test
    void whatAWalkCostsIsCounted() {
        session.say("u1", "one").say("u2", "two");
        long before = store.turnsRead();
        walked("u2");
        assertThat(store.turnsRead() - before).isEqualTo(2);
    }
}
