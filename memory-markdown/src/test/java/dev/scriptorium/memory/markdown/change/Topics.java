package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Topic trees and their texts. */
final class Topics {
    private Topics() {}

    static TopicTree tree(Map<String, String> texts) {
        Map<TopicPath, Optional<String>> files = new TreeMap<>();
        texts.forEach((path, text) -> files.put(new TopicPath(path), Optional.of(text)));
        return TopicTree.EMPTY.with(files);
    }

    static TopicTree tree(String path, String text) {
        return tree(Map.of(path, text));
    }

    static Map<String, String> texts(TopicTree tree) {
        Map<String, String> texts = new TreeMap<>();
        tree.paths().forEach(path -> texts.put(path.value(), tree.text(path).orElseThrow()));
        return texts;
    }
}
