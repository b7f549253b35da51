package dev.scriptorium.memory.langchain4j.wire;

import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;
import dev.scriptorium.memory.api.session.TurnLog;
import dev.scriptorium.memory.langchain4j.AgentMemory;
import dev.scriptorium.memory.langchain4j.LangChainModel;
import dev.scriptorium.memory.langchain4j.VendorHttp;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.local.writer.model.ModelTopicWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/**
 * An agent that is talked to and a writer that is asked, both over a socket, in which the key, and whatever is said, asked,
 * answered and refused, hold a word that no log may hold. Argument: the directory of the memory.
 */
final class CanaryRun {
    /** The word. */
    static final String WORD = "kanarienvogel";

    private static final List<WireFormat> FORMATS = List.of(new OpenAiFormat(), new AnthropicFormat());

    private CanaryRun() {}

    /** Somebody who is talked to. */
    interface Assistant {
        String chat(@MemoryId String session, @UserMessage String words);
    }

    /** Runs; its output is its log. */
    public static void main(String[] arguments) {
        int number = 0;
        for (WireFormat format : FORMATS) {
            try (VendorServer vendor = VendorServer.start()) {
                run(Path.of(arguments[0]).resolve("memory-" + ++number), format, vendor);
                if (vendor.left() > 0) {
                    throw new IllegalStateException(vendor.left() + " replies were not asked for");
                }
            }
        }
        System.exit(0);
    }

    private static void run(Path directory, WireFormat format, VendorServer vendor) {
        Clock clock = Clock.systemUTC();
        TurnLog turns = TurnLog.inMemory(clock);
        LangChainModel model = LangChainModel.of(format.client(vendor, WORD, VendorHttp.of(clock)), clock);
        LocalMemoryBackend backend = LocalMemoryBackend.open(LocalMemoryConfig.builder(directory, turns)
                .writer(ModelTopicWriter.builder(model, clock).build())
                .build());
        try (AgentMemory memory =
                AgentMemory.builder(backend, turns).tools(backend.workspace()).build()) {
            Assistant assistant = memory.wire(AiServices.builder(Assistant.class)
                            .chatModel(format.client(vendor, WORD, VendorHttp.of(clock))))
                    .build();
            vendor.then(format.calls(
                    List.of(new WireFormat.Call("call_1", "memory_search", "{\"query\":\"" + WORD + "\"}"))));
            vendor.then(format.words("A fine " + WORD + ".", ""));
            assistant.chat("chat-1", "I keep a " + WORD + ".");
            for (int status : List.of(400, 401, 403, 404, 429, 500, 503)) {
                vendor.thenFail(
                        status,
                        Map.of("Retry-After", "1"),
                        format.error("some_error", "some_code", "no " + WORD + " for this key: " + WORD));
                expect(memory.finish("chat-1").isPresent());
            }
            vendor.then(format.words(WORD, ""));
            vendor.then(format.words(WORD, format.cut()));
            vendor.then(format.calls(List.of(
                    new WireFormat.Call("call_2", WORD, "{\"" + WORD + "\":1}"),
                    new WireFormat.Call(
                            "call_3", "write_topic", "{\"path\":\"../" + WORD + ".md\",\"text\":\"" + WORD + "\"}"),
                    new WireFormat.Call("call_4", "nothing_to_record", "{\"reason\":\"only a " + WORD + "\"}"))));
            expect(memory.finish("chat-1").isEmpty());
        }
    }

    private static void expect(boolean so) {
        if (!so) {
            throw new IllegalStateException("the script went another way");
        }
    }
}
