package dev.scriptorium.memory.retrieval.internal.lucene;

import java.util.Optional;

/** What workspace paths tell the index. */
final class Paths {
    private static final String TOPICS = "topics";
    private static final String SOURCES = "sources";
    private static final String V2 = "/_v2/";

    private Paths() {}

    /** Whether the path is that of an archive of the second form. */
    static boolean isV2(String path) {
        int last = path.lastIndexOf('/');
        return last > V2.length() && path.startsWith(SOURCES + "/") && path.startsWith(V2, last - V2.length() + 1);
    }

    /** The path of a v2 archive without its {@code _v2}; empty for every other path. */
    static Optional<String> logical(String path) {
        if (!isV2(path)) {
            return Optional.empty();
        }
        int last = path.lastIndexOf('/');
        return Optional.of(path.substring(0, last - V2.length() + 1) + path.substring(last));
    }

    /**
     * The prefix that a filter stands for: without slashes at its ends, below {@code topics/} unless it begins with a
     * root; empty for no restriction. Roots are found whatever their case, the rest is literal.
     */
    static String prefix(String given) {
        int start = 0;
        int end = given.length();
        while (start < end && given.charAt(start) == '/') {
            start++;
        }
        while (end > start && given.charAt(end - 1) == '/') {
            end--;
        }
        String trimmed = given.substring(start, end);
        if (trimmed.isEmpty()) {
            return "";
        }
        int slash = trimmed.indexOf('/');
        String first = slash < 0 ? trimmed : trimmed.substring(0, slash);
        String rest = slash < 0 ? "" : trimmed.substring(slash);
        for (String root : new String[] {TOPICS, SOURCES}) {
            if (first.equalsIgnoreCase(root)) {
                return root + (rest.isEmpty() ? "/" : rest);
            }
        }
        return TOPICS + "/" + trimmed;
    }
}
