package dev.scriptorium.memory.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The pages of the project lead to each other, and nowhere that does not exist. */
final class LinkTests {
    private static final int AT_LEAST_PAGES = 25;

    private static boolean isElsewhere(String target) {
        return target.matches("[A-Za-z][A-Za-z0-9+.-]*:.*");
    }

    private static Path resolve(Path page, String target) {
        String path = target.substring(0, target.indexOf('#') < 0 ? target.length() : target.indexOf('#'));
        String decoded = URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
        return decoded.isEmpty() ? page : page.resolveSibling(decoded).normalize();
    }

    @Test
    void every_relative_link_leads_to_a_file_and_to_a_heading_in_it() {
        List<String> broken = new ArrayList<>();
        List<Path> pages = Project.pages();
        assertThat(pages).hasSizeGreaterThanOrEqualTo(AT_LEAST_PAGES);
        for (Path path : pages) {
            for (Page.Link link : Page.of(path).links()) {
                if (isElsewhere(link.target())) {
                    continue;
                }
                Path target = resolve(path, link.target());
                boolean inside = !target.startsWith("..") && !target.isAbsolute();
                boolean there = inside && Files.exists(Project.root().resolve(target));
                int hash = link.target().indexOf('#');
                boolean anchored = hash < 0
                        || !there
                        || Page.of(target).anchors().contains(link.target().substring(hash + 1));
                if (!there || !anchored) {
                    broken.add(path + ":" + link.line() + " " + link.target());
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void every_page_below_docs_is_reached_from_the_readme() {
        Set<Path> seen = new TreeSet<>();
        Deque<Path> next = new ArrayDeque<>(List.of(Path.of("README.md")));
        while (!next.isEmpty()) {
            Path page = next.poll();
            if (seen.add(page) && page.toString().endsWith(".md")) {
                Page.of(page).links().stream()
                        .map(Page.Link::target)
                        .filter(target -> !isElsewhere(target))
                        .map(target -> resolve(page, target))
                        .filter(target -> Files.isRegularFile(Project.root().resolve(target)))
                        .forEach(next::add);
            }
        }
        assertThat(Project.pages()).filteredOn(page -> page.startsWith("docs")).allMatch(seen::contains);
    }
}
