package dev.scriptorium.memory.local.state;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.internal.io.Interrupts;
import dev.scriptorium.memory.local.internal.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How the writer did, and which batches ended for good without being written. Accounting only: what cannot be read
 * means "nothing known", and trouble here never turns a success into a failure.
 *
 * @since 0.1
 */
public final class WriterState {
    private static final Logger LOG = LoggerFactory.getLogger(WriterState.class);
    private static final Duration REFUSED_FOR = Duration.ofHours(24);

    /**
     * A batch that ended without being retryable.
     *
     * @param session its session
     * @param first its first turn
     * @param last its last turn
     * @param code why
     * @param at when
     * @since 0.1
     */
    public record Refused(SessionId session, TurnId first, TurnId last, FailureCode code, Instant at) {}

    /**
     * A turn with which a batch began.
     *
     * @param session its session
     * @param turn its id
     * @since 0.1
     */
    public record Name(SessionId session, TurnId turn) {}

    private final Path status;
    private final Path refused;
    private final Disk disk;
    private final ReentrantLock lock = new ReentrantLock();

    /** The state kept in these files. */
    public WriterState(Path status, Path refused, Disk disk) {
        this.status = status;
        this.refused = refused;
        this.disk = disk;
    }

    /** The status file as it stands; without keys when there is none. */
    public Status status() {
        JsonObject json = read(status);
        JsonObject failure = json.object("last_failure").orElseGet(JsonObject::create);
        return new Status(
                json.text("last_outcome"),
                json.text("last_success_at"),
                failure.text("at"),
                failure.text("reason_code"),
                failure.flag("retryable"));
    }

    /**
     * How the writer did last, as the file says it.
     *
     * @param outcome {@code success} or {@code failure}
     * @param successAt when it last succeeded
     * @param failureAt when it last failed
     * @param failureCode why it last failed
     * @param failureRetryable whether that was worth a retry
     * @since 0.1
     */
    public record Status(
            Optional<String> outcome,
            Optional<String> successAt,
            Optional<String> failureAt,
            Optional<String> failureCode,
            boolean failureRetryable) {}

    /** Notes a success. */
    public void succeeded(Instant at) {
        update(json -> json.put("last_outcome", "success").put("last_success_at", at.toString()));
    }

    /** Notes a failure. */
    public void failed(WriteFailure failure, Instant at) {
        update(json -> json.put("last_outcome", "failure")
                .put(
                        "last_failure",
                        JsonObject.create()
                                .put("at", at.toString())
                                .put("reason_code", failure.code().name())
                                .put("retryable", failure.retryable())));
    }

    private void update(java.util.function.UnaryOperator<JsonObject> change) {
        lock.lock();
        try {
            JsonObject json = read(status).put("version", 1);
            write(status, change.apply(json).pretty() + "\n");
        } finally {
            lock.unlock();
        }
    }

    /** The batches that are passed by until somebody forces them or a day has gone. */
    public List<Refused> refused(Instant now) {
        List<Refused> all = new ArrayList<>();
        for (JsonObject json : read(refused).objects("batches")) {
            try {
                Refused one = new Refused(
                        new SessionId(json.requireText("session")),
                        new TurnId(json.requireText("first")),
                        new TurnId(json.requireText("last")),
                        FailureCode.valueOf(json.requireText("code")),
                        Instant.parse(json.requireText("at")));
                if (one.at().plus(REFUSED_FOR).isAfter(now)) {
                    all.add(one);
                }
            } catch (RuntimeException e) {
                LOG.debug("a refused batch cannot be read; it will be tried again", e);
            }
        }
        return all;
    }

    /** Remembers a batch that ended for good, beside those of its session that begin elsewhere. */
    public void refuse(Refused batch) {
        lock.lock();
        try {
            List<Refused> all = new ArrayList<>(refused(batch.at()));
            all.removeIf(
                    one -> one.session().equals(batch.session()) && one.first().equals(batch.first()));
            all.add(batch);
            writeRefused(all);
        } finally {
            lock.unlock();
        }
    }

    /** Forgets the refused batches that began with one of these, for instance because it was written. */
    public void forgive(Collection<Name> firsts, Instant now) {
        lock.lock();
        try {
            List<Refused> all = new ArrayList<>(refused(now));
            if (all.removeIf(one -> firsts.contains(new Name(one.session(), one.first())))) {
                writeRefused(all);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Forgets every refused batch. */
    public void forgiveAll() {
        lock.lock();
        try {
            if (!read(refused).objects("batches").isEmpty()) {
                writeRefused(List.of());
            }
        } finally {
            lock.unlock();
        }
    }

    private void writeRefused(List<Refused> all) {
        JsonObject json = JsonObject.create()
                .put("version", 1)
                .putObjects(
                        "batches",
                        all.stream()
                                .map(one -> JsonObject.create()
                                        .put("session", one.session().value())
                                        .put("first", one.first().value())
                                        .put("last", one.last().value())
                                        .put("code", one.code().name())
                                        .put("at", one.at().toString()))
                                .toList());
        write(refused, json.pretty() + "\n");
    }

    private static JsonObject read(Path file) {
        try {
            if (Files.exists(file)) {
                return JsonObject.parse(Files.readString(file, StandardCharsets.UTF_8))
                        .orElseGet(JsonObject::create);
            }
        } catch (IOException e) {
            LOG.debug("cannot read {}", file.getFileName(), e);
        }
        return JsonObject.create();
    }

    private void write(Path file, String text) {
        try {
            Interrupts.deferred(() -> {
                disk.replaceUnforced(file, text.getBytes(StandardCharsets.UTF_8));
                return file;
            });
        } catch (IOException e) {
            LOG.warn("cannot write {}: {}", file.getFileName(), e.toString());
        }
    }
}
