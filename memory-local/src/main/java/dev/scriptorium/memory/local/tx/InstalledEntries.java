package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The waiting entries that are in place: each but the newest, and that one as soon as the file {@code views}, which is
 * written last of all, names it. What is still being installed, or was left half installed, needs its files.
 *
 * @since 0.1
 */
public final class InstalledEntries {
    private static final Pattern MARK = Pattern.compile("([0-9]{1,18}) ([0-9a-f]+)\\b.*", Pattern.DOTALL);

    private final Journal journal;
    private final Path views;

    /** The entries of a workspace. */
    public InstalledEntries(WorkspaceLayout layout) {
        this.journal = new Journal(layout);
        this.views = layout.runtime("views");
    }

    /** Oldest first. */
    public List<JournalEntry> now() {
        try {
            // In this order: an entry made in between is not seen, and one finished in between is.
            List<JournalEntry> entries = journal.entries();
            int last = entries.size() - 1;
            return last < 0 || isInPlace(entries.get(last)) ? entries : List.copyOf(entries.subList(0, last));
        } catch (IOException e) {
            throw new MemoryException(ErrorCode.STORAGE_UNAVAILABLE, "the journal cannot be read: " + e, e);
        }
    }

    /** The number of the newest entry that is in place, settled or not; 0 when that cannot be told. */
    public long newest() {
        try {
            Matcher mark = MARK.matcher(Files.readString(views, StandardCharsets.ISO_8859_1));
            return mark.matches() ? Long.parseLong(mark.group(1)) : 0;
        } catch (NoSuchFileException e) {
            return 0;
        } catch (IOException e) {
            throw new MemoryException(ErrorCode.STORAGE_UNAVAILABLE, "the views' mark cannot be read: " + e, e);
        }
    }

    private boolean isInPlace(JournalEntry entry) throws IOException {
        String text;
        try {
            text = Files.readString(views, StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            return false;
        }
        Matcher mark = MARK.matcher(text);
        if (!mark.matches()) {
            return false;
        }
        long shown = Long.parseLong(mark.group(1));
        return shown > entry.number()
                || (shown == entry.number() && mark.group(2).equals(entry.token()));
    }
}
