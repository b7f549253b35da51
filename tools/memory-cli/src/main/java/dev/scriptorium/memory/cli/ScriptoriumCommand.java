package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code scriptorium} command: the options that every verb knows. */
@Command(
        name = "scriptorium",
        scope = ScopeType.INHERIT,
        mixinStandardHelpOptions = true,
        versionProvider = CliVersion.class,
        synopsisSubcommandLabel = "VERB",
        commandListHeading = "%nVerbs:%n",
        sortOptions = false,
        usageHelpWidth = 96,
        description = "Long-term memory for assistants, kept as Markdown that people can read, check and correct.",
        subcommands = {
            DemoVerb.class,
            InitVerb.class,
            ImportVerb.class,
            WriteVerb.class,
            AcceptVerb.class,
            SearchVerb.class,
            ExplainVerb.class,
            RecallVerb.class,
            StatusVerb.class,
            ListVerb.class,
            ShowVerb.class,
            GrepVerb.class,
            CoreVerb.class,
            TimelineVerb.class,
            RecentVerb.class,
            RefsVerb.class,
            WhyVerb.class,
            LogVerb.class,
            DiffVerb.class,
            RestoreVerb.class,
            CheckVerb.class,
            BackfillVerb.class,
            ReorganizeVerb.class,
            RebuildVerb.class,
            ApplyVerb.class,
            EditVerb.class,
            PromoteVerb.class,
            ExportVerb.class,
            RestoreExportVerb.class
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:done",
            " 1:refused or failed; the message says what, where and how to mend it",
            " 2:not called as it has to be",
            "75:failed for now; try again"
        },
        footerHeading = "%n")
public final class ScriptoriumCommand {
    private static final Logger ROOT_LOGGER = Logger.getLogger("");

    private final Surroundings around;

    @Option(
            names = {"-w", "--workspace"},
            paramLabel = "DIR",
            scope = ScopeType.INHERIT,
            description = "The workspace; else $SCRIPTORIUM_HOME, else ~/.scriptorium.")
    private @Nullable String workspace;

    @Option(
            names = "--sessions",
            paramLabel = "DIR",
            scope = ScopeType.INHERIT,
            description = "Where imported conversations are; else beside the workspace, DIR-sessions.")
    private @Nullable String sessions;

    private final List<String> settings = new ArrayList<>();

    @Option(names = "--json", scope = ScopeType.INHERIT, description = "Print one JSON document.")
    private boolean json;

    private ScriptoriumCommand(Surroundings around) {
        this.around = around;
    }

    // A list would be begun anew by the options behind the verb.
    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            scope = ScopeType.INHERIT,
            description = "A setting of the workspace, for this call; may be repeated.")
    void addSetting(@Nullable String assignment) {
        if (assignment != null) {
            settings.add(assignment);
        }
    }

    /** Runs the command and ends the process with its exit code. */
    public static void main(String[] args) {
        // Lucene logs which of its parts a virtual machine can use; nobody at a terminal asked.
        LogManager.getLogManager().reset();
        ROOT_LOGGER.setLevel(Level.OFF);
        Surroundings around = Surroundings.ofProcess();
        int code = run(around, args);
        around.out().flush();
        System.exit(code);
    }

    /** Runs the command; returns its exit code. */
    static int run(Surroundings around, String... args) {
        ScriptoriumCommand command = new ScriptoriumCommand(around);
        CommandLine line = new CommandLine(command)
                .setExpandAtFiles(false)
                .setOverwrittenOptionsAllowed(true)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
                .setOut(new PrintWriter(around.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(around.err(), true, StandardCharsets.UTF_8))
                .setExecutionExceptionHandler((problem, verb, parsed) -> Refusals.report(problem, command.output()))
                .setParameterExceptionHandler((problem, given) -> {
                    Output output = new Output(around, Arrays.asList(given).contains("--json"));
                    int code = Refusals.usage(message(problem), output);
                    String name = problem.getCommandLine().getCommandSpec().qualifiedName();
                    output.complaint("  " + name + " --help says how");
                    return code;
                });
        try {
            return line.execute(args);
        } catch (OutOfMemoryError e) {
            return Refusals.report(e, command.output());
        } finally {
            around.out().flush();
            around.err().flush();
        }
    }

    private static String message(ParameterException problem) {
        if (problem instanceof UnmatchedArgumentException unmatched
                && problem.getCommandLine().getParent() == null
                && !unmatched.isUnknownOption()) {
            List<String> near = unmatched.getSuggestions();
            return "there is no verb " + unmatched.getUnmatched().get(0)
                    + (near.isEmpty() ? "" : "; did you mean " + String.join(", ", near) + "?");
        }
        String message = String.valueOf(problem.getMessage());
        return message.startsWith("Missing required subcommand") ? "expected a verb" : message;
    }

    Output output() {
        return new Output(around, json);
    }

    List<String> settings() {
        return settings;
    }

    /** Whether the call names a workspace or session store of its own. */
    boolean namesPlaces() {
        return workspace != null || sessions != null;
    }

    /** The workspace, absolute. */
    Path directory() {
        String home = around.environment().getOrDefault("SCRIPTORIUM_HOME", "");
        if (workspace != null) {
            return path("-w", workspace);
        }
        return home.isBlank()
                ? path("user.home", System.getProperty("user.home")).resolve(".scriptorium")
                : path("SCRIPTORIUM_HOME", home);
    }

    /** The directory of the session store, absolute. */
    Path sessionsDirectory() {
        if (sessions != null) {
            return path("--sessions", sessions);
        }
        Path directory = directory();
        Path name = directory.getFileName();
        if (name == null) {
            throw new UsageException("--sessions DIR is needed beside -w " + directory);
        }
        return directory.resolveSibling(name + "-sessions");
    }

    private static Path path(String option, String text) {
        if (text.isBlank()) {
            throw new UsageException(option + ": expected a directory, found nothing");
        }
        try {
            return Path.of(text).toAbsolutePath().normalize();
        } catch (InvalidPathException e) {
            throw new UsageException(option + ": not a path: " + e.getMessage());
        }
    }

    /** Refuses everything when memory is switched off. */
    void refuseWhenDisabled() {
        String backend = around.environment().getOrDefault("SCRIPTORIUM_BACKEND", "local");
        switch (backend) {
            case "", "local" -> {}
            case "none" -> throw new MemoryException(ErrorCode.MEMORY_DISABLED, "memory is switched off");
            default ->
                throw new MemoryException(
                        ErrorCode.INVALID_ARGUMENT,
                        "SCRIPTORIUM_BACKEND is \"" + backend + "\"; the command line knows local and none");
        }
    }
}
