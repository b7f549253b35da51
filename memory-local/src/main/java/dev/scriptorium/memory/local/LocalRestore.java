package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.session.AuthorityTier;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.git.History;
import dev.scriptorium.memory.local.history.BlockWording;
import dev.scriptorium.memory.local.history.PastBlocks;
import dev.scriptorium.memory.local.tx.Installed;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.local.tx.TransactionRequest;
import dev.scriptorium.memory.local.tx.Transactions;
import dev.scriptorium.memory.local.tx.WorkspaceLayout;
import dev.scriptorium.memory.markdown.change.RestoredRecords;
import dev.scriptorium.memory.markdown.change.SourceProvenance;
import dev.scriptorium.memory.markdown.normalize.EditPolicy;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.source.ArchivedSource;
import dev.scriptorium.memory.markdown.source.SourceTargets;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.Definition;
import dev.scriptorium.memory.markdown.topic.SourceLink;
import dev.scriptorium.memory.markdown.topic.Topic;
import dev.scriptorium.memory.markdown.validate.Rule;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Brings topics back to what a commit holds, by new transactions. The history itself only ever grows. */
final class LocalRestore {
    private static final int ATTEMPTS = 5;
    private static final int SHORT_ID = 10;

    private final Transactions transactions;
    private final History history;
    private final Aftermath aftermath;
    private final Duration timeout;

    LocalRestore(Transactions transactions, History history, Aftermath aftermath, Duration timeout) {
        this.transactions = transactions;
        this.history = history;
        this.aftermath = aftermath;
        this.timeout = timeout;
    }

    /** What is to be brought back. */
    private record Target(String commit, String message, EditPolicy policy) {}

    /** The texts that topics get, given what they say now. */
    private interface Texts {
        Map<TopicPath, Optional<String>> from(Snapshot now);
    }

    RestoreReport commit(SourceProvenance caller, String commit) {
        requireOwner(caller);
        String id = HistoryDiffs.resolve(history, commit);
        return install(caller, target(id, "memory: restore all of " + brief(id)), now -> all(id, now));
    }

    private Map<TopicPath, Optional<String>> all(String commit, Snapshot now) {
        SortedMap<String, String> then = new PastBlocks(history).topics(commit);
        Map<TopicPath, Optional<String>> texts = new TreeMap<>();
        for (TopicPath path : now.topics().paths()) {
            String blob = then.get(path.value());
            if (blob == null || !blob.equals(blob(now, path))) {
                texts.put(path, Optional.empty());
            }
        }
        then.forEach((name, blob) -> {
            TopicPath path = new TopicPath(name);
            boolean same = now.topics().contains(path) && !texts.containsKey(path);
            if (!same) {
                // What never was part of the memory, a person's note that they committed, is none of ours.
                decoded(history.content(blob))
                        .filter(text -> holdsRecords(TopicParser.parse(path, text)))
                        .ifPresent(text -> texts.put(path, Optional.of(text)));
            }
        });
        return texts;
    }

    private static String blob(Snapshot now, TopicPath path) {
        return History.blobId(now.topics().text(path).orElse("").getBytes(StandardCharsets.UTF_8));
    }

    private static boolean holdsRecords(Topic topic) {
        return topic.blocks().stream()
                .anyMatch(block -> !block.ids().isEmpty() || !block.groups().isEmpty());
    }

    RestoreReport file(SourceProvenance caller, String commit, String name) {
        requireOwner(caller);
        if (name.startsWith(WorkspaceLayout.SOURCES + "/")) {
            return archive(caller, HistoryDiffs.resolve(history, commit), name);
        }
        TopicPath path = topic(name);
        String id = HistoryDiffs.resolve(history, commit);
        String text = history.read(id, path.value())
                .map(bytes -> text(path.value(), bytes))
                .orElseThrow(() -> new MemoryException(
                        ErrorCode.MEMORY_NOT_FOUND,
                        "commit " + brief(id) + " holds no file " + path + "; log says which commits do"));
        return install(
                caller,
                target(id, "memory: restore " + path + " from " + brief(id)),
                now -> Map.of(path, Optional.of(text)));
    }

