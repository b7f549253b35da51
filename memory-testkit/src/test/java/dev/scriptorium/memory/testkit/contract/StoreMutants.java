package dev.scriptorium.memory.testkit.contract;

import dev.scriptorium.memory.api.session.BrokenBranchException;
import dev.scriptorium.memory.api.session.SessionActivity;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionQuery;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.TurnVisitor;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;
import java.util.function.Supplier;

/** Stores that break one promise each, under the name of the test that has to notice. */
final class StoreMutants {
    private StoreMutants() {}

    static Map<String, Supplier<FaultyStore>> all() {
        Map<String, Supplier<FaultyStore>> all = new TreeMap<>();
        turns(all);
        headsAndTips(all);
        walks(all);
        brokenBranches(all);
        sessions(all);
        MarkMutants.addTo(all);
        return all;
    }

    private static Turn.Builder copy(Turn turn) {
        return Turn.builder(turn.id(), turn.kind(), turn.text())
                .parent(turn.parent().orElse(null))
                .time(turn.time().orElse(null))
                .rewound(turn.rewound());
    }

    private static void turns(Map<String, Supplier<FaultyStore>> all) {
        all.put("Turns.whole", () -> new FaultyStore() {
            @Override
            public Optional<Turn> turn(SessionId session, TurnId turn) {
                return sound.turn(session, turn).map(whole -> copy(whole).build());
            }
        });
        all.put("Turns.verbatim", () -> new FaultyStore() {
            @Override
            public Optional<Turn> turn(SessionId session, TurnId turn) {
                return sound.turn(session, turn)
                        .map(given -> given.text().contains("\r")
                                ? Turn.builder(
                                                given.id(),
                                                given.kind(),
                                                given.text().replace("\r\n", "\n"))
                                        .build()
                                : given);
            }
        });
        all.put("Turns.unknown", () -> new FaultyStore() {
            @Override
            public Optional<Turn> turn(SessionId session, TurnId turn) {
                return sound.turn(session, turn).or(() -> sound.turn(new SessionId("chat"), turn));
            }
        });
        all.put("Turns.restart", () -> new FaultyStore() {
            @Override
            public void walk(SessionId session, TurnId from, TurnVisitor visitor) {
                sound.walk(
                        session,
                        from,
                        turn -> visitor.visit(
                                restarted
                                        ? Turn.builder(new TurnId(turn.id() + "'"), turn.kind(), turn.text())
                                                .build()
                                        : turn));
            }
        });
        all.put("Turns.readYourWrites", () -> new FaultyStore() {
            private final Set<TurnId> unknown = ConcurrentHashMap.newKeySet();

            @Override
            public Optional<Turn> turn(SessionId session, TurnId turn) {
                Optional<Turn> found = unknown.contains(turn) ? Optional.empty() : sound.turn(session, turn);
                if (found.isEmpty()) {
                    unknown.add(turn);
                }
                return found;
            }
        });
        all.put("Turns.otherThreads", () -> new FaultyStore() {
            private final Map<TurnId, Thread> by = new ConcurrentHashMap<>();

            @Override
            void append(SessionId session, Turn turn) {
                by.put(turn.id(), Thread.currentThread());
                super.append(session, turn);
            }

            @Override
            public void walk(SessionId session, TurnId from, TurnVisitor visitor) {
                Thread owner = by.getOrDefault(from, Thread.currentThread());
                if (!owner.equals(Thread.currentThread())) {
                    throw new BrokenBranchException(BrokenBranchException.Kind.UNKNOWN_TIP, session, from);
                }
                sound.walk(session, from, visitor);
            }
        });
    }

    private static void headsAndTips(Map<String, Supplier<FaultyStore>> all) {
        all.put("Heads.current", () -> new FaultyStore() {
            @Override
            public Optional<TurnId> head(SessionId session) {
                List<TurnId> tips = sound.tips(session);
                return tips.isEmpty() ? Optional.empty() : Optional.of(tips.get(tips.size() - 1));
            }
        });
        all.put("Heads.moves", () -> new FaultyStore() {
            private final Map<SessionId, Optional<TurnId>> heads = new HashMap<>();

            @Override
            void append(SessionId session, Turn turn) {
                heads.put(session, sound.head(session));
                super.append(session, turn);
            }

            @Override
            public Optional<TurnId> head(SessionId session) {
                return heads.getOrDefault(session, sound.head(session));
            }
        });
        all.put("Heads.none", () -> new FaultyStore() {
            @Override
            public Optional<TurnId> head(SessionId session) {
                return sound.head(session).or(() -> Optional.of(new TurnId("root")));
            }
        });
        all.put("Tips.headFirst", () -> new FaultyStore() {
            @Override
            public List<TurnId> tips(SessionId session) {
                List<TurnId> tips = new ArrayList<>(sound.tips(session));
                Collections.reverse(tips);
                return tips;
            }
        });
        all.put("Tips.leftBehind", () -> new FaultyStore() {
            @Override
            public List<TurnId> tips(SessionId session) {
                return head(session).map(List::of).orElseGet(List::of);
            }
        });
        all.put("Tips.archived", () -> new FaultyStore() {
            @Override
            void archive(SessionId session, TurnId tip) {}
        });
        all.put("Tips.none", () -> new FaultyStore() {
            @Override
            public List<TurnId> tips(SessionId session) {
                List<TurnId> tips = sound.tips(session);
                return tips.isEmpty() ? List.of(new TurnId("root")) : tips;
            }
        });
    }

