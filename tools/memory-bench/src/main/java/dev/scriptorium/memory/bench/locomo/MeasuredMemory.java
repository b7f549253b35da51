package dev.scriptorium.memory.bench.locomo;

import dev.scriptorium.memory.api.recall.Corpus;
import dev.scriptorium.memory.api.recall.HitSource;
import dev.scriptorium.memory.api.recall.MemoryHit;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.session.SessionStores;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.write.DiscardOutcome;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.api.write.WriteRequest;
import dev.scriptorium.memory.bench.run.ScratchDirectories;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.local.MemoryWorkspace;
import dev.scriptorium.memory.local.UpdateRequest;
import dev.scriptorium.memory.local.WorkspaceChange;
import dev.scriptorium.memory.local.writer.ExtractiveTopicWriter;
import dev.scriptorium.memory.markdown.change.FileChange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A scratch memory of some conversations, removed when it is closed. */
final class MeasuredMemory implements AutoCloseable {
    /** As many hits as the figures look at. */
    private static final int LIMIT = 50;

    private static final int FILES_AT_ONCE = 50;

    private final Path directory;
    private final LocalMemoryBackend backend;

    private MeasuredMemory(Path directory, LocalMemoryBackend backend) {
        this.directory = directory;
        this.backend = backend;
    }

    /** A memory that holds what was said, and nothing else. */
    static MeasuredMemory ofSources(List<Conversation> conversations) throws IOException {
        MeasuredMemory memory = open(conversations, ExtractiveTopicWriter.DEFAULT_SHARE);
        for (Conversation conversation : conversations) {
            DiscardOutcome outcome = memory.backend.extractBeforeDiscard(
                    DiscardRequest.of(conversation.session(), conversation.turns()));
            if (!outcome.archived()) {
                throw new IllegalStateException(conversation.id() + " was not archived");
            }
        }
        return memory;
    }

    /** A memory that the model-free writer has written, keeping a share of what was said. */
    static MeasuredMemory written(Conversation conversation, double share) throws IOException {
        MeasuredMemory memory = open(List.of(conversation), share);
        Optional<WriteFailure> failure = memory.backend.write(WriteRequest.force(conversation.session()));
        if (failure.isPresent()) {
            throw new IllegalStateException(conversation.id() + " was not written: " + failure.get());
        }
        return memory;
    }

    /** A memory of what was said, with what the makers of the data noted down: a topic a speaker and session. */
    static MeasuredMemory observed(Conversation conversation) throws IOException {
        MeasuredMemory memory = ofSources(List.of(conversation));
        Map<String, StringBuilder> topics = new LinkedHashMap<>();
        int label = 0;
        for (Conversation.Observation observation : conversation.observations()) {
            String path = "topics/" + observation.speaker() + "/" + observation.session() + ".md";
            StringBuilder text = topics.computeIfAbsent(
                    path, key -> new StringBuilder("# " + observation.speaker() + " " + observation.session() + "\n"));
            label++;
            text.append('\n').append(observation.text().strip().replaceAll("\\s+", " "));
            text.append("[^e").append(label).append("]\n\n[^e").append(label).append("]: Time: `undated`; Sources: ");
            List<String> links = new ArrayList<>();
            observation.gold().forEach(turn -> links.add("[" + turn + "](" + conversation.ref(turn) + ")"));
            text.append(String.join(", ", links)).append('\n');
        }
        WorkspaceChange change = memory.workspace().change();
        List<FileChange> files = new ArrayList<>();
        topics.forEach((path, text) -> files.add(FileChange.write(path, text.toString())));
        for (int from = 0; from < files.size(); from += FILES_AT_ONCE) {
            change.update(UpdateRequest.files(
                            change.owner("bench/locomo"),
                            files.subList(from, Math.min(files.size(), from + FILES_AT_ONCE)))
                    .build());
        }
        return memory;
    }

    private static MeasuredMemory open(List<Conversation> conversations, double share) throws IOException {
        Path directory = Files.createTempDirectory("scriptorium-locomo-").toRealPath();
        Map<SessionId, SessionStore> stores = new LinkedHashMap<>();
        conversations.forEach(conversation ->
                stores.put(conversation.session(), SessionStores.ofList(conversation.session(), conversation.turns())));
        LocalMemoryConfig config = LocalMemoryConfig.builder(directory.resolve("memory"), new SeveralSessions(stores))
                .history(false)
                .zone(ZoneOffset.UTC)
                .writer(new ExtractiveTopicWriter(share))
                .build();
        return new MeasuredMemory(directory, LocalMemoryBackend.open(config));
    }

    /** Several stores of one session each as one. */
    private record SeveralSessions(Map<SessionId, SessionStore> stores) implements SessionStore {
        @Override
        public Optional<Turn> turn(SessionId session, TurnId turn) {
            SessionStore store = stores.get(session);
            return store == null ? Optional.empty() : store.turn(session, turn);
        }

        @Override
        public Optional<TurnId> head(SessionId session) {
            SessionStore store = stores.get(session);
            return store == null ? Optional.empty() : store.head(session);
        }
    }

    MemoryWorkspace workspace() {
        return backend.workspace();
    }

    Path root() {
        return directory.resolve("memory");
    }

    /** The references of the turns behind the hits of a question, each once, best first. */
    List<String> ranked(String question, Corpus corpus, boolean floor) {
        MemoryQuery query = MemoryQuery.builder(question)
                .limit(LIMIT)
                .corpus(corpus)
                .floor(floor)
                .build();
        List<String> refs = new ArrayList<>();
        for (MemoryHit hit : workspace().read().search(query, false).hits()) {
            for (HitSource source : hit.sources()) {
                String ref = source.ref().value();
                if (!refs.contains(ref)) {
                    refs.add(ref);
                }
            }
        }
        return refs;
    }

    /** What a host would be given for a turn, with all defaults; empty for silence. */
    String recalled(String question) {
        return backend.search(MemoryQuery.of(question)).orElse("");
    }

    @Override
    public void close() throws IOException {
        backend.close();
        ScratchDirectories.remove(directory);
    }
}
