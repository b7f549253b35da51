package dev.scriptorium.memory.markdown.source;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.Trust;

/**
 * Where an archived turn stands, and whether it may be built upon.
 *
 * @param ref its name
 * @param path workspace path of the archive
 * @param anchor its anchor there
 * @param trust its trust; a frame without metadata is trusted
 * @since 0.1
 */
public record ArchivedSource(SourceRef ref, String path, String anchor, Trust trust) {}
