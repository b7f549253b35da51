package dev.scriptorium.memory.markdown.normalize;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.topic.Topic;
import java.util.Optional;
import java.util.Set;

/**
 * The topics that an edit starts from, as far as making it canonical needs to know them. Implementations answer
 * consistently for the life of one edit.
 *
 * @since 0.1
 */
public interface CommittedTopics {

    /** Every path. */
    Set<TopicPath> paths();

    /** Whether there is a topic. */
    boolean contains(TopicPath path);

    /** The topics whose paths some file system would take for this one; itself among them when it is there. */
    Set<TopicPath> spelledLike(TopicPath path);

    /** The directories that topics are in, without a slash at the end. */
    Set<String> directories();

    /** The text of a topic as it stands, line ends included; empty when there is none. */
    Optional<String> text(TopicPath path);

    /** A topic, parsed. */
    Optional<Topic> topic(TopicPath path);

    /** The topic that holds the block of this id. */
    Optional<TopicPath> topicOf(String id);

    /** The topics that define a footnote label. */
    Set<TopicPath> defining(String label);

    /** The topics with a link to the block of this id. */
    Set<TopicPath> linkingTo(String id);
}
