package dev.scriptorium.memory.retrieval.content;

/**
 * The state of the workspace that a saved index holds.
 *
 * @param generation the workspace's generation, compared for inequality only
 * @param revision the fingerprint of its content
 */
public record IndexMark(long generation, String revision) {}
