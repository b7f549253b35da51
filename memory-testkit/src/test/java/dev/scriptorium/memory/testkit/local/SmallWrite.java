package dev.scriptorium.memory.testkit.local;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.write.WriteRequest;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.testkit.session.InMemorySessionStore;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import javax.management.ObjectName;

/** A program that writes what is not due, then what is, and says each time whether a tokeniser has been loaded. */
final class SmallWrite {
    private SmallWrite() {}

    public static void main(String[] arguments) throws Exception {
        InMemorySessionStore store = new InMemorySessionStore();
        store.session("s").say("u1", "I live in Lisbon.");
        LocalMemoryConfig config = LocalMemoryConfig.builder(
                        Path.of(arguments[0]).resolve("child"), store)
                .build();
        try (LocalMemoryBackend backend = LocalMemoryBackend.open(config)) {
            backend.write(WriteRequest.of(new SessionId("s")));
            System.out.println("not due: " + tokeniser());
            backend.write(WriteRequest.force(new SessionId("s")));
            System.out.println("due: " + tokeniser());
        }
    }

    private static String tokeniser() throws Exception {
        Object histogram = ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcClassHistogram",
                        new Object[] {null},
                        new String[] {String[].class.getName()});
        return String.valueOf(histogram).contains("com.knuddels.jtokkit") ? "loaded" : "not loaded";
    }
}
