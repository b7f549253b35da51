package dev.scriptorium.memory.bench.contend;

import dev.scriptorium.memory.bench.gen.FirstOpening;
import dev.scriptorium.memory.bench.gen.Shape;
import dev.scriptorium.memory.bench.gen.SyntheticWorkspace;
import dev.scriptorium.memory.bench.report.Progress;
import dev.scriptorium.memory.bench.report.Report;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One run: makes a workspace, has the processes write it, and looks at what is there.
 *
 * @param files where everything is
 * @param writers how many writers, spread over the processes
 * @param edits how many edits they make together
 * @param processes how many processes
 * @param seed of the edits
 * @param progress told of what is done
 */
record Contention(RunFiles files, int writers, int edits, int processes, long seed, Progress progress) {
    /** 40 topics of 12 blocks, less what the resident block has. */
    private static final int BLOCKS = 480;

    private static final int SHOWN = 40;

    Report run() throws IOException {
        progress.say("making a workspace of " + BLOCKS + " blocks");
        SyntheticWorkspace.write(Shape.ofBlocks(BLOCKS, 0), files.workspace(), progress);
        FirstOpening.of(files.workspace());
        Places.plan(files, edits, writers, seed).write(files.plan());

        List<ContenderProcess> contenders = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        long seconds;
        try {
            for (int process = 0; process < processes; process++) {
                contenders.add(ContenderProcess.start(files, process, processes, writers, seed));
            }
            for (ContenderProcess contender : contenders) {
                contender.awaitOpened();
            }
            progress.say(writers + " writers in " + processes + " processes make " + edits + " edits");
            long begin = System.nanoTime();
            for (ContenderProcess contender : contenders) {
                contender.go();
            }
            new Watch(files, processes, edits, progress).await(contenders, failures);
            seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            contenders.forEach(ContenderProcess::end);
        }
        OutcomeLog.Content logged = OutcomeLog.read(files.logs(processes));
        failures.addAll(logged.failures());
        Remains remains = Remains.of(files, Plan.read(files.plan()), logged.outcomes());
        failures.addAll(remains.problems());
        tell(logged.outcomes(), failures, remains);
        return new Summary(edits, logged.outcomes(), remains, failures.size(), seconds).report();
    }

    private void tell(List<Outcome> outcomes, List<String> failures, Remains remains) {
        List<String> lines = new ArrayList<>(failures);
        outcomes.stream()
                .filter(outcome -> !outcome.succeeded())
                .forEach(outcome ->
                        lines.add("edit " + outcome.number() + ", " + outcome.millis() + " ms: " + outcome.problem()));
        lines.addAll(remains.remarks());
        lines.stream().limit(SHOWN).forEach(progress::say);
        if (lines.size() > SHOWN) {
            progress.say("and " + (lines.size() - SHOWN) + " more of the kind");
        }
    }
}
