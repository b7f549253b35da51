package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.TopicPath;

/** Topic paths as requests spell them. */
final class ChangePaths {
    private ChangePaths() {}

    /**
     * The path with {@code ./} and {@code //} collapsed.
     *
     * @throws MemoryException {@code PATH_OUTSIDE_WORKSPACE} or {@code READ_ONLY_PATH}
     */
    static TopicPath read(String spelled) {
        if (spelled.startsWith("/") || (!spelled.contains("//") && !spelled.contains("./"))) {
            return new TopicPath(spelled);
        }
        StringBuilder out = new StringBuilder(spelled.length());
        String[] parts = spelled.split("/", -1);
        for (int i = 0; i < parts.length; i++) {
            // An empty last part means a directory, which is no topic.
            boolean last = i == parts.length - 1;
            if (last || !(parts[i].isEmpty() || parts[i].equals("."))) {
                out.append(out.length() == 0 ? "" : "/").append(parts[i]);
            }
        }
        return new TopicPath(out.toString());
    }
}
