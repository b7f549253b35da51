package dev.scriptorium.memory.local.ingest;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.session.BrokenBranchException;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.WriteFailure;
import java.util.Arrays;

/** What the caller of {@code write} is told when something below it throws. */
final class Failures {
    private Failures() {}

    static WriteFailure of(MemoryException e) {
        FailureCode code = Arrays.stream(FailureCode.values())
                .filter(candidate -> candidate.name().equals(e.code().name()))
                .findFirst()
                .orElse(FailureCode.TRANSACTION_FAILURE_UNKNOWN);
        return WriteFailure.of(code, e.getMessage() == null ? code.name() : e.getMessage());
    }

    static WriteFailure of(BrokenBranchException e) {
        return WriteFailure.of(FailureCode.SESSION_NODES_UNAVAILABLE, String.valueOf(e.getMessage()))
                .withRetryable(e.kind() == BrokenBranchException.Kind.UNKNOWN_TIP);
    }
}
