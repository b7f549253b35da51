package dev.scriptorium.memory.retrieval.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a model does, nobody suffers from it. */
@Timeout(60)
class EmbedderTests {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final ConceptModel model = new ConceptModel();
    private long now;
    private final Embedder embedder = new Embedder(model, null, () -> now);

    private Map<String, Optional<float[]>> vectors(String... texts) {
        return embedder.vectors(List.of(texts), () -> false);
    }

    @Nested
    class Vectors {

        @Test
        void are_of_length_one_whatever_the_model_gives() {
            float[] vector = vectors("doctor house").get("doctor house").orElseThrow();
            double square = 0;
            for (float value : vector) {
                square += value * value;
            }
            assertThat(square).isCloseTo(1, org.assertj.core.data.Offset.offset(1e-5));
        }

        @Test
        void are_asked_for_in_batches_and_each_text_once() {
            List<String> texts =
                    IntStream.range(0, 150).mapToObj(i -> "text number" + i).toList();
            List<String> twice = java.util.stream.Stream.concat(texts.stream(), texts.stream())
                    .toList();
            Deque<Integer> sizes = new ArrayDeque<>();
            Embedder counting = new Embedder(
                    new Delegating(model) {
                        @Override
                        public List<float[]> embed(List<String> batch, Duration atMost) {
                            sizes.add(batch.size());
                            return super.embed(batch, atMost);
                        }
                    },
                    null,
                    () -> now);
            assertThat(counting.vectors(twice, () -> false)).hasSize(150);
            assertThat(sizes).containsExactly(64, 64, 22);
        }

        @ParameterizedTest
        @ValueSource(floats = {0f, Float.NaN, Float.POSITIVE_INFINITY})
        void that_are_none_are_remembered_as_such(float value) {
            model.with((text, vector) -> {
                if (text.equals("strange")) {
                    Arrays.fill(vector, value);
                }
                return vector;
            });
            assertThat(vectors("strange", "doctor"))
                    .hasEntrySatisfying("strange", none -> assertThat(none).isEmpty())
                    .hasEntrySatisfying("doctor", some -> assertThat(some).isPresent());
            assertThat(embedder.isPaused()).isFalse();
        }

        @Test
        void of_a_text_that_the_model_chokes_on_stay_lacking_and_the_others_are_learned() {
            model.with((text, vector) -> {
                if (text.equals("poison")) {
                    throw new IllegalStateException(text);
                }
                return vector;
            });
            assertThat(vectors("doctor", "poison", "house")).containsOnlyKeys("doctor", "house");
            assertThat(embedder.isSetAside("poison")).isTrue();
            assertThat(embedder.isPaused()).isFalse();
            model.forget();
            assertThat(vectors("poison")).isEmpty();
            assertThat(model.asked()).isEmpty();

            for (int minute = 0; minute < 5; minute++) {
                now += Duration.ofMinutes(1).toNanos();
                vectors("poison");
            }
            assertThat(model.asked().stream().filter("poison"::equals)).hasSize(4);
        }

        @Test
        void that_fail_for_a_moment_are_asked_for_again_after_a_minute() {
            int[] busy = {2};
            model.with((text, vector) -> {
                if (busy[0]-- > 0) {
                    throw new IllegalStateException("429");
                }
                return vector;
            });
            assertThat(vectors("doctor")).isEmpty();
            assertThat(embedder.isPaused()).isFalse();
            now += Duration.ofMinutes(1).toNanos();
            assertThat(vectors("doctor"))
                    .hasEntrySatisfying("doctor", some -> assertThat(some).isPresent());
            assertThat(embedder.setsAside()).isFalse();
        }

        @Test
        void of_another_length_than_the_model_says_are_not_taken_and_it_is_left_alone() {
            model.with((text, vector) -> new float[3]);
            assertThat(vectors("doctor", "house")).isEmpty();
            assertThat(embedder.isPaused()).isTrue();
        }

        @Test
        void of_another_number_than_the_texts_are_not_taken() {
            Embedder generous = new Embedder(
                    new Delegating(model) {
                        @Override
                        public List<float[]> embed(List<String> texts, Duration atMost) {
                            return List.of(new float[64], new float[64], new float[64]);
                        }
                    },
                    null,
                    () -> now);
            assertThat(generous.vectors(List.of("doctor"), () -> false)).isEmpty();
            assertThat(generous.meaning("doctor", LONG, false)).isEmpty();
        }

        @Test
        void of_a_model_out_of_order_are_asked_for_again_after_a_minute() {
            model.with((text, vector) -> {
                throw new IllegalStateException("out of order");
            });
            assertThat(vectors("doctor", "house")).isEmpty();
            int asked = model.asked().size();
            assertThat(vectors("doctor", "house")).isEmpty();
            assertThat(model.asked()).hasSize(asked);

            model.with((text, vector) -> vector);
            now += Duration.ofMinutes(1).toNanos();
            assertThat(vectors("doctor", "house")).hasSize(2);
        }

