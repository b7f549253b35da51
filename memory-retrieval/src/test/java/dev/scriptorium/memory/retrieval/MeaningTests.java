package dev.scriptorium.memory.retrieval;

import static dev.scriptorium.memory.retrieval.Fixtures.apply;
import static dev.scriptorium.memory.retrieval.Fixtures.archive;
import static dev.scriptorium.memory.retrieval.Fixtures.archivePath;
import static dev.scriptorium.memory.retrieval.Fixtures.block;
import static dev.scriptorium.memory.retrieval.Fixtures.ids;
import static dev.scriptorium.memory.retrieval.Fixtures.save;
import static dev.scriptorium.memory.retrieval.Fixtures.topic;
import static dev.scriptorium.memory.retrieval.Fixtures.turn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.recall.Corpus;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.retrieval.content.IndexedBlock;
import dev.scriptorium.memory.retrieval.content.IndexedFile;
import dev.scriptorium.memory.retrieval.content.IndexedTurn;
import dev.scriptorium.memory.retrieval.embedding.ConceptModel;
import dev.scriptorium.memory.retrieval.embedding.Embedder;
import dev.scriptorium.memory.retrieval.embedding.Meaning;
import dev.scriptorium.memory.retrieval.rank.SearchAnswer;
import dev.scriptorium.memory.retrieval.rank.SearchOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is found by its meaning, and where its vectors come from. */
@Timeout(120)
class MeaningTests {
    private static final String ASKED = "Which doctor did they see?";

    @TempDir
    Path directory;

    private final ConceptModel model = new ConceptModel();
    private Embedder embedder = Embedder.of(model, null);
    private MemoryIndex index;

    @BeforeEach
    void open() {
        index = opened(model);
    }

    @AfterEach
    void close() {
        index.close();
    }

    private MemoryIndex opened(ConceptModel with) {
        embedder = Embedder.of(with, null);
        return MemoryIndex.open(directory.resolve("index"), Fixtures.SETTINGS.withVectors(embedder));
    }

    private MemoryIndex withoutModel() {
        return MemoryIndex.open(directory.resolve("index"), Fixtures.SETTINGS);
    }

    private void take(IndexedFile... files) {
        apply(index, files);
        fill();
    }

    private void fill() {
        assertThat(index.fillVectors(() -> false)).isTrue();
    }

    private Meaning meaning(String question, boolean alone) {
        return embedder.meaning(question, Duration.ofSeconds(1), alone).orElseThrow();
    }

    private SearchAnswer search(MemoryQuery.Builder query, boolean alone) {
        MemoryQuery built = query.build();
        return index.search(
                built,
                SearchOptions.builder()
                        .explained(true)
                        .meaning(meaning(built.text(), alone))
                        .build());
    }

    private List<String> recalled(String question) {
        return ids(search(MemoryQuery.builder(question), false));
    }

    private List<String> byMeaning(String question) {
        return ids(search(MemoryQuery.builder(question), true));
    }

    private static IndexedFile people(IndexedBlock... blocks) {
        return topic("topics/people.md", "h" + blocks.length, blocks);
    }

    private static final IndexedBlock PHYSICIAN = block("b1", "The physician ordered a week of rest", "t1");
    private static final IndexedBlock COTTAGE = block("b2", "Their cottage burned down in winter", "t1");
    private static final IndexedFile SAID = archive("s1", "a1", turn("t1", "Kim", "Nothing of note was said."));

    @Nested
    class Finding {

        @Test
        void needs_no_word_of_the_question() {
            take(SAID, people(PHYSICIAN, COTTAGE));
            assertThat(Fixtures.recalled(index, ASKED)).isEmpty();
            assertThat(recalled(ASKED)).containsExactly("b1");
            assertThat(byMeaning(ASKED)).containsExactly("b1");
        }

