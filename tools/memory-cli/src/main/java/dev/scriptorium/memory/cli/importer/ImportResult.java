package dev.scriptorium.memory.cli.importer;

/**
 * What came of one file.
 *
 * @param file its name as given
 * @param sessions sessions it speaks of
 * @param added turns that are new
 * @param known turns that were there
 */
public record ImportResult(String file, int sessions, int added, int known) {}
