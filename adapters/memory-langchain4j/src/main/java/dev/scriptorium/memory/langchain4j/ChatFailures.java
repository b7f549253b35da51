package dev.scriptorium.memory.langchain4j;

import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.ContentFilteredException;
import dev.langchain4j.exception.HttpException;
import dev.langchain4j.exception.InternalServerException;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.exception.ModelNotFoundException;
import dev.langchain4j.exception.RateLimitException;
import dev.langchain4j.exception.UnresolvedModelServerException;
import dev.scriptorium.memory.api.model.ModelException;
import dev.scriptorium.memory.api.model.ModelFailures;
import dev.scriptorium.memory.api.write.FailureCode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What the exceptions of LangChain4j mean; what is written in them is looked at and not passed on. */
final class ChatFailures {
    private static final int LEAST_FAILURE = 400;
    private static final int DEEPEST = 16;

    private ChatFailures() {}

    static ModelException of(RuntimeException thrown) {
        Throwable cause = thrown;
        for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
            if (cause instanceof ModelException failure) {
                return failure;
            }
            // The status says more than the type that a client made of it.
            if (cause instanceof HttpException http && http.statusCode() >= LEAST_FAILURE) {
                return ModelFailures.ofStatus(http.statusCode(), words(http), wait(http));
            }
            cause = cause.getCause();
        }
        FailureCode code = byType(thrown);
        return code == null
                ? ModelFailures.of(thrown)
                : new ModelException(
                        code,
                        "the client of the model failed with "
                                + thrown.getClass().getSimpleName());
    }

    private static String words(HttpException thrown) {
        return thrown.getMessage() == null ? "" : thrown.getMessage();
    }

    private static @Nullable Duration wait(HttpException thrown) {
        return thrown instanceof VendorHttp.Refusal refusal
                ? refusal.retryAfter().orElse(null)
                : null;
    }

    /** For clients that speak no HTTP, or do not say what they heard. */
    private static @Nullable FailureCode byType(RuntimeException thrown) {
        if (thrown instanceof ContentFilteredException) {
            return FailureCode.MODEL_CONTENT_POLICY;
        }
        if (thrown instanceof AuthenticationException) {
            return FailureCode.MODEL_AUTHENTICATION;
        }
        if (thrown instanceof RateLimitException) {
            return FailureCode.MODEL_RATE_LIMIT;
        }
        if (thrown instanceof InternalServerException) {
            return FailureCode.MODEL_PROVIDER_INTERNAL;
        }
        if (thrown instanceof UnresolvedModelServerException) {
            return FailureCode.MODEL_TRANSPORT;
        }
        if (thrown instanceof ModelNotFoundException) {
            return FailureCode.MODEL_INVALID_REQUEST;
        }
        if (thrown instanceof InvalidRequestException) {
            FailureCode said = ModelFailures.of(thrown).code();
            return said == FailureCode.MODEL_FAILURE_UNKNOWN ? FailureCode.MODEL_INVALID_REQUEST : said;
        }
        return null;
    }
}
