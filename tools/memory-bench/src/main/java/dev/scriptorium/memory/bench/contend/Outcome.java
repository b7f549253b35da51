package dev.scriptorium.memory.bench.contend;

/**
 * What became of an edit.
 *
 * @param number of the edit
 * @param millis from its beginning to its end, waiting and repeating included
 * @param busy how often it was refused because a lock was not free in time
 * @param repeated how often it was made again because somebody else had been quicker
 * @param problem why it failed; empty when it is done
 */
record Outcome(int number, long millis, int busy, int repeated, String problem) {

    /** Puts the problem on one line. */
    Outcome {
        problem = problem.replaceAll("[\\t\\r\\n]+", " ");
    }

    boolean succeeded() {
        return problem.isEmpty();
    }

    /** One line, without its end. */
    String line() {
        return number + "\t" + millis + "\t" + busy + "\t" + repeated + "\t" + problem;
    }

    /** The outcome of a line. */
    static Outcome ofLine(String line) {
        String[] parts = line.split("\t", 5);
        return new Outcome(
                Integer.parseInt(parts[0]),
                Long.parseLong(parts[1]),
                Integer.parseInt(parts[2]),
                Integer.parseInt(parts[3]),
                parts[4]);
    }
}
