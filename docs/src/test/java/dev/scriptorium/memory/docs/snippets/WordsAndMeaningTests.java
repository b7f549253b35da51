package dev.scriptorium.memory.docs.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.session.SessionStores;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.retrieval.embedding.EmbeddingModel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/guide/words-and-meaning.md shows. */
final class WordsAndMeaningTests {

    /** Somebody's service that makes vectors. */
    interface EmbeddingService {
        List<float[]> embed(List<String> texts, Duration atMost);
    }

    // snippet an embedding model
    static final class ServedModel implements EmbeddingModel {
        private final EmbeddingService service;

        ServedModel(EmbeddingService service) {
            this.service = service;
        }

        @Override
        public String name() {
            return "all-minilm-l6-v2";
        }

        @Override
        public int dimensions() {
            return 384;
        }

        @Override
        public double floor() {
            return .6;
        }

        @Override
        public List<float[]> embed(List<String> texts, Duration atMost) {
            return service.embed(texts, atMost);
        }
    }
    // end of snippet

    @Test
    void a_host_brings_a_model_of_meaning(@TempDir Path directory) {
        SessionStore store = SessionStores.ofList(new SessionId("s"), List.of());
        EmbeddingService service =
                (texts, atMost) -> texts.stream().map(text -> new float[384]).toList();
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try {
            // snippet meaning is asked for
            LocalMemoryConfig config = LocalMemoryConfig.builder(directory, store)
                    .recall(LocalMemoryConfig.Recall.HYBRID)
                    .embeddingModel(new ServedModel(service))
                    .executor(executor)
                    .build();
            // end of snippet
            try (LocalMemoryBackend backend = LocalMemoryBackend.open(config)) {
                assertThat(backend.workspace().read().status().notes()).isEmpty();
            }
        } finally {
            executor.shutdownNow();
        }
    }
}
