package dev.scriptorium.memory.bench.writer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.bench.gen.Shape;
import dev.scriptorium.memory.bench.gen.SyntheticText;
import dev.scriptorium.memory.bench.gen.SyntheticWorkspace;
import dev.scriptorium.memory.bench.report.Progress;
import dev.scriptorium.memory.local.writer.WriterLimits;
import dev.scriptorium.memory.local.writer.model.ModelTopicWriter;
import dev.scriptorium.memory.markdown.token.TokenCounter;
import dev.scriptorium.memory.testkit.model.ModelSteps;
import dev.scriptorium.memory.testkit.model.ScriptedMemoryModel;
import dev.scriptorium.memory.testkit.model.ScriptedTopicWriter;
import dev.scriptorium.memory.testkit.model.WriterSteps;
import dev.scriptorium.memory.testkit.session.InMemorySession;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a model is shown of a memory does not grow with the memory, and holds the block that is to be changed. */
class PromptSizeIT {
    private static final int CASES = 100;

    private static final List<String> SURNAMES = List.of(
            "Lindgren", "Okafor", "Moreau", "Castell", "Havel", "Ishida", "Brandvold", "Quispe", "Tanaka", "Weber");

    /** A fact, and what is said much later that makes it wrong; of the last two only the name comes back. */
    private static final List<List<String>> STORIES = List.of(
            List.of(
                    "The %s family lives in a brick house in Bergen.",
                    "The %s family has moved, they have a flat in Graz now."),
            List.of(
                    "Doctor %s has her practice on Harbour Street.",
                    "Doctor %s closed the practice and works at the hospital."),
            List.of("The %s account is invoiced every quarter.", "From now on we send an invoice to %s every month."),
            List.of(
                    "The boiler at %s was serviced by Tomas.",
                    "Somebody else than Tomas does the %s boiler these days."),
            List.of(
                    "%s & Sons deliver the timber on Mondays.",
                    "The timber from %s & Sons comes on Thursdays, they said."),
            List.of("The licence for the %s module ends in June.", "We renewed the %s licence for three more years."),
            List.of(
                    "Nora %s is allergic to penicillin.",
                    "The doctors found that Nora %s can take penicillin after all."),
            List.of(
                    "The meeting with %s takes place in the small room.",
                    "For the meeting with %s we need the hall, the room is too small."),
            List.of("The dog of the %s boy is called Bello.", "I met young %s, who had to give the animal away."),
            List.of(
                    "%s prefers to be called in the morning.",
                    "Please write to %s instead, telephone is no good any more."));

    private final ScriptedMemoryModel model =
            ScriptedMemoryModel.of().otherwise(ModelSteps.nothing("the test only looks at what is asked"));
    private final List<TemporaryWorkspace> opened = new ArrayList<>();

    @AfterEach
    void remove() {
        opened.forEach(TemporaryWorkspace::delete);
    }

    private TemporaryWorkspace memoryOf(int blocks) throws IOException {
        TemporaryWorkspace memory = TemporaryWorkspace.create();
        opened.add(memory);
        SyntheticWorkspace.write(
                Shape.ofBlocks(blocks, 0), memory.directory(), new Progress(new PrintWriter(Writer.nullWriter())));
        memory.use(ModelTopicWriter.builder(model, memory.clock()).build());
        return memory;
    }

    private void say(TemporaryWorkspace memory) {
        SyntheticText text = SyntheticWorkspace.otherText();
        InMemorySession session = memory.store().session("now");
        for (int i = 0; i < 40; i++) {
            session.say("t" + i, text.sentence(24));
        }
    }

    private int promptTokens(int blocks) throws IOException {
        TemporaryWorkspace memory = memoryOf(blocks);
        say(memory);
        int asked = model.requests().size();
        assertThat(memory.write("now")).isEmpty();
        assertThat(memory.workspace().read().status().blocks()).isEqualTo(blocks);
        TokenCounter counter = new TokenCounter();
        return model.requests().get(asked).messages().stream()
                .mapToInt(message -> counter.count(message.text()))
                .sum();
    }

    private static int batchTokens() {
        TokenCounter counter = new TokenCounter();
        SyntheticText text = SyntheticWorkspace.otherText();
        int tokens = 0;
        for (int i = 0; i < 40; i++) {
            // The line around the words of a turn costs something too.
            tokens += counter.count(text.sentence(24)) + 30;
        }
        return tokens;
    }

    @Test
    void aHundredTimesTheMemoryMakesNoLongerPrompt() throws IOException {
        int small = promptTokens(1_000);
        int large = promptTokens(100_000);
        System.out.println("prompt: " + small + " tokens at 1,000 blocks, " + large + " at 100,000");
        assertThat(large).isLessThanOrEqualTo(small * 105 / 100);
        assertThat(large).isLessThanOrEqualTo(WriterLimits.DEFAULT.tokens() + batchTokens());
    }

    @Test
    void theBlockThatIsToBeChangedIsInThePrompt() throws IOException {
        TemporaryWorkspace memory = memoryOf(10_000);
        SyntheticText text = SyntheticWorkspace.otherText();
        InMemorySession past = memory.store().session("past");
        for (int i = 0; i < CASES; i++) {
            past.say("p" + i, story(i, 0));
        }
        memory.use(ScriptedTopicWriter.of(WriterSteps.record("topics/planted.md")));
        memory.open();
        assertThat(memory.write("past")).isEmpty();
        memory.use(ModelTopicWriter.builder(model, memory.clock()).build()).reopen();
        // No organise pass in between: what is looked at is the task of each batch.
        memory.open(settings -> settings.organiseAfterBatches(10 * CASES).organiseAfterTokens(Integer.MAX_VALUE));
        int found = 0;
        List<String> missed = new ArrayList<>();
        for (int i = 0; i < CASES; i++) {
            InMemorySession session = memory.store().session("case" + i);
            for (int turn = 0; turn < 8; turn++) {
                session.say("t" + turn, turn == 5 ? story(i, 1) : text.sentence(20));
            }
            int asked = model.requests().size();
            assertThat(memory.write("case" + i)).isEmpty();
            boolean shown = model.task(asked).contains(story(i, 0));
            found += shown ? 1 : 0;
            Optional.of(story(i, 1)).filter(said -> !shown).ifPresent(missed::add);
        }
        System.out.println("found " + found + " of " + CASES + "; missed " + missed);
        assertThat(found).isGreaterThanOrEqualTo(90);
    }

    private static String story(int number, int part) {
        return String.format(STORIES.get(number % STORIES.size()).get(part), SURNAMES.get(number / SURNAMES.size()));
    }
}
