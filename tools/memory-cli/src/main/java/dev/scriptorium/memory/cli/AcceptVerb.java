package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.write.ReorganizeReport;
import dev.scriptorium.memory.api.write.ReorganizeRequest;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.cli.accept.AcceptanceCheck;
import dev.scriptorium.memory.cli.accept.WrittenDemo;
import dev.scriptorium.memory.cli.importer.ImportProblem;
import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Has a writer write the conversation that comes along, and looks at what came of it. */
@Command(
        name = "accept",
        description =
                "Have a writer write the conversation that comes along, in a fresh directory, and check the result.")
final class AcceptVerb extends Verb {

    @Mixin
    private final WriterOptions writer = new WriterOptions();

    @Override
    int run(Output output) {
        ChosenWriter chosen = writer.chosen(output.around().environment())
                .orElseThrow(() -> new UsageException("accept --writer NAME: say whose work is to be looked at"));
        if (command().namesPlaces()) {
            output.note("accept makes a directory of its own; -w and --sessions are left alone");
        }
        try {
            return run(DemoConversation.in(Files.createTempDirectory("scriptorium-accept"), output), chosen, output);
        } catch (IOException | ImportProblem e) {
            throw new MemoryException(
                    ErrorCode.STORAGE_UNAVAILABLE, "the conversation cannot be set up: " + e.getMessage(), e);
        }
    }

    private int run(DemoConversation demo, ChosenWriter chosen, Output output) {
        PassTally tally = new PassTally(output, BatchNotes.of(Optional.of(chosen), output));
        List<AcceptanceCheck> checks = new ArrayList<>();
        boolean retryable;
        try (LocalMemoryBackend backend = LocalMemoryBackend.open(Settings.config(
                demo.directory(), demo.sessions(), command().settings(), Optional.of(chosen.writer()), tally))) {
            List<WrittenSession> written = demo.write(backend, tally);
            checks.add(written(written));
            checks.addAll(WrittenDemo.check(backend.workspace()));
            retryable = WrittenSession.exitCode(written) == ExitCode.RETRY;
            if (checks.get(0).passed()) {
                checks.add(again(demo.write(backend, tally)));
                checks.add(organised(backend, chosen, output));
            } else {
                checks.add(new AcceptanceCheck("again", false, "not tried: not everything is written"));
                checks.add(new AcceptanceCheck("organised", false, "not tried: not everything is written"));
            }
        }
        boolean ok = checks.stream().allMatch(AcceptanceCheck::passed);
        show(demo, chosen, checks, ok, output);
        return ok ? ExitCode.DONE : retryable ? ExitCode.RETRY : ExitCode.REFUSED;
    }

    private static AcceptanceCheck written(List<WrittenSession> written) {
        int turns = written.stream().mapToInt(WrittenSession::turns).sum();
        List<String> failures = written.stream()
                .flatMap(session -> session.failure().stream().map(why -> session.session() + ": " + words(why)))
                .toList();
        return new AcceptanceCheck(
                "written",
                failures.isEmpty() && turns > 0,
                failures.isEmpty()
                        ? Words.count(turns, "turn") + " in " + Words.count(written.size(), "session")
                        : String.join("; ", failures));
    }

    private static String words(WriteFailure why) {
        return why.code() + ": " + why.reason();
    }

    private static AcceptanceCheck again(List<WrittenSession> written) {
        int turns = written.stream().mapToInt(WrittenSession::turns).sum();
        Stream<WriteFailure> failures = written.stream().flatMap(session -> session.failure().stream());
        boolean nothing = turns == 0 && failures.findAny().isEmpty();
        return new AcceptanceCheck(
                "again",
                nothing,
                nothing ? "a second write has nothing to do" : "a second write wrote " + Words.count(turns, "turn"));
    }

    private static AcceptanceCheck organised(LocalMemoryBackend backend, ChosenWriter chosen, Output output) {
        if (chosen.asks()) {
            output.note("asking " + chosen.writer().name() + " to put topics in order");
        }
        ReorganizeReport report = backend.workspace().maintain().reorganize(ReorganizeRequest.install());
        Optional<WriteFailure> failure = report.failure();
        boolean valid = backend.workspace().maintain().check().ok();
        String changed = Words.count(report.changes().size(), "topic") + " changed by the organiser";
        return new AcceptanceCheck(
                "organised",
                failure.isEmpty() && valid,
                failure.map(AcceptVerb::words).orElse(valid ? changed : changed + ", and a check finds problems"));
    }

    private static void show(
            DemoConversation demo, ChosenWriter chosen, List<AcceptanceCheck> checks, boolean ok, Output output) {
        long failed = checks.stream().filter(check -> !check.passed()).count();
        if (output.json()) {
            JsonObject document = new JsonObject()
                    .put("writer", chosen.writer().name())
                    .put("ok", ok)
                    .put(
                            "checks",
                            checks.stream()
                                    .map(check -> new JsonObject()
                                            .put("name", check.name())
                                            .put("passed", check.passed())
                                            .put("found", check.found()))
                                    .toList());
            output.document(
                    chosen.addUsage(document).put("workspace", demo.directory().toString()));
            return;
        }
        for (AcceptanceCheck check : checks) {
            output.text(
                    String.format("%s  %-15s %s", check.passed() ? "passed" : "FAILED", check.name(), check.found()));
        }
        output.text(checks.size() + " checks of " + chosen.writer().name() + ": " + (checks.size() - failed)
                + " passed, " + failed + " failed");
        chosen.printUsage(output);
        output.text(demo.directory().toString());
    }
}
