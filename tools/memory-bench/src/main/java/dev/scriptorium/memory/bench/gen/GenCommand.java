package dev.scriptorium.memory.bench.gen;

import dev.scriptorium.memory.bench.report.BenchCommand;
import dev.scriptorium.memory.bench.report.Progress;
import dev.scriptorium.memory.bench.report.Report;
import dev.scriptorium.memory.bench.report.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Makes a synthetic workspace. */
@Command(
        name = "gen",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpWidth = 96,
        description = "Make a synthetic workspace in the real format.")
public final class GenCommand extends BenchCommand {
    private static final double SECOND = 1e9;

    @ArgGroup(multiplicity = "1")
    @SuppressWarnings("NullAway.Init") // set before run()
    private Extent extent;

    @Option(
            names = "--archive",
            paramLabel = "SIZE",
            converter = ByteSize.class,
            description = "Also one archive of this size, cited by every topic.")
    private long archive;

    @Option(names = "--out", paramLabel = "DIR", required = true, description = "Where; empty, or not there yet.")
    @SuppressWarnings("NullAway.Init") // required
    private Path out;

    @Option(
            names = "--no-open",
            description = "Write topics and archives only, without the first opening that makes history and index.")
    private boolean closed;

    /** How much: one of two ways to say it. */
    static final class Extent {
        @Option(
                names = "--size",
                paramLabel = "SIZE",
                required = true,
                converter = ByteSize.class,
                description = "Bytes of topics and archives, such as 10MB.")
        private long size;

        @Option(names = "--blocks", paramLabel = "N", required = true, description = "Blocks.")
        private long blocks;
    }

    /** For picocli. */
    public GenCommand() {}

    @Override
    protected Report run(Progress progress) throws IOException {
        if (extent.size < 0 || extent.blocks < 0 || (extent.size == 0 && extent.blocks == 0) || archive < 0) {
            throw usage("expected a size of at least one byte or block");
        }
        if (Files.exists(out)) {
            try (Stream<Path> entries = Files.list(out)) {
                if (entries.findAny().isPresent()) {
                    throw usage("--out " + out + ": not empty");
                }
            }
        }
        Shape shape = extent.size > 0 ? Shape.ofBytes(extent.size, archive) : Shape.ofBlocks(extent.blocks, archive);
        long begin = System.nanoTime();
        SyntheticWorkspace.Written written = SyntheticWorkspace.write(shape, out, progress);
        long middle = System.nanoTime();
        if (!closed) {
            progress.say("opening it for the first time");
            FirstOpening.of(out);
        }
        double seconds = Samples.rounded((middle - begin) / SECOND);
        double opening = Samples.rounded((System.nanoTime() - middle) / SECOND);

        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("out", out.toAbsolutePath().normalize().toString());
        document.put("blocks", written.blocks());
        document.put("topics", written.topics());
        document.put("archives", written.archives());
        document.put("messages", written.messages());
        document.put("text_bytes", written.bytes());
        document.put("seconds", seconds);
        document.put("opening_seconds", closed ? null : opening);
        return Report.of(
                document,
                List.of(
                        written.blocks() + " blocks in " + written.topics() + " topics, " + written.messages()
                                + " messages in " + written.archives() + " archives, " + written.bytes() + " bytes",
                        "written in " + seconds + " s" + (closed ? "" : ", first opening " + opening + " s"),
                        out.toAbsolutePath().normalize().toString()));
    }
}
