package dev.scriptorium.memory.api.event;

/** The listener that hears nothing. */
enum SilentListener implements MemoryListener {
    INSTANCE
}