        @Test
        void says_what_the_meaning_gave() {
            take(SAID, people(PHYSICIAN, COTTAGE));
            assertThat(search(MemoryQuery.builder(ASKED), false).hits().get(0).explanation())
                    .contains("meaning +1.00 (cosine 0.");
            SearchOptions options =
                    SearchOptions.builder().meaning(meaning(ASKED, false)).build();
            assertThat(index.explain(MemoryQuery.of(ASKED), new BlockId("b1"), options)
                            .lines())
                    .anyMatch(line -> line.startsWith("Looked for by meaning too"))
                    .anyMatch(line -> line.startsWith("Found at place 1 of 1"));
            assertThat(index.explain(MemoryQuery.of(ASKED), new BlockId("b2"), options)
                            .lines())
                    .anyMatch(line -> line.startsWith("Not found: it is not near enough in meaning"));
        }

        @Test
        void counts_words_and_meaning_together() {
            take(
                    SAID,
                    people(
                            block("words", "They see a rainbow over the harbour", "t1"),
                            block("both", "They see their surgeon on Fridays", "t1"),
                            block("meaning", "A physician came by", "t1")));
            assertThat(recalled(ASKED)).startsWith("both").contains("words", "meaning");
        }

        @Test
        void is_silent_when_nothing_is_near_although_something_is_always_nearest() {
            take(SAID, people(PHYSICIAN, COTTAGE));
            assertThat(recalled("Where is the automobile parked?")).isEmpty();
            assertThat(byMeaning("Where is the automobile parked?")).isEmpty();
            assertThat(ids(search(
                            MemoryQuery.builder("Where is the automobile parked?")
                                    .floor(false),
                            true)))
                    .contains("b1", "b2");
        }

        @Test
        void by_meaning_alone_is_not_helped_by_words() {
            take(SAID, people(COTTAGE));
            model.with((text, vector) -> {
                if (text.contains("winter")) {
                    java.util.Arrays.fill(vector, 0);
                    vector[text.startsWith("Heading") ? 60 : 61] = 1;
                }
                return vector;
            });
            take(people(COTTAGE, block("b3", "A harbour in winter", "t1")));
            assertThat(recalled("Which harbour in winter?")).contains("b3");
            assertThat(byMeaning("Which harbour in winter?")).isEmpty();
        }

        @Test
        void is_silent_for_turns_that_only_thank_or_greet() {
            take(SAID, people(PHYSICIAN));
            model.with((text, vector) -> {
                vector[0] = 100;
                return vector;
            });
            assertThat(recalled("Thanks, please try again")).isEmpty();
        }

        @Test
        void restricts_before_it_cuts() {
            List<IndexedBlock> near = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                near.add(block("n" + i, "doctor doctor number" + i, "t1"));
            }
            take(
                    SAID,
                    topic("topics/clinic.md", "h", near.toArray(new IndexedBlock[0])),
                    topic("topics/home/ada.md", "h", PHYSICIAN));
            assertThat(ids(search(MemoryQuery.builder(ASKED).pathPrefix("topics/home"), true)))
                    .containsExactly("b1");
        }

        @Test
        void answers_for_a_speaker_from_what_that_speaker_said() {
            take(
                    archive(
                            "s1",
                            "a1",
                            turn("t1", "Kim", "My physician is on holiday."),
                            turn("t2", "Lou", "My surgeon is on holiday.")),
                    people(PHYSICIAN));
            SearchAnswer answer = search(MemoryQuery.builder(ASKED).speaker("lou"), true);
            assertThat(ids(answer)).containsExactly("t2");
            assertThat(answer.narrowedTo()).contains(Corpus.SOURCES);
        }

        @Test
        void never_recalls_what_is_pending() {
            take(archive("s1", "a1", turn("t1", "Kim", "My physician is away.", Trust.PENDING)), people(PHYSICIAN));
            assertThat(recalled(ASKED)).isEmpty();
            assertThat(byMeaning(ASKED)).isEmpty();
        }