    /** The plainest fault of a walk, which every test of branches notices. */
    static FaultyStore withoutRoot() {
        return new FaultyStore() {
            @Override
            public void walk(SessionId session, TurnId from, TurnVisitor visitor) {
                List<Turn> branch = branch(session, from);
                show(branch.subList(0, branch.size() - 1), visitor);
            }
        };
    }

    private static void walks(Map<String, Supplier<FaultyStore>> all) {
        all.put("Walks.stops", () -> new FaultyStore() {
            @Override
            public void walk(SessionId session, TurnId from, TurnVisitor visitor) {
                sound.walk(session, from, turn -> {
                    visitor.visit(turn);
                    return true;
                });
            }
        });
        all.put("Walks.acrossForks", () -> new FaultyStore() {
            @Override
            public void walk(SessionId session, TurnId from, TurnVisitor visitor) {
                sound.walk(session, from, turn -> visitor.visit(turn) && !isFork(session, turn));
            }

            private boolean isFork(SessionId session, Turn turn) {
                return turn.parent()
                        .filter(parent -> sound.session(session.value()).turns().stream()
                                        .filter(each -> each.parent().equals(Optional.of(parent)))
                                        .count()
                                > 1)
                        .isPresent();
            }
        });
        all.put("Walks.throughRewound", () -> new FaultyStore() {
            @Override
            public void walk(SessionId session, TurnId from, TurnVisitor visitor) {
                sound.walk(session, from, turn -> turn.rewound() || visitor.visit(turn));
            }
        });
        all.put("Walks.notByTime", () -> new FaultyStore() {
            @Override
            public void walk(SessionId session, TurnId from, TurnVisitor visitor) {
                Comparator<Turn> newest =
                        Comparator.comparing((Turn turn) -> turn.time().orElse(OffsetDateTime.MIN));
                // A broken branch is told as it should be.
                show(branch(session, from).stream().sorted(newest.reversed()).toList(), visitor);
            }
        });
        all.put("Walks.ofManyTurns", () -> new FaultyStore() {
            @Override
            public void walk(SessionId session, TurnId from, TurnVisitor visitor) {
                int[] left = {1_000};
                sound.walk(session, from, turn -> visitor.visit(turn) && --left[0] > 0);
            }
        });
    }

    /** A walk that keeps some breaks to itself. */
    private static FaultyStore silentAbout(BiPredicate<FaultyStore, BrokenBranchException> which) {
        return new FaultyStore() {
            @Override
            public void walk(SessionId session, TurnId from, TurnVisitor visitor) {
                try {
                    sound.walk(session, from, visitor);
                } catch (BrokenBranchException e) {
                    if (!which.test(this, e)) {
                        throw e;
                    }
                }
            }
        };
    }

    private static boolean isOwnParent(FaultyStore store, BrokenBranchException e) {
        return store.sound.turn(e.session(), e.turn()).flatMap(Turn::parent).equals(Optional.of(e.turn()));
    }

    private static void brokenBranches(Map<String, Supplier<FaultyStore>> all) {
        all.put(
                "BrokenBranches.unknownTip",
                () -> silentAbout((store, e) -> e.kind() == BrokenBranchException.Kind.UNKNOWN_TIP));
        all.put(
                "BrokenBranches.missingParent",
                () -> silentAbout((store, e) -> e.kind() == BrokenBranchException.Kind.MISSING_PARENT));
        all.put(
                "BrokenBranches.selfReferring",
                () -> silentAbout((store, e) -> e.kind() == BrokenBranchException.Kind.CYCLE && isOwnParent(store, e)));
        all.put("BrokenBranches.cyclic", () -> new FaultyStore() {
            @Override
            public void walk(SessionId session, TurnId from, TurnVisitor visitor) {
                try {
                    sound.walk(session, from, visitor);
                } catch (BrokenBranchException e) {
                    boolean circle = e.kind() == BrokenBranchException.Kind.CYCLE;
                    throw circle ? new BrokenBranchException(e.kind(), session, from) : e;
                }
            }
        });
        all.put("BrokenBranches.othersWork", () -> new FaultyStore() {
            @Override
            public void walk(SessionId session, TurnId from, TurnVisitor visitor) {
                sound.walk(session, from, visitor);
                sound.tips(session).forEach(tip -> branch(session, tip));
            }
        });
    }

    private static void sessions(Map<String, Supplier<FaultyStore>> all) {
        all.put("Sessions.pages", () -> new FaultyStore() {
            @Override
            public List<SessionActivity> sessions(SessionQuery query) {
                return sound.sessions(SessionQuery.first(query.limit())
                        .idleBefore(query.idleBefore().orElse(Instant.MAX)));
            }
        });
        all.put("Sessions.idle", () -> new FaultyStore() {
            @Override
            public List<SessionActivity> sessions(SessionQuery query) {
                SessionQuery all = SessionQuery.first(query.limit());
                return sound.sessions(query.after().map(all::after).orElse(all));
            }
        });
    }
}
