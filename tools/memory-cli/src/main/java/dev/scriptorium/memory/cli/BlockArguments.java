package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.api.ref.BlockId;

/** Block ids as people type them. */
final class BlockArguments {
    private BlockArguments() {}

    /** A block id with or without its {@code ^}. */
    static BlockId parse(String text) {
        try {
            return BlockId.parse(text);
        } catch (IllegalArgumentException e) {
            throw new UsageException(
                    "expected a block id such as ^1f90f631, found \"" + text + "\"; search and show print them");
        }
    }
}
