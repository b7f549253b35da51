package dev.scriptorium.memory.cli.importer;

import dev.scriptorium.memory.cli.json.LineReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.DoubleConsumer;

/** A file of lines that is read twice, to be checked and to be imported, and never held. Not thread-safe. */
final class LineFile {
    private final Path file;
    private final DoubleConsumer progress;

    LineFile(Path file, DoubleConsumer progress) {
        this.file = file;
        this.progress = progress;
    }

    /** What is done with a line that is not blank. */
    interface Task {
        /** Takes the line that the reader is at, whose JSON lies in the range. */
        void accept(LineReader line, int start, int length) throws ImportProblem;
    }

    /** One of the two times; {@code before} is how much of the work is done by then. */
    void forEach(double before, Task task) throws IOException, ImportProblem {
        double size = Files.size(file);
        try (LineReader lines = new LineReader(Files.newInputStream(file), 0)) {
            while (lines.next()) {
                int mark = lines.number() == 1 ? byteOrderMark(lines) : 0;
                if (!isBlank(lines.bytes(), lines.start() + mark, lines.length() - mark)) {
                    task.accept(lines, lines.start() + mark, lines.length() - mark);
                }
                progress.accept(before + lines.end() / size / 2);
            }
        }
    }

    private int byteOrderMark(LineReader lines) throws ImportProblem {
        byte[] bytes = lines.bytes();
        int start = lines.start();
        int first = lines.length() < 2 ? 0 : ((bytes[start] & 0xFF) << 8) | (bytes[start + 1] & 0xFF);
        if (first == 0xFEFF || first == 0xFFFE) {
            throw ImportProblem.at(file.toString(), 1, "UTF-8", "UTF-16", "save the file as UTF-8");
        }
        return first == 0xEFBB && lines.length() > 2 && (bytes[start + 2] & 0xFF) == 0xBF ? 3 : 0;
    }

    private static boolean isBlank(byte[] bytes, int start, int length) {
        for (int i = start; i < start + length; i++) {
            if (bytes[i] != ' ' && bytes[i] != '\t' && bytes[i] != '\r') {
                return false;
            }
        }
        return true;
    }
}
