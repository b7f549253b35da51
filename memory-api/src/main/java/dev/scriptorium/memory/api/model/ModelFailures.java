package dev.scriptorium.memory.api.model;

import dev.scriptorium.memory.api.write.FailureCode;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a vendor's error means, for those who adapt a client to {@link MemoryModel}: the closed set of codes, and whether
 * another try is worth it. What the vendor wrote is looked at and never passed on, because vendors quote requests.
 *
 * @since 0.1
 */
public final class ModelFailures {
    private static final int NOT_FOUND = 404;
    private static final int TIMED_OUT = 408;
    private static final int TOO_LARGE = 413;
    private static final int TOO_MANY = 429;
    private static final int LONGEST_SECONDS = 9;

    private static final List<String> QUOTA =
            List.of("insufficient_quota", "exceeded your current quota", "billing", "credit balance", "payment");
    private static final List<String> CONTEXT = List.of(
            "context length",
            "context_length",
            "context window",
            "maximum context",
            "prompt is too long",
            "input is too long",
            "too many tokens",
            "maximum number of tokens",
            "reduce the length");
    private static final List<String> POLICY = List.of(
            "content policy",
            "content_policy",
            "content filter",
            "content_filter",
            "content management policy",
            "responsible ai",
            "safety system",
            "usage policies");
    private static final List<String> AUTHENTICATION = List.of(
            "invalid api key",
            "incorrect api key",
            "invalid x-api-key",
            "invalid_api_key",
            "authentication",
            "unauthenticated",
            "unauthorized");
    private static final List<String> AUTHORIZATION =
            List.of("permission", "forbidden", "access denied", "does not have access", "not authorized");
    private static final List<String> INVALID = List.of("invalid image", "invalid_request", "invalid request");
    private static final List<String> RATE =
            List.of("rate limit", "rate_limit", "too many requests", "overloaded", "at capacity");
    private static final List<String> TIME = List.of("timed out", "timeout", "time-out", "deadline exceeded");
    private static final List<String> TRANSPORT = List.of(
            "connection",
            "connect failed",
            "broken pipe",
            "unknown host",
            "unreachable",
            "end of file",
            "eof",
            "handshake",
            "temporarily unavailable");

    private static final Set<String> TIMEOUTS =
            Set.of("SocketTimeoutException", "HttpTimeoutException", "TimeoutException", "InterruptedIOException");
    private static final Set<String> TRANSPORTS = Set.of(
            "ConnectException",
            "HttpConnectTimeoutException",
            "ConnectTimeoutException",
            "UnknownHostException",
            "UnresolvedAddressException",
            "NoRouteToHostException",
            "PortUnreachableException",
            "SocketException",
            "SSLException",
            "SSLHandshakeException",
            "EOFException",
            "ClosedChannelException",
            "InterruptedException");

    private ModelFailures() {}

    /**
     * The failure of an HTTP answer that is no success.
     *
     * @param status its status, 400 or more
     * @param body what the vendor wrote; looked at, not passed on
     * @param retryAfter how long the vendor asks to wait; null when it does not say
     */
    public static ModelException ofStatus(int status, String body, @Nullable Duration retryAfter) {
        ModelException failure = ofStatus(status, body.toLowerCase(Locale.ROOT));
        return retryAfter == null ? failure : failure.withRetryAfter(retryAfter);
    }

