package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.local.internal.json.JsonObject;

/**
 * How far a turn has been shown to a writer that is too long for one pass (D40).
 *
 * @param ref the turn
 * @param until where the next piece begins, in characters of the words that are archived
 * @since 0.1
 */
public record TurnPiece(SourceRef ref, int until) {

    JsonObject toJson() {
        return JsonObject.create().put("ref", ref.value()).put("until", until);
    }

    static TurnPiece read(JsonObject json) {
        return new TurnPiece(new SourceRef(json.requireText("ref")), Math.toIntExact(json.requireNumber("until")));
    }
}
