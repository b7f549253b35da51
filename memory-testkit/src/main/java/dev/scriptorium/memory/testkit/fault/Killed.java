package dev.scriptorium.memory.testkit.fault;

/**
 * Ends everything on its way, as if the process had been killed: no library catches errors of the virtual machine.
 *
 * @since 0.1
 */
public final class Killed extends VirtualMachineError {
    private static final long serialVersionUID = 1L;

    Killed(String point) {
        super("killed before: " + point);
    }
}
