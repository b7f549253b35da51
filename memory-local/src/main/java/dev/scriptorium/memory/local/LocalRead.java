package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.recall.MemoryContext;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.PathOrder;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.history.BlockWording;
import dev.scriptorium.memory.local.recall.RecallIndex;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.local.tx.Transactions;
import dev.scriptorium.memory.local.tx.WorkspaceLayout;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.MemoryRecord;
import dev.scriptorium.memory.markdown.topic.Topic;
import dev.scriptorium.memory.markdown.topic.Whitespace;
import dev.scriptorium.memory.markdown.view.CoreRendering;
import dev.scriptorium.memory.markdown.view.CreationOrder;
import dev.scriptorium.memory.retrieval.rank.SearchAnswer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Looking at a workspace. */
final class LocalRead implements WorkspaceRead {
    private static final String MARKDOWN = ".md";

    private final LocalMemoryConfig config;
    private final Transactions transactions;
    private final WorkspaceFiles files;
    private final RecallIndex index;
    private final StatusReport status;
    private final BlockRefs refs;

    LocalRead(
            LocalMemoryConfig config,
            Transactions transactions,
            WorkspaceFiles files,
            RecallIndex index,
            StatusReport status,
            BlockRefs refs) {
        this.config = config;
        this.transactions = transactions;
        this.files = files;
        this.index = index;
        this.status = status;
        this.refs = refs;
    }

    @Override
    public WorkspaceStatus status() {
        return status.now();
    }

    @Override
    public List<WorkspaceFile> list(String prefix) {
        transactions.requireOutsideCheckpoint();
        return files.list().stream()
                .filter(file -> file.path().startsWith(prefix) || file.path().startsWith(TopicPath.ROOT + prefix))
                .toList();
    }

    @Override
    public String file(String path) {
        transactions.requireOutsideCheckpoint();
        return files.text(path);
    }

    @Override
    public BlockText block(BlockId id) {
        Snapshot snapshot = transactions.current();
        TopicPath path = snapshot.topics().topicOf(id.value()).orElseThrow(() -> noBlock(id));
        Topic topic = snapshot.topics().topic(path).orElseThrow(() -> noBlock(id));
        for (Block block : topic.blocks()) {
            boolean legacy = block.legacy()
                    && block.groups().stream().anyMatch(group -> group.labels().contains(id.value()));
            if (block.ids().contains(id.value()) || legacy) {
                return new BlockText(
                        block.ownId().orElse(id),
                        path,
                        block.headings(),
                        block.line() + 1,
                        BlockWording.markdown(topic, block),
                        block.content());
            }
        }
        throw noBlock(id);
    }

    static MemoryException noBlock(BlockId id) {
        return new MemoryException(ErrorCode.MEMORY_NOT_FOUND, "there is no block ^" + id);
    }

    @Override
    public List<GrepMatch> grep(String text, int limit) {
        if (text.isBlank()) {
            throw new MemoryException(ErrorCode.INVALID_ARGUMENT, "grep needs a text to look for");
        }
        String wanted = text.toLowerCase(Locale.ROOT);
        Snapshot snapshot = transactions.current();
        List<GrepMatch> matches = new ArrayList<>();
        for (String path : underived(snapshot)) {
            String[] lines = text(snapshot, path).split("\n", -1);
            for (int i = 0; i < lines.length && matches.size() < limit; i++) {
                if (lines[i].toLowerCase(Locale.ROOT).contains(wanted)) {
                    matches.add(new GrepMatch(path, i + 1, lines[i]));
                }
            }
        }
        return matches;
    }

    /** The topics of a state and the other files it knows, and those that are nobody's memory, in path order. */
    private Set<String> underived(Snapshot snapshot) {
        Set<String> paths = new TreeSet<>(PathOrder.BY_COMPONENT);
        snapshot.topics().paths().forEach(path -> paths.add(path.value()));
        for (WorkspaceFile file : files.list()) {
            boolean known =
                    snapshot.hash(file.path()).isPresent() || !file.path().endsWith(MARKDOWN);
            if (known && !file.derived()) {
                paths.add(file.path());
            }
        }
        return paths;
    }

