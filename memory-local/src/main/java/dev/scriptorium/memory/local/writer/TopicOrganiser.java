package dev.scriptorium.memory.local.writer;

import dev.scriptorium.memory.api.ref.TopicPath;

/**
 * What can be put in order without a model: exact duplicates are merged, topics that have grown too long are split by
 * their headings of time, the core topic is sorted by how much each block rests on. Nothing is dropped, and doing it
 * twice is doing it once.
 */
final class TopicOrganiser {
    private final Stage stage;

    TopicOrganiser(Stage stage) {
        this.stage = stage;
    }

    WriterOutcome organise() {
        TopicNames names = new TopicNames(stage);
        boolean changed = false;
        for (TopicPath path : stage.topics()) {
            String before = stage.read(path).orElse("");
            String after = ExactDuplicates.merge(path, before);
            if (path.equals(TopicPath.CORE)) {
                after = CoreOrder.order(after);
            } else {
                TopicSplit split = new TopicSplit(path, after, names);
                after = split.rest();
                split.parts().forEach(stage::write);
            }
            if (!after.equals(before)) {
                stage.write(path, after);
                changed = true;
            }
        }
        return changed
                ? WriterOutcome.edited()
                : WriterOutcome.nothingToRecord("no duplicates, no topic past its size, the core in order");
    }
}
