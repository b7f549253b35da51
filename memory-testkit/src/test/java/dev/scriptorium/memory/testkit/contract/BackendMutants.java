package dev.scriptorium.memory.testkit.contract;

import dev.scriptorium.memory.api.SessionContext;
import dev.scriptorium.memory.api.recall.MemoryContext;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.WorkspaceId;
import dev.scriptorium.memory.api.write.DiscardOutcome;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.api.write.ReorganizeReport;
import dev.scriptorium.memory.api.write.ReorganizeRequest;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.api.write.WriteRequest;
import dev.scriptorium.memory.testkit.session.InMemorySessionStore;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** Backends that break one promise each, under the name of the test that has to notice. */
final class BackendMutants {
    private BackendMutants() {}

    static Map<String, BackendMutant> all() {
        Map<String, BackendMutant> all = new TreeMap<>();
        aroundSessions(all);
        prompts(all);
        searches(all);
        organising(all);
        discards(all);
        ends(all);
        WriteMutants.addTo(all);
        return all;
    }

    private static void aroundSessions(Map<String, BackendMutant> all) {
        all.put("Identity.name", (sessions, clock) -> new FaultyBackend(sessions, clock) {
            @Override
            public String name() {
                return ended ? "gone" : "faulty";
            }
        });
        all.put("Identity.available", (sessions, clock) -> new FaultyBackend(sessions, clock) {
            @Override
            public boolean isAvailable() {
                return false;
            }
        });
        all.put("Beginning.idempotent", (sessions, clock) -> new FaultyBackend(sessions, clock) {
            private final Set<Optional<SessionId>> begun = new HashSet<>();

            @Override
            public void initialize(SessionContext context) {
                if (!begun.add(context.session())) {
                    throw new IllegalStateException("begun already");
                }
            }
        });
        all.put("Beginning.many", (sessions, clock) -> new FaultyBackend(sessions, clock) {
            private Optional<SessionId> only = Optional.empty();

            @Override
            public void initialize(SessionContext context) {
                only = context.session();
            }

            @Override
            public Optional<WriteFailure> write(WriteRequest request) {
                boolean other = only.filter(session -> !session.equals(request.session()))
                        .isPresent();
                return other ? Optional.empty() : super.write(request);
            }
        });
        all.put("Threads.atOnce", (sessions, clock) -> new FaultyBackend(sessions, clock) {
            private final Thread first = Thread.currentThread();
            private final Set<SessionId> lost = ConcurrentHashMap.newKeySet();

            @Override
            public Optional<WriteFailure> write(WriteRequest request) {
                if (!Thread.currentThread().equals(first)) {
                    lost.add(request.session());
                }
                return lost.contains(request.session()) ? Optional.empty() : super.write(request);
            }
        });
    }

    private static void prompts(Map<String, BackendMutant> all) {
        all.put("Prompt.fenced", (sessions, clock) -> new FaultyBackend(sessions, clock) {
            @Override
            public Optional<String> systemPrompt(SessionContext context) {
                return ended ? Optional.empty() : Optional.of("Never forget the peanuts.");
            }
        });
        all.put("Prompt.stable", (sessions, clock) -> new FaultyBackend(sessions, clock) {
            private int calls;

            @Override
            public Optional<String> systemPrompt(SessionContext context) {
                return ended ? Optional.empty() : Optional.of(MemoryContext.fence("call " + ++calls));
            }
        });
    }

    private static void searches(Map<String, BackendMutant> all) {
        all.put("Searching.silent", (sessions, clock) -> new FaultyBackend(sessions, clock) {
            @Override
            public Optional<String> search(MemoryQuery query) {
                boolean foreign = query.text().contains("tungsten");
                return super.search(query)
                        .or(() -> foreign ? Optional.of(MemoryContext.fence("The latest.")) : Optional.empty());
            }
        });
        all.put("Searching.fenceHolds", (sessions, clock) -> new FaultyBackend(sessions, clock) {
            @Override
            public Optional<String> search(MemoryQuery query) {
                return super.search(query).map(text -> text.replace("&lt;", "<"));
            }
        });
        all.put("Searching.anything", (sessions, clock) -> new FaultyBackend(sessions, clock) {
            @Override
            public Optional<String> search(MemoryQuery query) {
                if (query.text().contains("((((")) {
                    throw new IllegalArgumentException("unbalanced");
                }
                return super.search(query);
            }
        });
        all.put("Searching.interrupted", (sessions, clock) -> new FaultyBackend(sessions, clock) {
            @Override
            public Optional<String> search(MemoryQuery query) {
                return Thread.interrupted() ? Optional.empty() : super.search(query);
            }
        });
        all.put("Searching.anySession", (sessions, clock) -> new FaultyBackend(sessions, clock) {
            @Override
            public Optional<String> search(MemoryQuery query) {
                return query.session().isEmpty() ? Optional.empty() : super.search(query);
            }
        });
    }

