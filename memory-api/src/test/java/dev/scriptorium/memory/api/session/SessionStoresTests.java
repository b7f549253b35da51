package dev.scriptorium.memory.api.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SessionStoresTests {
    private static final SessionId SESSION = new SessionId("s");
    private static final SessionId OTHER = new SessionId("t");

    @Test
    void theTurnsOfAListFollowOneAnother() {
        SessionStore store = SessionStores.ofList(SESSION, List.of(turn("a"), turn("b"), turn("c")));
        assertThat(store.head(SESSION)).contains(new TurnId("c"));
        assertThat(store.tips(SESSION)).containsExactly(new TurnId("c"));
        List<String> seen = new ArrayList<>();
        store.walk(SESSION, new TurnId("c"), turn -> seen.add(turn.id().value()));
        assertThat(seen).containsExactly("c", "b", "a");
    }

    @Test
    void aParentThatATurnNamesIsKept() {
        Turn rewound = Turn.builder(new TurnId("b"), TurnKind.USER, "x")
                .parent(new TurnId("a"))
                .rewound(true)
                .build();
        Turn again = Turn.builder(new TurnId("c"), TurnKind.USER, "x")
                .parent(new TurnId("a"))
                .build();
        SessionStore store = SessionStores.ofList(SESSION, List.of(turn("a"), rewound, again));
        assertThat(store.turn(SESSION, new TurnId("c")).flatMap(Turn::parent)).contains(new TurnId("a"));
    }

    @Test
    void aLinkedTurnKeepsEverythingElse() {
        OffsetDateTime time = OffsetDateTime.parse("2026-08-10T10:00:00+08:00");
        Turn full = Turn.builder(new TurnId("b"), TurnKind.SUMMARY, "text")
                .time(time)
                .speaker(Speaker.of("id", "Ada"))
                .speakerKind(SpeakerKind.HUMAN)
                .principal("p")
                .tier(AuthorityTier.PAIRED)
                .trust(Trust.PENDING)
                .rewound(true)
                .injectedRecall(List.of(TextSpan.of(0, 2)))
                .covers(new TurnId("a"))
                .build();
        SessionStore store = SessionStores.ofList(SESSION, List.of(turn("a"), full));
        Turn linked = store.turn(SESSION, full.id()).orElseThrow();
        assertThat(linked.parent()).contains(new TurnId("a"));
        assertThat(linked)
                .usingRecursiveComparison()
                .ignoringFields("parent", "injectedRecall")
                .isEqualTo(full);
        assertThat(linked.injectedRecall()).isEqualTo(full.injectedRecall());
    }

    @Test
    void anEmptyListIsASessionWithoutTurns() {
        SessionStore store = SessionStores.ofList(SESSION, List.of());
        assertThat(store.head(SESSION)).isEmpty();
        assertThat(store.tips(SESSION)).isEmpty();
    }

    @Test
    void anIdThatOccursTwiceIsRefused() {
        List<Turn> turns = List.of(turn("a"), turn("a"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SessionStores.ofList(SESSION, turns))
                .withMessageContaining("turn a");
    }

    @Test
    void anotherSessionIsUnknown() {
        SessionStore store = SessionStores.ofList(SESSION, List.of(turn("a")));
        assertThat(store.head(OTHER)).isEmpty();
        assertThat(store.turn(OTHER, new TurnId("a"))).isEmpty();
    }

    @Test
    void theSessionIsListedWithItsNewestTime() {
        OffsetDateTime late = OffsetDateTime.parse("2026-08-10T10:00:00+08:00");
        Turn timed =
                Turn.builder(new TurnId("a"), TurnKind.USER, "x").time(late).build();
        SessionStore store = SessionStores.ofList(SESSION, List.of(timed, turn("b")));
        SessionQuery all = SessionQuery.first(1);
        Instant at = late.toInstant();
        assertThat(store.sessions(all)).singleElement().satisfies(activity -> {
            assertThat(activity.session()).isEqualTo(SESSION);
            assertThat(activity.lastActivity()).isEqualTo(at);
        });
        assertThat(store.sessions(all.idleBefore(at))).isEmpty();
        assertThat(store.sessions(all.idleBefore(at.plusMillis(1)))).hasSize(1);
        assertThat(store.sessions(all.after(SESSION))).isEmpty();
        assertThat(store.sessions(all.after(new SessionId("r")))).hasSize(1);
    }

    @Test
    void aPageHoldsAtLeastOneSession() {
        assertThatIllegalArgumentException().isThrownBy(() -> SessionQuery.first(0));
    }

    private static Turn turn(String id) {
        return Turn.builder(new TurnId(id), TurnKind.USER, "text").build();
    }
}