        @Test
        void are_not_asked_for_any_more_once_it_is_told_to_stop() {
            List<String> texts =
                    IntStream.range(0, 200).mapToObj(i -> "text number" + i).toList();
            assertThat(embedder.vectors(texts, () -> !model.asked().isEmpty())).hasSize(Embedder.BATCH);
        }
    }

    @Nested
    class Questions {

        @Test
        void that_fail_three_times_have_the_model_left_alone() {
            model.with((text, vector) -> {
                throw new LinkageError("no native library");
            });
            for (int i = 0; i < 5; i++) {
                assertThat(embedder.meaningInTime("doctor", LONG, false)).isEmpty();
            }
            assertThat(model.asked()).hasSize(3);
        }

        @Test
        void of_any_length_are_read_from_their_beginning_and_never_cut_inside_a_character() {
            assertThat(embedder.meaning("doctor " + "😀".repeat(10_000), LONG, false))
                    .isPresent();
            String asked = model.asked().get(0);
            assertThat(asked.length()).isLessThanOrEqualTo(8_000);
            assertThat(Character.isHighSurrogate(asked.charAt(asked.length() - 1)))
                    .isFalse();
        }

        @ParameterizedTest
        @ValueSource(strings = {"", " \n\t"})
        void without_a_word_are_not_put_to_it(String question) {
            assertThat(embedder.meaning(question, LONG, false)).isEmpty();
            assertThat(model.asked()).isEmpty();
        }

        @Test
        void without_an_executor_are_asked_once_of_a_model_that_is_too_slow() {
            model.with((text, vector) -> {
                now += Duration.ofSeconds(5).toNanos();
                return vector;
            });
            embedder.meaningInTime("doctor", Duration.ofMillis(100), false);
            assertThat(embedder.isPaused()).isTrue();
            assertThat(embedder.meaningInTime("doctor", Duration.ofMillis(100), false))
                    .isEmpty();
            assertThat(model.asked()).hasSize(1);
        }

        @Test
        void on_an_executor_are_not_waited_for_and_the_next_ones_not_put_until_the_model_is_back() throws Exception {
            CountDownLatch release = new CountDownLatch(1);
            model.with((text, vector) -> {
                try {
                    release.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return vector;
            });
            ExecutorService executor = Executors.newSingleThreadExecutor();
            try {
                Embedder elsewhere = new Embedder(model, executor, () -> now);
                assertThat(elsewhere.meaningInTime("doctor", Duration.ofMillis(20), false))
                        .isEmpty();
                assertThat(elsewhere.meaningInTime("house", LONG, false)).isEmpty();
                assertThat(release.getCount()).isEqualTo(1);
                release.countDown();
                executor.submit(() -> {}).get();
                assertThat(elsewhere.meaningInTime("house", LONG, false)).isPresent();
            } finally {
                release.countDown();
                executor.shutdown();
            }
        }

        @Test
        void are_not_put_to_it_when_the_executor_takes_no_more_work() {
            Executor full = task -> {
                throw new RejectedExecutionException();
            };
            assertThat(new Embedder(model, full, () -> now).meaningInTime("doctor", LONG, false))
                    .isEmpty();
        }

        @Test
        void of_whoever_is_interrupted_say_nothing_against_the_model() {
            Executor never = task -> {};
            Embedder elsewhere = new Embedder(model, never, () -> now);
            for (int i = 0; i < 5; i++) {
                Thread.currentThread().interrupt();
                assertThat(elsewhere.meaningInTime("doctor", LONG, false)).isEmpty();
                assertThat(Thread.interrupted()).isTrue();
            }
            assertThat(elsewhere.isPaused()).isFalse();
        }
    }

    @Nested
    class AModel {

        @ParameterizedTest
        @ValueSource(strings = {"", " ", "two\nlines"})
        void has_a_name(String name) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Embedder.of(new ConceptModel(name, 64), null))
                    .withMessageContaining("name of an embedding model");
        }

        @ParameterizedTest
        @ValueSource(ints = {0, -1, 4_097})
        void has_vectors_that_can_be_kept(int dimensions) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Embedder.of(new ConceptModel("other", dimensions), null))
                    .withMessageContaining("from 1 to 4096 dimensions, those of other: " + dimensions);
        }
    }

    private static class Delegating implements EmbeddingModel {
        private final EmbeddingModel model;

        Delegating(EmbeddingModel model) {
            this.model = model;
        }

        @Override
        public String name() {
            return model.name();
        }

        @Override
        public int dimensions() {
            return model.dimensions();
        }

        @Override
        public double floor() {
            return model.floor();
        }

        @Override
        public List<float[]> embed(List<String> texts, Duration atMost) {
            return model.embed(texts, atMost);
        }
    }
}
