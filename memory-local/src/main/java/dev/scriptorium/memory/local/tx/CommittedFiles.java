package dev.scriptorium.memory.local.tx;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The files of the latest commit, for when what stood on the disk was overwritten with something that breaks the rules.
 *
 * @since 0.1
 */
public interface CommittedFiles {
    /** No history. */
    CommittedFiles NONE = new CommittedFiles() {
        @Override
        public boolean isEmpty() {
            return true;
        }

        @Override
        public Optional<byte[]> read(String path) {
            return Optional.empty();
        }

        @Override
        public Optional<byte[]> read(String path, String sha256) {
            return Optional.empty();
        }

        @Override
        public Set<String> paths() {
            return Set.of();
        }

        @Override
        public List<String> operations(int limit) {
            return List.of();
        }
    };

    /** Whether there is no commit, or the history cannot be read. */
    boolean isEmpty();

    /** The bytes of a file; empty when the commit does not have it or the history cannot be read. */
    Optional<byte[]> read(String path);

    /** The bytes of a file that have a hash, in this commit or one not long before it; empty when none of them has it. */
    Optional<byte[]> read(String path, String sha256);

    /** The operations of the latest commits that have one, newest first. */
    List<String> operations(int limit);

    /** The paths of its files; none when the history cannot be read. */
    Set<String> paths();
}
