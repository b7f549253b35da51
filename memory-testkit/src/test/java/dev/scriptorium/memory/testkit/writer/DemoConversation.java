package dev.scriptorium.memory.testkit.writer;

import dev.scriptorium.memory.api.session.AuthorityTier;
import dev.scriptorium.memory.api.session.Speaker;
import dev.scriptorium.memory.api.session.SpeakerKind;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.local.internal.json.JsonObject;
import dev.scriptorium.memory.testkit.session.InMemorySession;
import dev.scriptorium.memory.testkit.session.InMemorySessionStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Locale;

/** The conversation that the command line shows its job on, said turn by turn. */
final class DemoConversation {
    private static final Path FILE =
            Path.of("..", "tools/memory-cli/src/main/resources/dev/scriptorium/memory/cli/demo-conversation.jsonl");

    private final List<JsonObject> lines;

    private DemoConversation(List<JsonObject> lines) {
        this.lines = lines;
    }

    static DemoConversation read() {
        Path file = Files.exists(FILE) ? FILE : FILE.subpath(1, FILE.getNameCount());
        try {
            return new DemoConversation(Files.readAllLines(file).stream()
                    .map(line -> JsonObject.parse(line).orElseThrow())
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Says the turns of a session, from one to another, both included. */
    void say(InMemorySessionStore store, String session, String first, String last) {
        boolean saying = false;
        for (JsonObject line : lines) {
            if (line.requireText("session").equals(session)) {
                saying |= line.requireText("id").equals(first);
                if (saying) {
                    say(store.session(session), line);
                }
                saying &= !line.requireText("id").equals(last);
            }
        }
    }

    private static void say(InMemorySession session, JsonObject line) {
        session.add(
                line.requireText("id"),
                TurnKind.valueOf(line.requireText("kind")),
                line.requireText("text"),
                turn -> describe(turn, line));
    }

    private static void describe(Turn.Builder turn, JsonObject line) {
        turn.time(OffsetDateTime.parse(line.requireText("time"))).rewound(line.flag("rewound"));
        if (line.has("parent")) {
            turn.parent(line.text("parent").map(TurnId::new).orElse(null));
        }
        line.text("covers").ifPresent(covered -> turn.covers(new TurnId(covered)));
        line.text("speaker_id").ifPresent(id -> turn.speaker(Speaker.of(id, line.requireText("speaker_display"))));
        line.text("speaker_kind").ifPresent(kind -> turn.speakerKind(SpeakerKind.valueOf(upper(kind))));
        line.text("tier").ifPresent(tier -> turn.tier(AuthorityTier.valueOf(upper(tier))));
        line.text("trust").ifPresent(trust -> turn.trust(Trust.valueOf(upper(trust))));
    }

    private static String upper(String word) {
        return word.toUpperCase(Locale.ROOT);
    }
}
