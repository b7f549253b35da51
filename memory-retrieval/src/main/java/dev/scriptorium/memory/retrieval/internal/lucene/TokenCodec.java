package dev.scriptorium.memory.retrieval.internal.lucene;

import dev.scriptorium.memory.retrieval.rank.PassageTokens;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.store.ByteArrayDataInput;
import org.apache.lucene.store.ByteBuffersDataOutput;
import org.apache.lucene.util.BytesRef;

/** Token counts as bytes: of the paragraph, of its frame, then length and count of every segment. */
final class TokenCodec {
    private TokenCodec() {}

    static BytesRef encode(PassageTokens tokens) throws IOException {
        ByteBuffersDataOutput out = new ByteBuffersDataOutput();
        out.writeVInt(tokens.whole());
        out.writeVInt(tokens.frame());
        int start = 0;
        for (int i = 0; i < tokens.ends().size(); i++) {
            out.writeVInt(tokens.ends().get(i) - start);
            out.writeVInt(tokens.counts().get(i));
            start = tokens.ends().get(i);
        }
        return new BytesRef(out.toArrayCopy());
    }

    static PassageTokens decode(BytesRef bytes) {
        ByteArrayDataInput in = new ByteArrayDataInput(bytes.bytes, bytes.offset, bytes.length);
        int whole = in.readVInt();
        int frame = in.readVInt();
        List<Integer> ends = new ArrayList<>();
        List<Integer> counts = new ArrayList<>();
        int end = 0;
        while (!in.eof()) {
            end += in.readVInt();
            ends.add(end);
            counts.add(in.readVInt());
        }
        return new PassageTokens(whole, frame, ends, counts);
    }
}
