package dev.scriptorium.memory.api;

/**
 * Makes a backend by name; found through {@link java.util.ServiceLoader}.
 *
 * @since 0.1
 */
public interface MemoryBackendFactory {

    /** The name that {@link MemoryBackends#open} is asked for. */
    String name();

    /**
     * Opens a backend.
     *
     * @throws MemoryException when the settings are not enough or the backend cannot be opened; nothing is left behind
     */
    MemoryBackend open(BackendSettings settings);
}