        @Test
        void finds_the_same_in_the_saved_index_as_in_memory() {
            List<IndexedBlock> blocks = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                String who = i % 7 == 0 ? "physician" : i % 5 == 0 ? "cottage" : "terrier";
                blocks.add(block("b" + i, who + " stands in sentence" + i, "t1"));
            }
            take(SAID, topic("topics/many.md", "h", blocks.toArray(new IndexedBlock[0])));
            List<String> before = recalled(ASKED);
            assertThat(save(index, 1, "r")).isTrue();
            assertThat(recalled(ASKED)).isEqualTo(before).hasSize(5);
            index.close();
            index = opened(model);
            assertThat(recalled(ASKED)).isEqualTo(before);
        }

        @Test
        void stops_when_it_is_told_to() {
            take(SAID, people(PHYSICIAN));
            SearchAnswer answer = index.search(
                    MemoryQuery.of(ASKED),
                    SearchOptions.builder()
                            .meaning(meaning(ASKED, true))
                            .stop(() -> true)
                            .build());
            assertThat(answer.complete()).isFalse();
        }

        @Test
        void by_words_is_not_touched_by_vectors() {
            take(SAID, people(PHYSICIAN, COTTAGE));
            String question = "Which cottage burned down?";
            SearchOptions words = SearchOptions.builder().explained(true).build();
            List<String> with = shown(index.search(MemoryQuery.of(question), words));
            try (MemoryIndex plain = MemoryIndex.open(directory.resolve("plain"), Fixtures.SETTINGS)) {
                apply(plain, SAID, people(PHYSICIAN, COTTAGE));
                assertThat(shown(plain.search(MemoryQuery.of(question), words))).isEqualTo(with);
            }
        }

        private List<String> shown(SearchAnswer answer) {
            return answer.hits().stream()
                    .map(hit -> hit.text() + " " + hit.score() + " " + hit.explanation())
                    .toList();
        }
    }

    @Nested
    class Vectors {

        @Test
        void are_asked_for_outside_of_any_change_and_each_once() {
            apply(index, SAID, people(PHYSICIAN, COTTAGE));
            assertThat(model.asked()).isEmpty();
            assertThat(index.vectors()).isEqualTo(MemoryIndex.Vectors.FEW);
            fill();
            assertThat(model.asked())
                    .containsExactlyInAnyOrder(
                            "Kim: Nothing of note was said.",
                            "Heading\nThe physician ordered a week of rest",
                            "Heading\nTheir cottage burned down in winter");
            assertThat(index.vectors()).isEqualTo(MemoryIndex.Vectors.COMPLETE);
            assertThat(index.shown()).isEmpty();
        }

        @Test
        void leave_the_state_that_is_shown_as_it_is() {
            apply(index, SAID, people(PHYSICIAN));
            index.show(7, "r7");
            fill();
            assertThat(index.shown())
                    .hasValueSatisfying(mark -> assertThat(mark.generation()).isEqualTo(7));
        }

        @Test
        void stay_with_paragraphs_that_move_or_stand_beside_a_changed_one() {
            take(SAID, people(PHYSICIAN, COTTAGE));
            model.forget();
            IndexedBlock changed = block("b2", "Their cottage was built anew", "t1");
            take(people(changed), topic("topics/health.md", "h", PHYSICIAN));
            assertThat(model.asked()).containsExactly("Heading\nTheir cottage was built anew");
            assertThat(recalled(ASKED)).containsExactly("b1");
        }

        @Test
        void of_an_archive_that_grows_are_asked_for_the_new_turns_only() {
            take(archive(
                    "s1",
                    "a1",
                    turn("t1", "Kim", "First."),
                    turn("t2", "Lou", "Second."),
                    turn("t3", "Kim", "Third.")));
            assertThat(save(index, 1, "r")).isTrue();
            model.forget();
            List<IndexedTurn> more = List.of(turn("t4", "Lou", "A surgeon called."));
            assertThat(index.apply(List.of(IndexedFile.appended(archivePath("s1"), "a1", "a2", more)), List.of()))
                    .isEmpty();
            fill();
            assertThat(model.asked()).containsExactly("Lou: A surgeon called.");
            assertThat(byMeaning(ASKED)).containsExactly("t4");
        }

        @Test
        void of_long_turns_are_of_their_pieces() {
            String filler = "Nothing happened in the valley for a long while. ".repeat(400);
            take(archive("s1", "a1", turn("t1", "Kim", filler + "Then a surgeon came. " + filler)));
            assertThat(model.asked()).hasSizeGreaterThan(2);
            assertThat(index.vectors()).isEqualTo(MemoryIndex.Vectors.COMPLETE);
            assertThat(save(index, 1, "r")).isTrue();
            assertThat(index.vectors()).isEqualTo(MemoryIndex.Vectors.COMPLETE);
        }

        @Test
        void that_the_model_cannot_give_are_not_asked_for_again() {
            model.with((text, vector) -> text.contains("cottage") ? new float[vector.length] : vector);
            take(SAID, people(PHYSICIAN, COTTAGE));
            assertThat(index.vectors()).isEqualTo(MemoryIndex.Vectors.COMPLETE);
            model.forget();
            assertThat(save(index, 1, "r")).isTrue();
            fill();
            assertThat(model.asked()).isEmpty();
            assertThat(Fixtures.recalled(index, "Which cottage burned?")).containsExactly("b2");
        }

        @Test
        void that_a_model_out_of_order_owes_are_waited_for_and_words_find_meanwhile() {
            model.with((text, vector) -> {
                throw new IllegalStateException("out of order");
            });
            apply(index, SAID, people(PHYSICIAN));
            fill();
            assertThat(index.vectors()).isEqualTo(MemoryIndex.Vectors.WAITING);
            assertThat(Fixtures.recalled(index, "What did the physician order?"))
                    .containsExactly("b1");
        }

        @Test
        void that_the_model_throws_at_are_asked_for_again_at_the_next_opening() {
            model.with((text, vector) -> {
                if (text.contains("cottage")) {
                    throw new IllegalStateException("429");
                }
                return vector;
            });
            take(SAID, people(PHYSICIAN, COTTAGE));
            assertThat(recalled(ASKED)).containsExactly("b1");
            assertThat(index.vectors()).isEqualTo(MemoryIndex.Vectors.COMPLETE);
            assertThat(index.withoutVectors()).isEqualTo(1);
            assertThat(save(index, 1, "r")).isTrue();
            index.close();
            model.with((text, vector) -> vector);
            model.forget();
            index = opened(model);
            fill();
            assertThat(model.asked()).containsExactly("Heading\nTheir cottage burned down in winter");
            assertThat(index.withoutVectors()).isZero();
        }

        @Test
        void are_left_to_others_by_whoever_is_interrupted() {
            model.with((text, vector) -> {
                if (Thread.currentThread().isInterrupted()) {
                    throw new IllegalStateException("interrupted");
                }
                return vector;
            });
            apply(index, SAID, people(PHYSICIAN));
            Thread.currentThread().interrupt();
            try {
                fill();
            } finally {
                assertThat(Thread.interrupted()).isTrue();
            }
            assertThat(model.asked()).isEmpty();
            assertThat(index.vectors()).isEqualTo(MemoryIndex.Vectors.FEW);
        }

        @Test
        void outlive_an_index_that_is_made_anew_with_the_model_or_without() {
            take(SAID, people(PHYSICIAN));
            assertThat(save(index, 1, "r")).isTrue();
            index.close();
            try (MemoryIndex other = withoutModel();
                    IndexBuilding building = other.build().orElseThrow()) {
                building.add(SAID);
                building.add(people(PHYSICIAN));
                building.finish(1, "r");
            }
            index = opened(model);
            try (IndexBuilding building = index.build().orElseThrow()) {
                building.add(SAID);
                building.add(people(PHYSICIAN));
                building.finish(1, "r");
            }
            model.forget();
            fill();
            assertThat(model.asked()).isEmpty();
            assertThat(recalled(ASKED)).containsExactly("b1");
        }

        @Test
        void survive_a_process_without_the_model() {
            take(SAID, people(PHYSICIAN));
            assertThat(save(index, 1, "r")).isTrue();
            index.close();
            try (MemoryIndex other = withoutModel()) {
                apply(other, people(PHYSICIAN, COTTAGE));
                assertThat(save(other, 2, "r2")).isTrue();
            }
            index = opened(model);
            model.forget();
            fill();
            assertThat(model.asked()).containsExactly("Heading\nTheir cottage burned down in winter");
            assertThat(recalled(ASKED)).containsExactly("b1");
        }

        @Test
        void of_another_model_are_not_looked_at_and_the_index_is_made_anew_while_words_find() {
            take(SAID, people(PHYSICIAN));
            assertThat(save(index, 1, "r")).isTrue();
            index.close();
            ConceptModel other = new ConceptModel("other", 32);
            index = opened(other);
            assertThat(index.vectors()).isEqualTo(MemoryIndex.Vectors.MANY);
            assertThat(index.hasOwnVectors()).isFalse();
            assertThat(recalled(ASKED)).isEmpty();
            assertThat(recalled("What did the physician order?")).containsExactly("b1");

            try (IndexBuilding building = index.buildWithVectors(() -> false).orElseThrow()) {
                building.add(SAID);
                building.add(people(PHYSICIAN));
                building.finish(1, "r");
            }

            assertThat(index.vectors()).isEqualTo(MemoryIndex.Vectors.COMPLETE);
            assertThat(recalled(ASKED)).containsExactly("b1");
        }

        @Test
        void are_added_to_an_index_that_had_none_and_only_once() {
            index.close();
            try (MemoryIndex plain = withoutModel()) {
                apply(plain, SAID, people(PHYSICIAN));
                assertThat(save(plain, 1, "r")).isTrue();
            }
            index = opened(model);
            assertThat(index.vectors()).isEqualTo(MemoryIndex.Vectors.MANY);
            try (IndexBuilding building = index.buildWithVectors(() -> false).orElseThrow()) {
                building.add(SAID);
                building.add(people(PHYSICIAN));
                // Changed while the model was at it.
                apply(index, people(PHYSICIAN, COTTAGE));
                building.finish(1, "r");
            }
            model.forget();
            fill();
            assertThat(model.asked()).containsExactly("Heading\nTheir cottage burned down in winter");
            assertThat(recalled(ASKED)).containsExactly("b1");
        }

        @Test
        void of_two_models_never_come_together() {
            take(SAID, people(PHYSICIAN));
            assertThat(save(index, 1, "r")).isTrue();
            ConceptModel other = new ConceptModel("other", 32);
            try (MemoryIndex theirs = opened(other);
                    IndexBuilding building =
                            theirs.buildWithVectors(() -> false).orElseThrow()) {
                building.add(SAID);
                building.add(people(PHYSICIAN));
                building.finish(1, "r");
            }
            embedder = Embedder.of(model, null);
            take(people(PHYSICIAN, COTTAGE));
            assertThat(save(index, 2, "r2")).isFalse();
            assertThat(recalled(ASKED)).containsExactly("b1");
        }

        @Test
        void may_be_longer_than_lucene_takes_by_itself() {
            index.close();
            index = opened(new ConceptModel("long", 1_536));
            take(SAID, people(PHYSICIAN));
            assertThat(save(index, 1, "r")).isTrue();
            assertThat(recalled(ASKED)).containsExactly("b1");
        }
    }
}
