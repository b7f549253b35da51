package dev.scriptorium.memory.markdown.source;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Strict decoding of stretches of a byte array. Not thread-safe. */
final class Utf8 {
    private final byte[] bytes;
    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);

    Utf8(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The text of a stretch; null when it is not UTF-8. */
    @Nullable
    String decode(int from, int to) {
        String text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
        if (text.indexOf('\uFFFD') < 0) {
            return text;
        }
        // Somebody wrote the replacement character, or the decoder put it there.
        try {
            return decoder.decode(ByteBuffer.wrap(bytes, from, to - from)).toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    /** The offset of the first byte of a stretch that is not UTF-8; empty when all of it is. */
    OptionalInt firstFault(int from, int to) {
        ByteBuffer in = ByteBuffer.wrap(bytes, from, to - from);
        CharBuffer out = CharBuffer.allocate(8192);
        decoder.reset();
        while (true) {
            CoderResult result = decoder.decode(in, out, true);
            if (result.isError()) {
                return OptionalInt.of(in.position());
            }
            if (result.isUnderflow()) {
                return OptionalInt.empty();
            }
            out.clear();
        }
    }
}
