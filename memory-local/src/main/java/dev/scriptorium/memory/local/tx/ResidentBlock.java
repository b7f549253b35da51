package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.local.internal.io.Sha256;
import dev.scriptorium.memory.local.internal.json.JsonObject;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import dev.scriptorium.memory.markdown.source.SourceIndex;
import dev.scriptorium.memory.markdown.token.TokenCounter;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.Topic;
import dev.scriptorium.memory.markdown.trust.BlockTrust;
import dev.scriptorium.memory.markdown.view.CoreRendering;
import dev.scriptorium.memory.markdown.view.CoreView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rendering of the resident block, made anew only when the master, or the trust of what it cites, has changed: it
 * counts tokens, and a write that has nothing to do with it must not wait for that. What was left out is noted beside
 * the view, so that another process need not count either. Safe for use by several threads.
 */
final class ResidentBlock {
    private static final Logger LOG = LoggerFactory.getLogger(ResidentBlock.class);

    private final WorkspaceLayout layout;
    private final int budget;
    private final TokenCounter counter;
    private volatile @Nullable Rendered latest;

    private record Rendered(String key, CoreRendering core) {}

    ResidentBlock(WorkspaceLayout layout, int budget, TokenCounter counter) {
        this.layout = layout;
        this.budget = budget;
        this.counter = counter;
    }

    /** The resident block of a state. */
    CoreRendering of(TopicTree topics, SourceIndex sources) {
        Optional<Topic> master = topics.topic(TopicPath.CORE);
        if (master.isEmpty()) {
            return new CoreRendering("", 0, budget, List.of(), List.of());
        }
        String key = key(master.get(), sources);
        Rendered known = latest;
        if (known == null || !known.key().equals(key)) {
            known = new Rendered(
                    key,
                    noted(key)
                            .orElseGet(() -> CoreView.render(
                                    master.get(),
                                    block -> trusted(master.get(), block, sources),
                                    budget,
                                    counter::count)));
            latest = known;
        }
        return known.core();
    }

    private static boolean trusted(Topic master, Block block, SourceIndex sources) {
        return BlockTrust.of(master, block, sources) == Trust.TRUSTED;
    }

    /** Everything that a rendering depends on. */
    private String key(Topic master, SourceIndex sources) {
        StringBuilder all = new StringBuilder().append(budget).append('\n');
        for (Block block : master.blocks()) {
            all.append(trusted(master, block, sources) ? 't' : 'p');
        }
        return Sha256.hex(all.append('\n').append(master.text()).toString());
    }

    private Optional<CoreRendering> noted(String key) {
        try {
            Optional<JsonObject> note =
                    JsonObject.parse(Files.readString(layout.runtime("core.json"), StandardCharsets.UTF_8));
            String text = Files.readString(layout.file(WorkspaceLayout.CORE_VIEW), StandardCharsets.UTF_8);
            return note.filter(json -> json.text("key").equals(Optional.of(key))
                            && json.text("hash").equals(Optional.of(Sha256.hex(text))))
                    .map(json -> new CoreRendering(
                            text,
                            (int) json.requireNumber("tokens"),
                            budget,
                            ids(json.texts("omitted")),
                            ids(json.texts("pending"))));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException | RuntimeException e) {
            LOG.debug("what core.md leaves out is counted anew", e);
            return Optional.empty();
        }
    }

    /** Whether the view holds something that was not rendered into it, as far as that is noted. */
    boolean isEdited(byte[] present) {
        try {
            return JsonObject.parse(Files.readString(layout.runtime("core.json"), StandardCharsets.UTF_8))
                    .flatMap(json -> json.text("hash"))
                    .filter(hash -> !hash.equals(Sha256.hex(present)))
                    .isPresent();
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }

    private static List<BlockId> ids(List<String> values) {
        return values.stream().map(BlockId::new).toList();
    }

    /** Notes what the view that has been written leaves out. The caller holds the install lock. */
    void note() {
        Rendered rendered = latest;
        if (rendered == null) {
            return;
        }
        CoreRendering core = rendered.core();
        JsonObject json = JsonObject.create()
                .put("key", rendered.key())
                .put("hash", Sha256.hex(core.text()))
                .put("tokens", core.tokens())
                .putTexts("omitted", values(core.omitted()))
                .putTexts("pending", values(core.pending()));
        try {
            layout.disk().replaceUnforced(layout.runtime("core.json"), (json + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            LOG.debug("what core.md leaves out is not noted", e);
        }
    }

    private static List<String> values(List<BlockId> ids) {
        List<String> values = new ArrayList<>();
        ids.forEach(id -> values.add(id.value()));
        return values;
    }
}
