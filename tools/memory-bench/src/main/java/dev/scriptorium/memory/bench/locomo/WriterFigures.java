package dev.scriptorium.memory.bench.locomo;

import dev.scriptorium.memory.bench.report.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the model-free writer keeps of conversations. Not thread-safe. */
final class WriterFigures {
    private static final Pattern RELATIVE = Pattern.compile(
            "(?i)\\b(yesterday|today|tonight|tomorrow|ago|last (night|week|month|year|weekend|mon|tues|wednes|thurs|fri"
                    + "|satur|sun)\\w*|next (week|month|year|weekend|mon|tues|wednes|thurs|fri|satur|sun)\\w*|this"
                    + " (morning|week|month|weekend)|(mon|tues|wednes|thurs|fri|satur|sun)day)\\b");
    /** Such as {@code 7 May 2023} or {@code May 7, 2023}. */
    private static final List<DateTimeFormatter> FULL_DATES =
            List.of(date("d MMMM uuuu"), date("d MMMM, uuuu"), date("MMMM d, uuuu"), date("MMMM d uuuu"));

    private final long seed;
    private double retention;
    private double randomRetention;
    private int retained;
    private long keptCharacters;
    private long saidCharacters;
    private int turns;
    private int citedTurns;
    private int goldTurns;
    private int coveredTurns;
    private int blocks;
    private int dated;
    private int datedRight;
    private long topicBytes;
    private long sourceBytes;
    private int largestTopic;
    private int lonelyThemes;
    private int underOwn;

    WriterFigures(long seed) {
        this.seed = seed;
    }

    private static DateTimeFormatter date(String pattern) {
        return new DateTimeFormatterBuilder()
                .parseCaseInsensitive()
                .appendPattern(pattern)
                .toFormatter(Locale.ENGLISH);
    }

    /** Takes what a memory keeps of a conversation. */
    void add(Conversation conversation, MeasuredMemory memory) throws IOException {
        List<WrittenBlock> written = WrittenBlock.of(memory.workspace());
        Map<String, Utterance> said = new HashMap<>();
        conversation.utterances().forEach(utterance -> {
            said.put(utterance.id(), utterance);
            saidCharacters += utterance.text().length();
        });
        KeptText kept = KeptText.of(written);
        KeptText random = KeptText.byChance(conversation, kept.characters(), seed);
        keptCharacters += kept.characters();
        turns += said.size();
        citedTurns += kept.turns();
        blocks += written.size();
        for (TestQuestion question : conversation.questions()) {
            if (question.isAnswerable()) {
                goldTurns += question.gold().size();
                coveredTurns +=
                        (int) question.gold().stream().filter(kept::holds).count();
                double share = kept.retention(question, said);
                if (share >= 0) {
                    retained++;
                    retention += share;
                    randomRetention += random.retention(question, said);
                }
                date(question, said, written);
            }
        }
        topicBytes += bytes(memory.root().resolve("topics"));
        sourceBytes += bytes(memory.root().resolve("sources"));
        shape(conversation, written);
    }

    private void date(TestQuestion question, Map<String, Utterance> said, List<WrittenBlock> written) {
        Optional<LocalDate> gold = question.category() == 2 ? fullDate(question.answer()) : Optional.empty();
        boolean relative = question.gold().stream()
                .map(said::get)
                .anyMatch(utterance ->
                        utterance != null && RELATIVE.matcher(utterance.text()).find());
        List<WrittenBlock> citing = written.stream()
                .filter(block -> question.gold().stream().anyMatch(block.turns()::contains))
                .toList();
        if (gold.isPresent() && relative && !citing.isEmpty()) {
            dated++;
            String date = gold.get().toString();
            datedRight +=
                    citing.stream().anyMatch(block -> block.times().stream().anyMatch(date::equals)) ? 1 : 0;
        }
    }

    private static Optional<LocalDate> fullDate(String answer) {
        for (DateTimeFormatter format : FULL_DATES) {
            try {
                return Optional.of(LocalDate.parse(answer.strip(), format));
            } catch (DateTimeException e) {
                // Another form, or no date.
            }
        }
        return Optional.empty();
    }

    private void shape(Conversation conversation, List<WrittenBlock> written) {
        Map<String, List<WrittenBlock>> topics =
                written.stream().collect(Collectors.groupingBy(WrittenBlock::path, TreeMap::new, Collectors.toList()));
        Map<String, String> speakers = new HashMap<>();
        conversation.utterances().forEach(utterance -> speakers.put(utterance.id(), utterance.speaker()));
        topics.forEach((path, all) -> {
            largestTopic = Math.max(largestTopic, all.size());
            lonelyThemes += path.startsWith("topics/themes/") && all.size() == 1 ? 1 : 0;
            if (path.startsWith("topics/people/")) {
                Map<String, Long> bySpeaker = all.stream()
                        .collect(Collectors.groupingBy(block -> speakerOf(block, speakers), Collectors.counting()));
                underOwn += bySpeaker.values().stream()
                        .mapToInt(Long::intValue)
                        .max()
                        .orElse(0);
            }
        });
    }

    private static String speakerOf(WrittenBlock block, Map<String, String> speakers) {
        Set<String> turns = block.turns();
        return turns.isEmpty() ? "" : speakers.getOrDefault(turns.iterator().next(), "");
    }

    private static long bytes(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return 0;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            long bytes = 0;
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                bytes += Files.size(file);
            }
            return bytes;
        }
    }

    double retention() {
        return share(retention, retained);
    }

    double randomRetention() {
        return share(randomRetention, retained);
    }

    double compression() {
        return share((double) keptCharacters, (double) saidCharacters);
    }

    private static double share(double part, double whole) {
        return whole == 0 ? 0 : Samples.rounded(part / whole);
    }

    /** A point of the curve. */
    Map<String, @Nullable Object> point(double budget) {
        Map<String, @Nullable Object> point = new LinkedHashMap<>();
        point.put("budget", budget);
        point.put("compression", compression());
        point.put("retention", retention());
        point.put("random_retention", randomRetention());
        return point;
    }

    Map<String, @Nullable Object> document(List<Map<String, @Nullable Object>> curve) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("retention", retention());
        document.put("random_retention", randomRetention());
        document.put("compression", compression());
        document.put("turn_coverage", share(coveredTurns, goldTurns));
        document.put("turns_cited", share(citedTurns, turns));
        document.put("blocks", blocks);
        document.put("date_accuracy", share(datedRight, dated));
        document.put("dates", dated);
        document.put("bytes_ratio", share((double) topicBytes, (double) sourceBytes));
        document.put("curve", curve);
        Map<String, @Nullable Object> shape = new LinkedHashMap<>();
        shape.put("max_topic_blocks", largestTopic);
        shape.put("one_block_themes", lonelyThemes);
        shape.put("under_own_speaker", share(underOwn, blocks));
        document.put("shape", shape);
        return document;
    }
}