    private static FaultyBackend forgetting(InMemorySessionStore sessions, Clock clock, boolean inDryRuns) {
        return new FaultyBackend(sessions, clock) {
            private boolean forgotten;

            @Override
            public Optional<String> search(MemoryQuery query) {
                return forgotten ? Optional.empty() : super.search(query);
            }

            @Override
            public ReorganizeReport reorganize(ReorganizeRequest request) {
                forgotten = request.isDryRun() == inDryRuns;
                return super.reorganize(request);
            }
        };
    }

    private static void organising(Map<String, BackendMutant> all) {
        all.put("Organising.losesNothing", (sessions, clock) -> forgetting(sessions, clock, false));
        all.put("Organising.dryRun", (sessions, clock) -> forgetting(sessions, clock, true));
        all.put("Organising.empty", (sessions, clock) -> new FaultyBackend(sessions, clock) {
            @Override
            public ReorganizeReport reorganize(ReorganizeRequest request) {
                return ended
                        ? super.reorganize(request)
                        : ReorganizeReport.ok(List.of(ReorganizeReport.Change.of(TopicPath.of("topics/a.md"), 1, 1)));
            }
        });
    }

    private static void discards(Map<String, BackendMutant> all) {
        all.put("Discarding.answers", (sessions, clock) -> new FaultyBackend(sessions, clock) {
            @Override
            public DiscardOutcome extractBeforeDiscard(DiscardRequest request) {
                sessions.marks()
                        .orElseThrow()
                        .mark(
                                request.session(),
                                request.turns().stream().map(turn -> turn.id()).toList(),
                                new WorkspaceId("w-00000000"));
                return super.extractBeforeDiscard(request);
            }
        });
        all.put("Discarding.safe", (sessions, clock) -> new FaultyBackend(sessions, clock) {
            @Override
            public DiscardOutcome extractBeforeDiscard(DiscardRequest request) {
                return ended ? DiscardOutcome.none() : DiscardOutcome.archived("");
            }
        });
        all.put("Discarding.broughtBack", (sessions, clock) -> {
            Set<TurnId> gone = new HashSet<>();
            AtomicBoolean others = new AtomicBoolean();
            return new FaultyBackend(
                    sessions, clock, turn -> others.get() && gone.contains(turn.id()) ? another(turn) : turn) {
                @Override
                public DiscardOutcome extractBeforeDiscard(DiscardRequest request) {
                    request.turns().forEach(turn -> gone.add(turn.id()));
                    return super.extractBeforeDiscard(request);
                }

                @Override
                public Optional<WriteFailure> write(WriteRequest request) {
                    Optional<WriteFailure> failure = super.write(request);
                    others.compareAndSet(
                            false, !gone.isEmpty() && !request.session().equals(BackendSubject.CHAT));
                    return failure;
                }
            };
        });
        all.put("Discarding.twice", (sessions, clock) -> new FaultyBackend(sessions, clock) {
            private boolean asked;

            @Override
            public DiscardOutcome extractBeforeDiscard(DiscardRequest request) {
                boolean again = asked;
                asked = true;
                return again ? DiscardOutcome.none() : super.extractBeforeDiscard(request);
            }
        });
    }

    private static Turn another(Turn turn) {
        return Turn.builder(new TurnId(turn.id() + "-again"), turn.kind(), turn.text())
                .time(turn.time().orElse(null))
                .build();
    }

    private static void ends(Map<String, BackendMutant> all) {
        all.put("Ending.idempotent", (sessions, clock) -> new FaultyBackend(sessions, clock) {
            @Override
            public void close() {
                if (ended) {
                    throw new IllegalStateException("ended already");
                }
                shutdown();
            }
        });
        all.put("Ending.neutral", (sessions, clock) -> new FaultyBackend(sessions, clock) {
            @Override
            public void shutdown() {
                // Goes on as if nothing had happened.
            }
        });
    }
}