    private RestoreReport archive(SourceProvenance caller, String commit, String path) {
        byte[] bytes = history.read(commit, path)
                .orElseThrow(() -> new MemoryException(
                        ErrorCode.MEMORY_NOT_FOUND,
                        "commit " + brief(commit) + " holds no file " + path + "; log says which commits do"));
        requireLatest(commit, path, bytes.length);
        String operation = "op-" + Disk.randomHex(12);
        String message = "memory: restore " + path + " from " + brief(commit);
        Snapshot now = transactions.forChange();
        Installed installed = transactions.install(
                TransactionRequest.builder(operation, caller.origin(), message)
                        .repair(Map.of(path, bytes))
                        .build(),
                timeout);
        return report(operation, target(commit, message), now, installed);
    }

    /** Archives only ever grow: an older one in the place of one that is gone would cut off what was said since. */
    private void requireLatest(String commit, String path, int length) {
        int latest = history.head()
                .flatMap(head -> history.read(head, path))
                .map(held -> held.length)
                .orElse(0);
        if (length < latest) {
            throw new MemoryException(
                    ErrorCode.READ_ONLY_PATH,
                    path + " has " + length + " bytes in commit " + brief(commit) + " and " + latest
                            + " in the latest; archives are only ever appended to, so restore it from the latest");
        }
    }

    private static TopicPath topic(String name) {
        boolean other = name.startsWith(WorkspaceLayout.TIMELINE + "/")
                || name.equals(WorkspaceLayout.CORE_VIEW)
                || name.equals(WorkspaceLayout.RECENT_VIEW)
                || name.equals(WorkspaceLayout.RELATIONS_VIEW);
        if (other) {
            throw new MemoryException(
                    ErrorCode.READ_ONLY_PATH, name + " cannot be restored: views follow topics; restore a topic");
        }
        boolean outside = name.startsWith("/") || name.startsWith(".") || name.startsWith(TopicPath.ROOT);
        return new TopicPath(outside ? name : TopicPath.ROOT + name);
    }

    RestoreReport block(SourceProvenance caller, String commit, BlockId block) {
        requireOwner(caller);
        String id = HistoryDiffs.resolve(history, commit);
        EditPolicy policy = EditPolicy.puttingBack(transactions::issued).removing(Set.of());
        return install(
                caller,
                new Target(id, "memory: restore ^" + block + " from " + brief(id), policy),
                now -> block(id, block, now));
    }

    private Map<TopicPath, Optional<String>> block(String commit, BlockId id, Snapshot now) {
        PastBlocks past = new PastBlocks(history);
        Optional<TopicPath> home = now.topics().topicOf(id.value());
        PastBlocks.Place then = past.find(commit, id.value(), home)
                .orElseThrow(() -> new MemoryException(
                        ErrorCode.MEMORY_NOT_FOUND,
                        "commit " + brief(commit) + " holds no block ^" + id + "; log says which commits changed it"));
        List<RestoredRecords.Then> parts = new ArrayList<>();
        parts.add(new RestoredRecords.Then(then.topic(), then.block()));
        Set<String> known = new HashSet<>(BlockWording.ids(then.block()));
        for (String absorbed :
                home.map(path -> standing(now.topics(), path, id)).orElseGet(List::of)) {
            if (!known.contains(absorbed)) {
                past.find(commit, absorbed, home).ifPresent(place -> {
                    parts.add(new RestoredRecords.Then(place.topic(), place.block()));
                    known.addAll(BlockWording.ids(place.block()));
                });
            }
        }
        return RestoredRecords.stage(id, parts, now.topics(), now.sources()).files();
    }