    /** The text of a file as a state has it; empty when it is gone and nothing of it is known. */
    private String text(Snapshot snapshot, String path) {
        Optional<String> topic = path.startsWith(TopicPath.ROOT) && path.endsWith(MARKDOWN)
                ? snapshot.topics().text(new TopicPath(path))
                : Optional.empty();
        return topic.or(() ->
                        files.text(path, snapshot.hash(path).isPresent() ? snapshot.length(path) : Long.MAX_VALUE))
                .orElse("");
    }

    @Override
    public SearchResult search(MemoryQuery query, boolean explain) {
        if (query.text().isBlank()) {
            throw new MemoryException(ErrorCode.INVALID_ARGUMENT, "a search needs words to look for");
        }
        SearchAnswer answer = index.search(query, explain);
        return new SearchResult(
                answer.hits(),
                answer.narrowedTo()
                        .map(corpus -> corpus.name().toLowerCase(Locale.ROOT))
                        .orElse(null));
    }

    @Override
    public String explain(MemoryQuery query, BlockId expected) {
        return index.explain(query, expected);
    }

    @Override
    public CoreState core() {
        Snapshot snapshot = transactions.current();
        Optional<String> master = snapshot.topics().text(TopicPath.CORE);
        CoreRendering rendering = transactions.renderCore(snapshot);
        // Without a master the view is what an older version left, and still what sessions start with.
        String rendered = master.isPresent() ? rendering.text() : leftCore();
        boolean says = rendered.lines().anyMatch(line -> !line.startsWith("# ") && !Whitespace.isBlank(line));
        String injected = config.coreInject() && says ? MemoryContext.fence(Whitespace.trim(rendered)) : "";
        return new CoreState(
                master.orElse(""),
                rendered,
                injected,
                rendering.tokens(),
                config.coreTokens(),
                rendering.omitted(),
                rendering.pending());
    }

    private String leftCore() {
        boolean there = files.list().stream().anyMatch(file -> file.path().equals(WorkspaceLayout.CORE_VIEW));
        return there ? files.text(WorkspaceLayout.CORE_VIEW) : "";
    }

    @Override
    public List<TimelineEntry> timeline(Optional<String> date) {
        List<TimelineEntry> entries = new ArrayList<>();
        String prefix = WorkspaceLayout.TIMELINE + "/";
        transactions.renderViews(transactions.current(), (path, text) -> {
            if (path.startsWith(prefix)) {
                String day = path.substring(prefix.length(), path.length() - 3).replace('/', '-');
                if (date.isEmpty() || day.equals(date.get()) || day.startsWith(date.get() + "-")) {
                    entries.add(new TimelineEntry(day, path, text));
                }
            }
        });
        entries.sort(Comparator.comparing(TimelineEntry::date));
        return entries;
    }

    @Override
    public List<MemoryRef> refs(Optional<String> text, int limit) {
        return refs.containing(text, limit);
    }

    @Override
    public List<RecentEvent> recent(int limit) {
        Snapshot snapshot = transactions.current();
        CreationOrder order = transactions.creationOrder(snapshot);
        List<MemoryRecord> own = new ArrayList<>();
        transactions.forEachRecord(snapshot, snapshot.topics().paths(), record -> {
            if (record.own()) {
                own.add(record);
            }
        });
        return own.stream()
                .sorted(Comparator.comparingInt((MemoryRecord record) ->
                                order.number(record.id()).orElse(-1))
                        .reversed())
                .limit(limit)
                .map(record -> new RecentEvent(
                        record.id(),
                        record.when(),
                        record.content(),
                        record.topicPath(),
                        record.headings(),
                        order.number(record.id()).orElse(-1)))
                .toList();
    }
}
