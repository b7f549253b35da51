package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.local.internal.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The turns of which a writer has seen the beginning and not the end. Carried from entry to entry, like the counters, so
 * that a kill moves no piece. Immutable.
 *
 * @param pieces how far each has been shown, the latest last
 * @since 0.1
 */
public record OpenPieces(List<TurnPiece> pieces) {
    /** No turn is shown in part. */
    public static final OpenPieces NONE = new OpenPieces(List.of());

    /** A turn whose session went away half shown would else be carried for ever. */
    private static final int MOST = 200;

    /** Copies the list. */
    public OpenPieces {
        pieces = List.copyOf(pieces);
    }

    /** Where the next piece of a turn begins; 0 when none was shown. */
    public int from(SourceRef ref) {
        return pieces.stream()
                .filter(piece -> piece.ref().equals(ref))
                .mapToInt(TurnPiece::until)
                .findFirst()
                .orElse(0);
    }

    /** After a batch. */
    OpenPieces after(@Nullable BatchRecord batch) {
        if (batch == null || (pieces.isEmpty() && batch.piece() == null)) {
            return this;
        }
        TurnPiece latest = batch.piece();
        List<TurnPiece> open = new ArrayList<>(pieces);
        open.removeIf(piece ->
                batch.writes(piece.ref()) || (latest != null && latest.ref().equals(piece.ref())));
        if (latest != null) {
            open.add(latest);
        }
        return new OpenPieces(open.subList(Math.max(0, open.size() - MOST), open.size()));
    }

    List<JsonObject> toJson() {
        return pieces.stream().map(TurnPiece::toJson).toList();
    }

    static OpenPieces read(List<JsonObject> json) {
        return json.isEmpty()
                ? NONE
                : new OpenPieces(json.stream().map(TurnPiece::read).toList());
    }
}
