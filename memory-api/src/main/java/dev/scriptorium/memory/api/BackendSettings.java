package dev.scriptorium.memory.api;

import dev.scriptorium.memory.api.session.SessionStore;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a backend opened by name is given. Immutable.
 *
 * @since 0.1
 */
public final class BackendSettings {
    private final SessionStore sessions;
    private final @Nullable Path directory;
    private final Map<String, String> options;

    private BackendSettings(Builder builder) {
        this.sessions = builder.sessions;
        this.directory = builder.directory;
        this.options = Map.copyOf(builder.options);
    }

    /** Starts settings over the host's conversations. */
    public static Builder builder(SessionStore sessions) {
        return new Builder(sessions);
    }

    /** The host's conversations. */
    public SessionStore sessions() {
        return sessions;
    }

    /** Where the backend keeps its files, when it keeps any. */
    public Optional<Path> directory() {
        return Optional.ofNullable(directory);
    }

    /** Further options by name; a backend refuses those it does not know. */
    public Map<String, String> options() {
        return options;
    }

    /** Builder of {@link BackendSettings}. Not thread-safe. */
    public static final class Builder {
        private final SessionStore sessions;
        private @Nullable Path directory;
        private final Map<String, String> options = new TreeMap<>();

        private Builder(SessionStore sessions) {
            this.sessions = sessions;
        }

        /** Sets the directory. */
        public Builder directory(Path path) {
            this.directory = path;
            return this;
        }

        /** Sets one option. */
        public Builder option(String name, String value) {
            options.put(name, value);
            return this;
        }

        /** Builds the settings. */
        public BackendSettings build() {
            return new BackendSettings(this);
        }
    }
}
