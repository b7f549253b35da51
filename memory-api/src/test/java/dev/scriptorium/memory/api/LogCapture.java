package dev.scriptorium.memory.api;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Keeps what a class logs, and keeps it off the console. */
final class LogCapture implements AutoCloseable {
    private final List<LogRecord> records = Collections.synchronizedList(new ArrayList<>());
    private final Logger logger;
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            records.add(entry);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    LogCapture(Class<?> about) {
        logger = Logger.getLogger(about.getName());
        logger.setLevel(Level.ALL);
        logger.setUseParentHandlers(false);
        logger.addHandler(handler);
    }

    List<Level> levels() {
        return records.stream().map(LogRecord::getLevel).toList();
    }

    String text() {
        StringBuilder out = new StringBuilder();
        for (LogRecord entry : List.copyOf(records)) {
            out.append(entry.getMessage()).append(' ').append(entry.getThrown()).append('\n');
        }
        return out.toString();
    }

    @Override
    public void close() {
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
        logger.setLevel(null);
    }
}
