package dev.scriptorium.memory.local.tx;

/**
 * Bytes that a transaction adds to the end of an archive.
 *
 * @param path workspace path
 * @param before length of the archive before
 * @param length how many bytes are added
 * @param hash their hash
 * @param payload name of the file in the journal that holds them
 * @since 0.1
 */
public record FileAppend(String path, long before, long length, String hash, String payload) {}
