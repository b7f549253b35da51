package dev.scriptorium.memory.testkit.contract;

import dev.scriptorium.memory.api.recall.MemoryContext;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.api.session.WorkspaceId;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.api.write.WriteRequest;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Backends that break one promise of writing each. */
final class WriteMutants {
    private static final int LONG = 10_000;

    private WriteMutants() {}

    static void addTo(Map<String, BackendMutant> all) {
        whenToWrite(all);
        whatToWrite(all);
        againAndAgain(all);
        failures(all);
    }

    private static boolean hasMuchToSay(FaultyBackend backend, SessionId session) {
        return backend.sessions.session(session.value()).turns().stream()
                .anyMatch(turn -> turn.text().length() > LONG);
    }

    private static void whenToWrite(Map<String, BackendMutant> all) {
        all.put("Writing.belowTheThreshold", (sessions, clock) -> new FaultyBackend(sessions, clock) {
            @Override
            public Optional<WriteFailure> write(WriteRequest request) {
                return super.write(request.force() ? request : WriteRequest.force(request.session()));
            }
        });
        all.put("Writing.idle", (sessions, clock) -> new FaultyBackend(sessions, clock) {
            @Override
            public Optional<WriteFailure> write(WriteRequest request) {
                boolean due = request.force() || hasMuchToSay(this, request.session());
                return due ? super.write(request) : Optional.empty();
            }
        });
        all.put("Writing.aboveTheThreshold", (sessions, clock) -> new FaultyBackend(sessions, clock) {
            @Override
            public Optional<WriteFailure> write(WriteRequest request) {
                boolean passedBy = !request.force() && hasMuchToSay(this, request.session());
                return passedBy ? Optional.empty() : super.write(request);
            }
        });
        all.put("Writing.givenTurns", (sessions, clock) -> new FaultyBackend(sessions, clock) {
            @Override
            public Optional<WriteFailure> write(WriteRequest request) {
                return super.write(WriteRequest.builder(request.session())
                        .force(request.force())
                        .build());
            }
        });
    }

    /** A forced write that sees these turns and no others. */
    private static Optional<WriteFailure> only(FaultyBackend backend, WriteRequest request, List<Turn> turns) {
        return backend.sound.write(
                WriteRequest.builder(request.session()).force(true).turns(turns).build());
    }

    private static boolean hasSummary(List<Turn> branch) {
        return branch.stream().anyMatch(turn -> turn.kind() == TurnKind.SUMMARY);
    }

    private static Turn.Builder copy(Turn turn, TurnKind kind) {
        return Turn.builder(turn.id(), kind, turn.text())
                .parent(turn.parent().orElse(null))
                .time(turn.time().orElse(null))
                .trust(turn.trust())
                .rewound(turn.rewound())
                .injectedRecall(turn.injectedRecall())
                .covers(turn.covers().orElse(null));
    }

    private static void whatToWrite(Map<String, BackendMutant> all) {
        all.put("Writing.otherTips", (sessions, clock) -> new FaultyBackend(sessions, clock) {
            @Override
            public Optional<WriteFailure> write(WriteRequest request) {
                boolean branches = sessions.tips(request.session()).size() > 1;
                return request.force() && branches
                        ? only(
                                this,
                                request,
                                sessions.session(request.session().value()).branch())
                        : super.write(request);
            }
        });
        all.put("Writing.compacted", (sessions, clock) -> new FaultyBackend(sessions, clock) {
            @Override
            public Optional<WriteFailure> write(WriteRequest request) {
                List<Turn> branch = sessions.session(request.session().value()).branch();
                return hasSummary(branch)
                        ? only(
                                this,
                                request,
                                branch.stream()
                                        .filter(turn -> turn.kind() != TurnKind.SUMMARY)
                                        .map(turn -> copy(turn, turn.kind())
                                                .parent(null)
                                                .build())
                                        .toList())
                        : super.write(request);
            }
        });
        all.put(
                "Writing.rewound",
                (sessions, clock) ->
                        new FaultyBackend(
                                sessions,
                                clock,
                                turn -> copy(turn, turn.kind()).rewound(false).build()) {
                            @Override
                            public Optional<WriteFailure> write(WriteRequest request) {
                                sessions.session(request.session().value()).turns().stream()
                                        .filter(Turn::rewound)
                                        .forEach(turn -> only(
                                                this,
                                                request,
                                                List.of(copy(turn, turn.kind())
                                                        .parent(null)
                                                        .rewound(false)
                                                        .build())));
                                return super.write(request);
                            }
                        });
        all.put(
                "Writing.onlySpeech",
                (sessions, clock) -> new FaultyBackend(
                        sessions,
                        clock,
                        turn -> turn.kind() == TurnKind.TOOL
                                ? copy(turn, TurnKind.USER).build()
                                : turn));
        all.put(
                "Writing.noRecall",
                (sessions, clock) -> new FaultyBackend(
                        sessions,
                        clock,
                        turn -> copy(turn, turn.kind())
                                .injectedRecall(List.of())
                                .build()));
        all.put(
                "Writing.untrusted",
                (sessions, clock) -> new FaultyBackend(
                        sessions,
                        clock,
                        turn -> copy(turn, turn.kind()).trust(Trust.TRUSTED).build()));
    }

