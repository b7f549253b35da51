package dev.scriptorium.memory.local.writer;

import dev.scriptorium.memory.api.ref.TopicPath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The topics that a batch is filed in, each read once and written back once. */
final class TopicShelf {
    private static final String THEMES = "topics/themes/";
    private static final Pattern PERIOD = Pattern.compile("-[0-9]{4}(?:-[0-9]{2})?(?:-[0-9]+)?");

    private final Stage stage;
    private final Set<String> closed;
    private final TopicNames names;
    private final SpeakerTopics speakers;
    private final Map<TopicPath, TopicPage> pages = new TreeMap<>();
    private final Map<TopicPath, List<TopicPath>> past = new HashMap<>();

    /**
     * The shelf of a stage.
     *
     * @param closed paths of topics that are to be left alone
     */
    TopicShelf(Stage stage, Set<String> closed) {
        this.stage = stage;
        this.closed = Set.copyOf(closed);
        this.names = new TopicNames(stage);
        this.speakers = new SpeakerTopics(stage, names);
    }

    /** Something that has one topic, or several when one has become full. */
    sealed interface Subject {}

    /** What a speaker says of himself. */
    record OfSpeaker(SpeakerName name) implements Subject {}

    /** What is said under a name of its own. */
    record Named(String path, String title) implements Subject {}

    static final Subject USER = new Named("topics/user.md", "User");
    static final Subject ASSISTANT = new Named("topics/assistant.md", "Assistant");
    static final Subject CORE = new Named(TopicPath.CORE.value(), "Core");

    /** The topic of a theme. */
    static Subject theme(String name) {
        return new Named(THEMES + TopicNames.portable(name) + ".md", name);
    }

    /** Whether a subject has a topic. */
    boolean has(Subject subject) {
        return !paths(subject).isEmpty();
    }

    /** The topics of a subject that may be edited, in order. */
    List<TopicPage> of(Subject subject) {
        return paths(subject).stream()
                .filter(path -> !closed.contains(path.value()))
                .map(this::page)
                .toList();
    }

    /** The topic to add a block of a subject to; a new one when there is none, or none with room. */
    TopicPage open(Subject subject) {
        List<TopicPath> paths = paths(subject);
        for (TopicPath path : paths) {
            if (!isPast(paths.get(0), path)
                    && !closed.contains(path.value())
                    && !page(path).isFull()) {
                return page(path);
            }
        }
        if (subject instanceof OfSpeaker speaker) {
            TopicPath path = speakers.next(speaker.name());
            return begin(
                    path,
                    "# " + speaker.name().display() + "\n\n" + speaker.name().comment() + "\n");
        }
        Named named = (Named) subject;
        TopicPath path = paths.isEmpty() ? names.claim(named.path()).orElseThrow() : names.continuation(paths.get(0));
        return begin(path, "# " + named.title() + "\n");
    }

    private List<TopicPath> past(TopicPath first) {
        return stage.topics().stream().filter(path -> isPast(first, path)).toList();
    }

    /** Whether a topic holds a time gone by that was split off another. */
    private static boolean isPast(TopicPath first, TopicPath path) {
        String stem = TopicNames.stem(first);
        return path.value().startsWith(stem)
                && PERIOD.matcher(TopicNames.stem(path).substring(stem.length()))
                        .matches();
    }

    private TopicPage begin(TopicPath path, String text) {
        TopicPage page = new TopicPage(path, text);
        pages.put(path, page);
        return page;
    }

    private TopicPage page(TopicPath path) {
        return pages.computeIfAbsent(
                path, key -> new TopicPage(key, stage.read(key).orElse("")));
    }

    private List<TopicPath> paths(Subject subject) {
        if (subject instanceof OfSpeaker speaker) {
            return speakers.of(speaker.name());
        }
        List<TopicPath> found = new ArrayList<>();
        Optional<TopicPath> path = names.find(((Named) subject).path());
        for (int number = 2; path.isPresent(); number++) {
            found.add(path.get());
            path = names.find(TopicNames.extended(found.get(0), Integer.toString(number)));
        }
        if (!found.isEmpty()) {
            found.addAll(past.computeIfAbsent(found.get(0), this::past));
        }
        return found;
    }

    /** Writes what has changed; whether anything has. */
    boolean put() {
        boolean changed = false;
        for (Map.Entry<TopicPath, TopicPage> entry : pages.entrySet()) {
            if (entry.getValue().changed()) {
                stage.write(entry.getKey(), entry.getValue().render());
                changed = true;
            }
        }
        return changed;
    }
}