    /** The ids that the block answers to now. */
    private static List<String> standing(TopicTree topics, TopicPath path, BlockId id) {
        return topics.topic(path).stream()
                .flatMap(topic -> topic.blocks().stream())
                .map(BlockWording::ids)
                .filter(ids -> ids.contains(id.value()))
                .findFirst()
                .orElseGet(List::of);
    }

    private Target target(String commit, String message) {
        return new Target(commit, message, EditPolicy.puttingBack(transactions::issued));
    }

    private static String brief(String commit) {
        return commit.substring(0, SHORT_ID);
    }

    private static void requireOwner(SourceProvenance caller) {
        if (caller.tier() != AuthorityTier.OWNER) {
            throw new MemoryException(
                    ErrorCode.NOT_PERMITTED, "only the owner may restore: what was added since may go by it");
        }
    }

    private static String text(String path, byte[] bytes) {
        return decoded(bytes).orElseThrow(() -> {
            Violation violation = Rule.ENCODING.in(new TopicPath(path), "bytes that are no UTF-8, in the old state");
            return new MemoryException(ErrorCode.INVALID_TOPIC_FORMAT, violation.toString(), List.of(violation));
        });
    }

    private static Optional<String> decoded(byte[] bytes) {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /** Made for no state in particular, so it is made again when somebody else was quicker at the same blocks. */
    private RestoreReport install(SourceProvenance caller, Target target, Texts texts) {
        String operation = "op-" + Disk.randomHex(12);
        for (int attempt = 1; ; attempt++) {
            Snapshot now = transactions.forChange();
            try {
                Installed installed = transactions.install(
                        TransactionRequest.builder(operation, caller.origin(), target.message())
                                .edit(texts.from(now), now, target.policy())
                                .build(),
                        timeout);
                return report(operation, target, now, installed);
            } catch (MemoryException e) {
                if (e.code() != ErrorCode.CONCURRENT_UPDATE || attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private RestoreReport report(String operation, Target target, Snapshot before, Installed installed) {
        Set<TopicPath> files = installed.edit().files().keySet();
        Set<String> had = ids(before.topics(), files);
        Set<BlockId> returned = new TreeSet<>();
        for (String id : ids(installed.snapshot().topics(), files)) {
            if (!had.contains(id)) {
                returned.add(new BlockId(id));
            }
        }
        int uncited = uncited(before, installed.snapshot(), files);
        return new RestoreReport(
                target.commit(),
                installed.snapshot().revision(),
                List.copyOf(installed.changedFiles()),
                returned,
                installed.edit().removed(),
                uncited,
                aftermath.of(operation, installed).orElse(null));
    }

    private static Set<String> ids(TopicTree topics, Collection<TopicPath> files) {
        Set<String> ids = new HashSet<>();
        for (TopicPath path : files) {
            for (Block block : topics.topic(path).map(Topic::blocks).orElseGet(List::of)) {
                ids.addAll(BlockWording.ids(block));
            }
        }
        return ids;
    }

    /** The turns that were cited by what was replaced, and are cited by nothing now. */
    private static int uncited(Snapshot before, Snapshot after, Collection<TopicPath> files) {
        Set<SourceRef> lost = cited(before, files);
        lost.removeAll(cited(after, files));
        for (TopicPath path :
                lost.isEmpty() ? Set.<TopicPath>of() : after.topics().paths()) {
            lost.removeAll(cited(after, List.of(path)));
        }
        return lost.size();
    }

    private static Set<SourceRef> cited(Snapshot state, Collection<TopicPath> files) {
        Set<SourceRef> cited = new HashSet<>();
        for (TopicPath path : files) {
            Optional<Topic> topic = state.topics().topic(path);
            for (Definition definition :
                    topic.map(present -> present.definitions().values()).orElseGet(List::of)) {
                for (SourceLink link : definition.sources()) {
                    SourceTargets.resolve(path, link.target(), state.sources())
                            .map(ArchivedSource::ref)
                            .ifPresent(cited::add);
                }
            }
        }
        return cited;
    }
}
