package dev.scriptorium.memory.retrieval.internal.lucene;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Warns once of each cause; what is the same again goes to the debug log. Thread-safe. */
final class Warnings {
    private static final Logger LOG = LoggerFactory.getLogger(IndexStore.class);

    private final Set<String> given = ConcurrentHashMap.newKeySet();

    void warn(String message, Throwable cause) {
        if (given.add(message + cause.getClass().getName())) {
            LOG.warn("{}: {}", message, cause.toString());
        }
        LOG.debug(message, cause);
    }
}