    private static ModelException ofStatus(int status, String body) {
        String answered = "the model's vendor answered with HTTP status " + status;
        if (status == TOO_MANY) {
            boolean quota = has(body, QUOTA);
            return new ModelException(FailureCode.MODEL_RATE_LIMIT, answered + (quota ? ": no quota is left" : ""))
                    .withRetryable(!quota);
        }
        if (status >= 500) {
            return new ModelException(FailureCode.MODEL_PROVIDER_INTERNAL, answered);
        }
        return switch (status) {
            case 401 -> new ModelException(FailureCode.MODEL_AUTHENTICATION, answered);
            case 402, 403 -> new ModelException(FailureCode.MODEL_AUTHORIZATION, answered);
            case NOT_FOUND ->
                new ModelException(ofRequest(body), answered + ": it does not know the address, or the model");
            case TIMED_OUT -> new ModelException(FailureCode.MODEL_TIMEOUT, answered).withRetryable(true);
            case TOO_LARGE -> new ModelException(FailureCode.MODEL_CONTEXT_LENGTH, answered);
            default -> new ModelException(ofRequest(body), answered);
        };
    }

    private static FailureCode ofRequest(String body) {
        if (has(body, CONTEXT)) {
            return FailureCode.MODEL_CONTEXT_LENGTH;
        }
        return has(body, POLICY) ? FailureCode.MODEL_CONTENT_POLICY : FailureCode.MODEL_INVALID_REQUEST;
    }

    /** The failure that something thrown by a client stands for: by the types of it and its causes, then by their words. */
    public static ModelException of(Throwable thrown) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        StringBuilder words = new StringBuilder();
        for (Throwable cause = thrown; cause != null && seen.add(cause); cause = cause.getCause()) {
            if (cause instanceof ModelException known) {
                return known;
            }
            String type = cause.getClass().getSimpleName();
            if (TRANSPORTS.contains(type)) {
                return named(FailureCode.MODEL_TRANSPORT, type);
            }
            if (TIMEOUTS.contains(type)) {
                return named(FailureCode.MODEL_TIMEOUT, type).withRetryable(true);
            }
            words.append(cause.getMessage() == null ? "" : cause.getMessage()).append('\n');
        }
        return ofWords(
                words.toString().toLowerCase(Locale.ROOT), thrown.getClass().getSimpleName());
    }

    private static ModelException ofWords(String words, String type) {
        if (has(words, QUOTA)) {
            return named(FailureCode.MODEL_RATE_LIMIT, type).withRetryable(false);
        }
        if (has(words, AUTHENTICATION)) {
            return named(FailureCode.MODEL_AUTHENTICATION, type);
        }
        if (has(words, CONTEXT)) {
            return named(FailureCode.MODEL_CONTEXT_LENGTH, type);
        }
        if (has(words, POLICY)) {
            return named(FailureCode.MODEL_CONTENT_POLICY, type);
        }
        if (has(words, AUTHORIZATION)) {
            return named(FailureCode.MODEL_AUTHORIZATION, type);
        }
        if (has(words, INVALID)) {
            return named(FailureCode.MODEL_INVALID_REQUEST, type);
        }
        if (has(words, RATE)) {
            return named(FailureCode.MODEL_RATE_LIMIT, type);
        }
        if (has(words, TIME)) {
            return named(FailureCode.MODEL_TIMEOUT, type).withRetryable(true);
        }
        return named(has(words, TRANSPORT) ? FailureCode.MODEL_TRANSPORT : FailureCode.MODEL_FAILURE_UNKNOWN, type);
    }

    private static boolean has(String text, List<String> words) {
        return words.stream().anyMatch(text::contains);
    }

    private static ModelException named(FailureCode code, String type) {
        return new ModelException(code, "the client of the model failed with " + type);
    }

    /**
     * What a {@code Retry-After} header says: seconds, or the date of HTTP. Empty when it is neither.
     *
     * @param header the value
     * @param clock the present, for a date
     */
    public static Optional<Duration> retryAfter(String header, Clock clock) {
        String value = header.strip();
        if (!value.isEmpty()
                && value.length() <= LONGEST_SECONDS
                && value.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return Optional.of(Duration.ofSeconds(Long.parseLong(value)));
        }
        try {
            Duration wait = Duration.between(
                    clock.instant(),
                    ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME)
                            .toInstant());
            return Optional.of(wait.isNegative() ? Duration.ZERO : wait);
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
