/**
 * The history of a workspace: Git commits made from given bytes, read back by path and by commit.
 *
 * <p>Nothing here reads a configuration of the user or of the machine, starts a process or a thread, or writes outside
 * {@code .git} and {@code .scriptorium/git-locks}. Of JGit only formats and walks are used, over an object store of our
 * own: its file layer, and even its SHA-1 class, read {@code ~/.gitconfig} when they are loaded.
 */
@NullMarked
package dev.scriptorium.memory.local.git;

import org.jspecify.annotations.NullMarked;
