package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.BackendSettings;
import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryBackend;
import dev.scriptorium.memory.api.MemoryBackendFactory;
import dev.scriptorium.memory.api.MemoryException;
import java.nio.file.Path;

/**
 * Opens the local backend by its name, with every setting at its default; hosts that want another setting use
 * {@link LocalMemoryBackend#open}.
 *
 * @since 0.1
 */
public final class LocalMemoryBackendFactory implements MemoryBackendFactory {

    /** For {@link java.util.ServiceLoader}. */
    public LocalMemoryBackendFactory() {}

    @Override
    public String name() {
        return "local";
    }

    @Override
    public MemoryBackend open(BackendSettings settings) {
        Path directory = settings.directory()
                .orElseThrow(() -> new MemoryException(
                        ErrorCode.INVALID_ARGUMENT, "the local backend needs a directory for its workspace"));
        if (!settings.options().isEmpty()) {
            throw new MemoryException(
                    ErrorCode.INVALID_ARGUMENT,
                    "the local backend knows no options here, found "
                            + settings.options().keySet().stream().sorted().toList()
                            + "; use LocalMemoryConfig");
        }
        return LocalMemoryBackend.open(
                LocalMemoryConfig.builder(directory, settings.sessions()).build());
    }
}
