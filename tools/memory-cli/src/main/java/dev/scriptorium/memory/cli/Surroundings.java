package dev.scriptorium.memory.cli;

import java.io.BufferedOutputStream;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a call of the command finds around it.
 *
 * @param environment the environment variables
 * @param out where results go
 * @param err where progress, notes and complaints go
 * @param interactive whether a person watches
 */
record Surroundings(Map<String, String> environment, PrintStream out, PrintStream err, boolean interactive) {

    /** Those of this process; its streams are UTF-8, whatever the platform prefers. */
    static Surroundings ofProcess() {
        PrintStream out = new PrintStream(
                new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)), false, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        return new Surroundings(System.getenv(), out, err, isTerminal(System.console()));
    }

    /** From Java 22 on there is a console without a terminal, and a method that tells. */
    private static boolean isTerminal(@Nullable Console console) {
        if (console == null) {
            return false;
        }
        try {
            return Boolean.TRUE.equals(Console.class.getMethod("isTerminal").invoke(console));
        } catch (ReflectiveOperationException e) {
            return true;
        }
    }
}
