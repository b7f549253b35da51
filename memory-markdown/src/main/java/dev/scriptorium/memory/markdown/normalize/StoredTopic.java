package dev.scriptorium.memory.markdown.normalize;

import dev.scriptorium.memory.markdown.topic.Topic;

/**
 * A topic as a tree holds it: its summary at once, its text when somebody asks. Implementations give the same text
 * for as long as they live.
 *
 * @since 0.1
 */
public interface StoredTopic {
    /** What leads to it. */
    TopicSummary summary();

    /** Its text, line ends included. */
    String text();

    /** Its text, parsed. */
    Topic topic();
}
