package dev.scriptorium.memory.testkit.schedule;

import dev.scriptorium.memory.api.event.MemoryListener;
import dev.scriptorium.memory.api.event.WriteCommitted;
import dev.scriptorium.memory.api.event.WriteEnded;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.testkit.model.ScriptedTopicWriter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/**
 * A process that watches many sessions until it is told a line. Says what it wrote, what failed, and after each look
 * through the sessions how many turns it has read so far.
 */
final class WatchingProcess {
    private WatchingProcess() {}

    public static void main(String[] arguments) throws IOException {
        ManySessions sessions = new ManySessions(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
        sessions.whenLookedThrough(read -> say("looked " + read));
        ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
        LocalMemoryBackend backend = LocalMemoryBackend.open(LocalMemoryConfig.builder(Path.of(arguments[0]), sessions)
                .writer(ScriptedTopicWriter.of())
                .zone(ZoneOffset.UTC)
                .organiseAfterBatches(1_000_000)
                .watchEvery(Duration.ofSeconds(1))
                .scheduler(scheduler)
                .listener(new Sayer())
                .build());
        say("watching");
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
        backend.close();
        scheduler.shutdown();
    }

    private static synchronized void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    private static final class Sayer implements MemoryListener {
        @Override
        public void writeCommitted(WriteCommitted event) {
            say("wrote " + event.session().map(SessionId::value).orElse("nothing"));
        }

        @Override
        public void writeEnded(WriteEnded event) {
            if (!event.ok()) {
                say("failed " + event);
            }
        }
    }
}
