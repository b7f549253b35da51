package dev.scriptorium.memory.testkit.writer;

import static dev.scriptorium.memory.testkit.model.ModelSteps.call;
import static dev.scriptorium.memory.testkit.model.ModelSteps.edit;
import static dev.scriptorium.memory.testkit.model.ModelSteps.failing;
import static dev.scriptorium.memory.testkit.model.ModelSteps.finish;
import static dev.scriptorium.memory.testkit.model.ModelSteps.nothing;
import static dev.scriptorium.memory.testkit.model.ModelSteps.read;
import static dev.scriptorium.memory.testkit.model.ModelSteps.say;
import static dev.scriptorium.memory.testkit.model.ModelSteps.search;
import static dev.scriptorium.memory.testkit.model.ModelSteps.throwing;
import static dev.scriptorium.memory.testkit.model.ModelSteps.write;

import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.ReorganizeRequest;
import dev.scriptorium.memory.local.tool.MemoryTool;
import dev.scriptorium.memory.local.tool.MemoryTools;
import dev.scriptorium.memory.local.writer.model.ModelTopicWriter;
import dev.scriptorium.memory.testkit.model.ScriptedMemoryModel;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;

/** A program in which everything that is said, asked, answered and thrown holds a word that no log may hold. */
public final class CanaryRun {
    /** The word. */
    static final String WORD = "kanarienvogel";

    private CanaryRun() {}

    /** Runs; its output is its log. */
    public static void main(String[] ignored) {
        TemporaryWorkspace memory = TemporaryWorkspace.create();
        try {
            run(memory);
        } finally {
            memory.delete();
        }
    }

    private static void run(TemporaryWorkspace memory) {
        String topic = "topics/people/ada.md";
        String good = "# Ada\n\nAda keeps a " + WORD + ".[^e1]\n\n[^e1]: Time: `2024-05-06`; Sources: [keeps a " + WORD
                + "](local/s/u1)\n";
        ScriptedMemoryModel model = ScriptedMemoryModel.of(
                // Refused, repaired, kept.
                write(topic, "Nobody said " + WORD + ".\n"),
                say("I have recorded the " + WORD),
                call(WORD, "{\"" + WORD + "\":1"),
                call("write_topic", "{\"path\":\"../" + WORD + ".md\",\"text\":\"" + WORD + "\"}"),
                finish(),
                write(topic, good),
                finish(),
                // Organised.
                search(WORD),
                read(topic),
                edit(topic, WORD, WORD + " called Kiki"),
                finish(),
                // Failures of every sort.
                failing(FailureCode.MODEL_TRANSPORT),
                throwing(new IllegalStateException("Incorrect API key provided: sk-" + WORD)),
                throwing(new IllegalStateException(WORD, new IllegalArgumentException(WORD))),
                write(topic, WORD),
                finish(),
                write(topic, WORD),
                finish(),
                nothing("only " + WORD));
        memory.use(ModelTopicWriter.builder(model, memory.clock()).build());
        memory.store().session("s").say("u1", "I keep a " + WORD + ".");
        memory.write("s");
        memory.backend().reorganize(ReorganizeRequest.install());
        memory.store().session("s").say("u2", "The " + WORD + " sings.");
        for (int i = 0; i < 5; i++) {
            memory.write("s");
        }
        memory.backend().search(MemoryQuery.of("Who keeps a " + WORD + "?"));
        for (MemoryTool tool :
                MemoryTools.of(memory.workspace(), memory.workspace().change().owner("s/u2"))) {
            tool.call("{\"query\":\"" + WORD + "\"}");
            tool.call("{\"path\":\"" + WORD + "\"");
        }
        if (model.left() > 0) {
            throw new IllegalStateException(model.left() + " steps were not taken");
        }
    }
}
