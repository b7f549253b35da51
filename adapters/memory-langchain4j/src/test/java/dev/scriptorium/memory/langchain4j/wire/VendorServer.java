package dev.scriptorium.memory.langchain4j.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/**
 * A vendor on this machine: it answers each request with the next step of its script, in the format of whoever asks, and
 * keeps what it was asked. It is no model.
 */
public final class VendorServer implements AutoCloseable {
    static final ObjectMapper JSON = new ObjectMapper();

    /** What a vendor was asked. */
    public record Asked(String path, Map<String, List<String>> headers, JsonNode body) {}

    private record Answer(int status, Map<String, String> headers, String body) {}

    private static final Answer SILENCE = new Answer(0, Map.of(), "");
    private static final Answer HEADERS_ONLY = new Answer(200, Map.of(), "");

    private final HttpServer server;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final ConcurrentLinkedQueue<Answer> script = new ConcurrentLinkedQueue<>();
    private final List<Asked> asked = new CopyOnWriteArrayList<>();

    private VendorServer(HttpServer server) {
        this.server = server;
    }

    /** Starts on a free port of this machine. */
    public static VendorServer start() {
        try {
            HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            VendorServer vendor = new VendorServer(http);
            http.createContext("/", vendor::answer);
            http.start();
            return vendor;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** Its address, with a path. */
    public String url(String path) {
        return "http://" + InetAddress.getLoopbackAddress().getHostAddress() + ":"
                + server.getAddress().getPort() + path;
    }

    /** The next answer. */
    public void then(JsonNode reply) {
        script.add(new Answer(200, Map.of(), reply.toString()));
    }

    /** The next answer is a refusal. */
    public void thenFail(int status, Map<String, String> headers, JsonNode error) {
        script.add(new Answer(status, headers, error.toString()));
    }

    /** The next request is never answered. */
    public void thenSilence() {
        script.add(SILENCE);
    }

    /** The next answer ends after its headers, and the connection stays open. */
    public void thenOnlyHeaders() {
        script.add(HEADERS_ONLY);
    }

    /** What it was asked, in order. */
    public List<Asked> asked() {
        return List.copyOf(asked);
    }

    /** How many answers are left. */
    public int left() {
        return script.size();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            JsonNode body = JSON.readTree(exchange.getRequestBody());
            asked.add(new Asked(exchange.getRequestURI().getPath(), Map.copyOf(exchange.getRequestHeaders()), body));
            Answer answer = script.poll();
            if (answer == null) {
                answer = new Answer(500, Map.of(), "{\"error\":{\"message\":\"the script has ended\"}}");
            }
            if (answer.equals(SILENCE)) {
                closed.await();
                return;
            }
            if (answer.equals(HEADERS_ONLY)) {
                exchange.getResponseHeaders().set("Content-Type", "application/json");
                exchange.sendResponseHeaders(200, 1_000);
                exchange.getResponseBody().flush();
                closed.await();
                return;
            }
            answer.headers().forEach(exchange.getResponseHeaders()::set);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            byte[] bytes = answer.body().getBytes(java.nio.charset.StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer.status(), bytes.length);
            exchange.getResponseBody().write(bytes);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
    }
}
