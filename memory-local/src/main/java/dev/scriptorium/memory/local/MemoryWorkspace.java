package dev.scriptorium.memory.local;

/**
 * One workspace as tools, the command line and people's own programs use it. Safe for use by several threads; every
 * call sees one consistent state.
 *
 * @since 0.1
 */
public interface MemoryWorkspace {

    /** Looking. */
    WorkspaceRead read();

    /** Changing topics by hand. */
    WorkspaceChange change();

    /** What changed, when, by whom, and what a block rests on. */
    WorkspaceHistory history();

    /** Checking and making anew what can be derived. */
    WorkspaceMaintenance maintain();
}
