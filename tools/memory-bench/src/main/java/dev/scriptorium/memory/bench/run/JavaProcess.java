package dev.scriptorium.memory.bench.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Another Java with the classes of this one, that lives too briefly to be compiled well. */
public final class JavaProcess {
    private JavaProcess() {}

    /**
     * A process that has not been started yet.
     *
     * @param main the class whose {@code main} it runs
     * @param arguments given to it
     * @param errors the file for what it says on its error stream
     */
    public static ProcessBuilder of(Class<?> main, List<String> arguments, Path errors) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dfile.encoding=UTF-8",
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(arguments);
        return new ProcessBuilder(command).redirectError(errors.toFile());
    }
}
