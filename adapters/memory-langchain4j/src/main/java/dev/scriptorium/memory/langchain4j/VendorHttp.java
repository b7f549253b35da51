package dev.scriptorium.memory.langchain4j;

import dev.langchain4j.exception.HttpException;
import dev.langchain4j.exception.TimeoutException;
import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import dev.scriptorium.memory.api.model.ModelFailures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP of a chat model, on Java's own client: with it a {@link LangChainModel} knows how long a vendor that refuses
 * asks to wait. LangChain4j's own clients drop the headers of a refusal.
 *
 * <pre>{@code
 * ChatModel chat = OpenAiChatModel.builder()
 *         .httpClientBuilder(VendorHttp.of(Clock.systemUTC()))
 * }</pre>
 *
 * <p>It speaks HTTP/1.1, since servers of local models stumble over an offer of more, and follows no redirect, which would
 * be sent the key. The read timeout holds for the whole of an exchange, to the end of the answer. It does not stream: give
 * a streaming chat model another.
 *
 * <p>The builder is not thread-safe; the client is. Like LangChain4j's own it keeps connections, and the daemon threads of
 * Java's client, until it is forgotten.
 *
 * @since 0.1
 */
public final class VendorHttp implements HttpClientBuilder {
    private static final String RETRY_AFTER = "Retry-After";

    private final Clock clock;
    private static final Duration LONGEST_CONNECT = Duration.ofSeconds(15);

    private @Nullable Duration connectTimeout;
    private @Nullable Duration readTimeout;

    private VendorHttp(Clock clock) {
        this.clock = clock;
    }

    /**
     * A builder of clients.
     *
     * @param clock the present, for a vendor that says until when to wait
     */
    public static VendorHttp of(Clock clock) {
        return new VendorHttp(clock);
    }

    @Override
    public @Nullable Duration connectTimeout() {
        return connectTimeout;
    }

    @Override
    public VendorHttp connectTimeout(@Nullable Duration value) {
        connectTimeout = value;
        return this;
    }

    @Override
    public @Nullable Duration readTimeout() {
        return readTimeout;
    }

    @Override
    public VendorHttp readTimeout(@Nullable Duration value) {
        readTimeout = value;
        return this;
    }

    @Override
    public HttpClient build() {
        java.net.http.HttpClient.Builder client = java.net.http.HttpClient.newBuilder()
                .version(java.net.http.HttpClient.Version.HTTP_1_1)
                .followRedirects(java.net.http.HttpClient.Redirect.NEVER);
        // LangChain4j gives the time for an answer here as well, and no server takes that long to pick up.
        client.connectTimeout(
                connectTimeout != null && connectTimeout.compareTo(LONGEST_CONNECT) < 0
                        ? connectTimeout
                        : LONGEST_CONNECT);
        return new Client(client.build(), readTimeout, clock);
    }

    /** An answer of HTTP that is no success, with the wait that it asked for. */
    static final class Refusal extends HttpException {
        private static final long serialVersionUID = 1L;

        private final @Nullable Duration retryAfter;

        private Refusal(int status, String body, @Nullable Duration retryAfter) {
            super(status, body);
            this.retryAfter = retryAfter;
        }

        /** How long to wait; empty when nobody said. */
        Optional<Duration> retryAfter() {
            return Optional.ofNullable(retryAfter);
        }
    }

    private static final class Client implements HttpClient {
        private final java.net.http.HttpClient http;
        private final @Nullable Duration readTimeout;
        private final Clock clock;

        Client(java.net.http.HttpClient http, @Nullable Duration readTimeout, Clock clock) {
            this.http = http;
            this.readTimeout = readTimeout;
            this.clock = clock;
        }

        @Override
        public SuccessfulHttpResponse execute(HttpRequest request) {
            HttpResponse<byte[]> answer = send(request);
            int status = answer.statusCode();
            if (status < 200 || status > 299) {
                Optional<Duration> wait = answer.headers()
                        .firstValue(RETRY_AFTER)
                        .flatMap(header -> ModelFailures.retryAfter(header, clock));
                throw new Refusal(status, new String(answer.body(), StandardCharsets.UTF_8), wait.orElse(null));
            }
            return SuccessfulHttpResponse.builder()
                    .statusCode(status)
                    .headers(answer.headers().map())
                    .body(answer.body())
                    .build();
        }

        /** Java's own limit of a request ends with the headers of its answer; this one holds to the end of the body. */
        private HttpResponse<byte[]> send(HttpRequest request) {
            CompletableFuture<HttpResponse<byte[]>> answer = http.sendAsync(javas(request), BodyHandlers.ofByteArray());
            try {
                return readTimeout == null ? answer.get() : answer.get(readTimeout.toNanos(), TimeUnit.NANOSECONDS);
            } catch (java.util.concurrent.TimeoutException e) {
                throw new TimeoutException(e);
            } catch (ExecutionException e) {
                throw e.getCause() instanceof IOException cause
                        ? new UncheckedIOException(cause)
                        : new IllegalStateException("a vendor could not be asked", e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while a vendor was asked", e);
            } finally {
                // Closes the connection of an answer that nobody waits for any more.
                answer.cancel(true);
            }
        }

        private java.net.http.HttpRequest javas(HttpRequest request) {
            java.net.http.HttpRequest.Builder javas = java.net.http.HttpRequest.newBuilder(URI.create(request.url()));
            request.headers().forEach((name, values) -> values.forEach(value -> javas.header(name, value)));
            String body = request.body();
            return javas.method(
                            request.method().name(),
                            body == null
                                    ? java.net.http.HttpRequest.BodyPublishers.noBody()
                                    : java.net.http.HttpRequest.BodyPublishers.ofString(body))
                    .build();
        }

        @Override
        public void execute(HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
            throw new UnsupportedOperationException("no streaming; give a streaming chat model another HTTP client");
        }
    }
}
