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

/**
 * A vendor on this machine: it answers each request with the next step of its script, in the format of whoever asks, and
 * keeps what it was asked. It is no model.
 */
final class VendorServer implements AutoCloseable {
    static final ObjectMapper JSON = new ObjectMapper();

    /** What a vendor was asked. */
    record Asked(String path, Map<String, List<String>> headers, JsonNode body) {}

    private record Answer(int status, Map<String, String> headers, String body) {}

    private final HttpServer server;
    private final ConcurrentLinkedQueue<Answer> script = new ConcurrentLinkedQueue<>();
    private final List<Asked> asked = new CopyOnWriteArrayList<>();

    private VendorServer(HttpServer server) {
        this.server = server;
    }

    static VendorServer start() {
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

    String url(String path) {
        return "http://" + InetAddress.getLoopbackAddress().getHostAddress() + ":"
                + server.getAddress().getPort() + path;
    }

    void then(JsonNode reply) {
        script.add(new Answer(200, Map.of(), reply.toString()));
    }

    void thenFail(int status, Map<String, String> headers, JsonNode error) {
        script.add(new Answer(status, headers, error.toString()));
    }

    /** What it was asked, in order. */
    List<Asked> asked() {
        return List.copyOf(asked);
    }

    int left() {
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
            answer.headers().forEach(exchange.getResponseHeaders()::set);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            byte[] bytes = answer.body().getBytes(java.nio.charset.StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer.status(), bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
