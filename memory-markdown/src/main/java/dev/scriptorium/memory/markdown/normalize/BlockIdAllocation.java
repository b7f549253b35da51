package dev.scriptorium.memory.markdown.normalize;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.topic.Whitespace;
import java.util.HashSet;
import java.util.Set;

/** Gives new blocks their ids. */
final class BlockIdAllocation {
    private final CommittedTopics committed;
    private final Set<String> issued = new HashSet<>();

    BlockIdAllocation(CommittedTopics committed) {
        this.committed = committed;
    }

    /** The id of a block whose words, local labels included, are these. */
    String allocate(TopicPath path, String body) {
        String seed = "block|" + path.fileName() + "|" + Whitespace.collapse(body) + "|";
        for (int counter = 0; ; counter++) {
            String id = Sha256.hex(seed + counter, 8);
            if (committed.topicOf(id).isEmpty() && issued.add(id)) {
                return id;
            }
        }
    }
}
