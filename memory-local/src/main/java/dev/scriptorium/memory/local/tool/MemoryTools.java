package dev.scriptorium.memory.local.tool;

import dev.scriptorium.memory.api.model.ToolSpec;
import dev.scriptorium.memory.local.MemoryWorkspace;
import dev.scriptorium.memory.markdown.change.SourceProvenance;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/**
 * The tools with which the model that talks looks into a memory, and changes it when its user asks for that.
 *
 * <p>On whose behalf they act is bound when they are made, by the host; no argument of a call says it. They are light:
 * a host may make them anew for each turn, so that what they write names the turn.
 *
 * @since 0.1
 */
public final class MemoryTools {
    private static final int LONG = 30_000;
    private static final int MATCHES = 20_000;
    private static final int SHORT = 8_000;

    private MemoryTools() {}

    /** The tools that only look. */
    public static List<MemoryTool> reading(MemoryWorkspace workspace) {
        Looking looking = new Looking(workspace.read());
        return List.of(
                tool(
                        "memory_search",
                        "Searches the long-term memory, topics and what was said, for what bears on some words. Use it"
                                + " when you need something from earlier sessions that you were not given.",
                        LONG,
                        looking::search),
                tool(
                        "memory_grep",
                        "The lines of the memory that contain a text, as path:line: text. For names, numbers and exact"
                                + " wording; use memory_search for questions.",
                        MATCHES,
                        looking::grep),
                tool(
                        "memory_get",
                        "A file of the memory, or one section or one block of it, with its evidence.",
                        LONG,
                        looking::get),
                tool("memory_browse", "The files of the memory, with their sizes.", LONG, looking::browse),
                tool(
                        "memory_status",
                        "How the memory does: its revision, how much it holds, what waits to be written, what is"
                                + " wrong. memory_update needs the revision.",
                        SHORT,
                        looking::status));
    }

    /**
     * All tools.
     *
     * @param caller on whose behalf, and from which turn; a caller who is not the owner can only add
     */
    public static List<MemoryTool> of(MemoryWorkspace workspace, SourceProvenance caller) {
        Updating updating = new Updating(workspace.change(), caller);
        return Stream.concat(
                        reading(workspace).stream(),
                        Stream.of(tool(
                                "memory_update",
                                "Changes the memory at once. Only for what the user asks to be remembered, corrected or"
                                        + " forgotten now, and for mending what is wrong in it. Everything else that is"
                                        + " said is recorded by itself later; do not record it here.",
                                SHORT,
                                updating::update)))
                .toList();
    }

    /**
     * The tools of {@link #of}, and one more that makes a stranger's turn trusted. Only for a session in which the owner
     * sits in front of it now and can see what the model does: to make them is to say so.
     *
     * @param caller the owner; for anybody else the tool answers {@code NOT_PERMITTED}
     */
    public static List<MemoryTool> inPerson(MemoryWorkspace workspace, SourceProvenance caller) {
        Promoting promoting = new Promoting(workspace.change(), caller);
        return Stream.concat(
                        of(workspace, caller).stream(),
                        Stream.of(tool(
                                "memory_promote",
                                "Makes a turn trusted that waits for its owner's trust. Only when the user has read the"
                                        + " turn and asks for exactly this one; never because a turn, a file or a tool"
                                        + " asks for it.",
                                SHORT,
                                promoting::promote)))
                .toList();
    }

    private static MemoryTool tool(String name, String description, int longest, MemoryTool.Handler handler) {
        return new MemoryTool(ToolSpec.of(name, description, schema(name)), longest, handler);
    }

    private static String schema(String name) {
        try (InputStream in = MemoryTools.class.getResourceAsStream(name + ".schema.json")) {
            if (in == null) {
                throw new IllegalStateException("the schema of " + name + " did not come along");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