    private static void againAndAgain(Map<String, BackendMutant> all) {
        all.put("Writing.silence", (sessions, clock) -> new FaultyBackend(sessions, clock) {
            private final Set<SessionId> forced = new HashSet<>();

            @Override
            public Optional<WriteFailure> write(WriteRequest request) {
                boolean again = !request.force() && forced.contains(request.session());
                if (request.force()) {
                    forced.add(request.session());
                }
                // Nothing to do is no failure.
                return again
                        ? Optional.of(WriteFailure.of(FailureCode.WRITER_NO_PROGRESS, "nothing to write"))
                        : super.write(request);
            }
        });
        all.put("Writing.once", (sessions, clock) -> new FaultyBackend(sessions, clock) {
            @Override
            public Optional<WriteFailure> write(WriteRequest request) {
                Optional<WriteFailure> outcome = super.write(request);
                if (outcome.isEmpty()) {
                    sessions.head(request.session())
                            .ifPresent(head -> sessions.walk(request.session(), head, turn -> true));
                }
                return outcome;
            }
        });
        all.put("Writing.marksFail", (sessions, clock) -> new FaultyBackend(sessions, clock) {
            private int failures;
            private int copies = 1;

            @Override
            public Optional<WriteFailure> write(WriteRequest request) {
                copies += failures;
                try {
                    sessions.marks().orElseThrow().mark(request.session(), List.of(), new WorkspaceId("w-00000000"));
                } catch (IllegalStateException e) {
                    failures++;
                }
                return super.write(request);
            }

            @Override
            public Optional<String> search(MemoryQuery query) {
                return super.search(query).map(text -> copies == 1 ? text : MemoryContext.fence("again " + text));
            }
        });
    }

    private static void failures(Map<String, BackendMutant> all) {
        all.put("Writing.brokenBranch", (sessions, clock) -> new FaultyBackend(sessions, clock) {
            @Override
            public Optional<WriteFailure> write(WriteRequest request) {
                return super.write(request)
                        .map(failure -> failure.retryable()
                                ? failure
                                : WriteFailure.of(
                                        failure.code(),
                                        "cannot write "
                                                + sessions.session(request.session()
                                                                .value())
                                                        .turns()
                                                        .get(0)
                                                        .text()));
            }
        });
        all.put("Writing.unknownTip", (sessions, clock) -> new FaultyBackend(sessions, clock) {
            @Override
            public Optional<WriteFailure> write(WriteRequest request) {
                return super.write(request).map(failure -> failure.withRetryable(false));
            }
        });
        all.put("Writing.othersWork", (sessions, clock) -> new FaultyBackend(sessions, clock) {
            private boolean stuck;

            @Override
            public Optional<WriteFailure> write(WriteRequest request) {
                if (stuck) {
                    return Optional.empty();
                }
                Optional<WriteFailure> outcome = super.write(request);
                stuck = outcome.filter(failure -> !failure.retryable()).isPresent();
                return outcome;
            }
        });
    }
}
