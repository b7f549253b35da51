package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.merge.MergedTopic;
import dev.scriptorium.memory.markdown.merge.TopicMerge;
import dev.scriptorium.memory.markdown.normalize.ForgottenIds;
import dev.scriptorium.memory.markdown.normalize.StoredTopic;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import dev.scriptorium.memory.markdown.parse.RecordReader;
import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.source.SourceIndex;
import dev.scriptorium.memory.markdown.topic.MemoryRecord;
import dev.scriptorium.memory.markdown.topic.Topic;
import dev.scriptorium.memory.markdown.validate.Rule;
import dev.scriptorium.memory.markdown.validate.TopicRules;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a look shows of topics, and what serves of it: an edit of somebody else serves as it would be once canonical; one
 * that breaks a rule, or one among so many deletions that nobody can mean them, leaves the last good version serving.
 * Not safe for use by several threads.
 */
final class SeenTopics {
    private final @Nullable Snapshot before;
    private final SeenFiles files;
    private final OwnChanges own;
    private final DiskLook.Means means;
    private final Instant now;
    private final Map<TopicPath, Optional<StoredTopic>> served = new HashMap<>();
    private final Map<TopicPath, OutsideEdit> outside = new TreeMap<>();
    private final Set<TopicPath> unresolved = new HashSet<>();
    private @Nullable MassDeletion held;
    private boolean toJudge;

    SeenTopics(@Nullable Snapshot before, SeenFiles files, OwnChanges own, DiskLook.Means means) {
        this.before = before;
        this.files = files;
        this.own = own;
        this.means = means;
        this.now = means.clock().instant();
        if (before != null) {
            outside.putAll(before.outside());
            unresolved.addAll(before.unresolved());
        }
        // Whoever begins anew goes on holding what was held.
        held = (before == null ? means.looks().held() : before.held()).orElse(null);
    }

    /** How a file looked when it was read last; null when it was not. */
    @Nullable
    FileStamp stamp(TopicPath path) {
        OutsideEdit edited = outside.get(path);
        FileTree.Known known = edited == null ? files.get(path.value()) : edited.seen();
        return known == null ? null : known.stamp();
    }

    /** Takes what stands on the disk. */
    void take(TopicPath path, FileTree.Known seen, byte[] bytes) {
        OutsideEdit edited = outside.get(path);
        Optional<FileChange> change = own.of(path.value());
        if (edited == null ? isKnown(path, seen, change) : change.isEmpty() && isSame(edited.seen(), seen)) {
            touched(path, edited, seen);
            return;
        }
        Optional<String> text = text(bytes);
        Adopted adopted = adopted(path, edited, change);
        if (text.isPresent() && (isSame(adopted.known(), seen) || isFirst(path, seen, text.get()))) {
            toJudge |= outside.remove(path) != null;
            files.put(path.value(), seen);
            serve(path, Optional.of(stored(path, seen.hash(), text.get())));
            return;
        }
        List<Violation> kept = ConflictFiles.isOne(path) ? List.of(keptBeside(path)) : List.of();
        if (kept.isEmpty()) {
            // What somebody saves next is made from this, so it must be found again.
            text.ifPresent(present -> stored(path, seen.hash(), present));
        }
        List<Violation> broken = text.isPresent() ? kept : List.of(encoding(path, bytes));
        OutsideEdit edit = new OutsideEdit(
                adopted.known(),
                adopted.stored(),
                seen,
                text.map(present -> withForgottenIds(path, adopted, present)).orElse(null),
                means.looks().since(path, seen.hash(), now),
                adopted.madeFrom() == null ? means.looks().madeFrom(path, seen.hash()) : adopted.madeFrom(),
                broken,
                false);
        outside.put(path, merged(path, edit));
        toJudge = true;
    }

    private String withForgottenIds(TopicPath path, Adopted adopted, String text) {
        FileTree.Known known = adopted.known();
        StoredTopic stored = adopted.stored();
        return known == null
                        || stored == null
                        || means.texts().find(path, known.hash()).isEmpty()
                ? text
                : ForgottenIds.giveBack(text, stored.topic());
    }

    private boolean isKnown(TopicPath path, FileTree.Known seen, Optional<FileChange> change) {
        return isSame(files.get(path.value()), seen)
                && change.map(made -> seen.hash().hex().equals(made.after())).orElse(true);
    }

    private static boolean isSame(FileTree.@Nullable Known one, FileTree.Known other) {
        return one != null && one.hash().equals(other.hash());
    }

    /** A file looks another way and says the same. */
    private void touched(TopicPath path, @Nullable OutsideEdit edited, FileTree.Known seen) {
        if (edited != null) {
            outside.put(path, edited.seenAs(seen));
        }
        if (isSame(files.get(path.value()), seen)) {
            files.put(path.value(), seen);
        }
    }

    /**
     * What the memory holds of a file.
     *
     * @param madeFrom what an edit that is found only now was made from, where a transaction replaced that meanwhile
     */
    private record Adopted(
            FileTree.@Nullable Known known,
            @Nullable StoredTopic stored,
            @Nullable Hash madeFrom) {
        static final Adopted NOTHING = new Adopted(null, null, null);
    }

    private Adopted adopted(TopicPath path, @Nullable OutsideEdit edited, Optional<FileChange> change) {
        if (change.isPresent()) {
            String from = change.get().before();
            String after = change.get().after();
            return after == null
                    ? Adopted.NOTHING
                    : ofHash(path, Hash.ofHex(after), from == null ? null : Hash.ofHex(from));
        }
        if (edited != null) {
            return new Adopted(edited.adopted(), edited.stored(), edited.madeFrom());
        }
        if (isDoubtful()) {
            return means.texts().committed(path).map(text -> ofText(path, text)).orElse(Adopted.NOTHING);
        }
        FileTree.Known known = files.get(path.value());
        return known == null || before == null
                ? Adopted.NOTHING
                : new Adopted(known, before.topics().stored(path).orElse(null), null);
    }

    private Adopted ofHash(TopicPath path, Hash hash, @Nullable Hash madeFrom) {
        StoredTopic stored = means.texts()
                .find(path, hash)
                .map(text -> stored(path, hash, text))
                .orElse(null);
        return new Adopted(new FileTree.Known(hash, 0, FileStamp.NONE), stored, madeFrom);
    }

    private Adopted ofText(TopicPath path, String text) {
        Hash hash = Hash.of(text.getBytes(StandardCharsets.UTF_8));
        return new Adopted(new FileTree.Known(hash, text.length(), FileStamp.NONE), stored(path, hash, text), null);
    }

    /** Whether a difference from what was known says nothing about who made it. */
    private boolean isDoubtful() {
        return before == null || own.doubtful();
    }

    /** Where nothing was known, what is there is the memory, if it keeps the rules and no history says otherwise. */
    private boolean isFirst(TopicPath path, FileTree.Known seen, String text) {
        if (!isDoubtful()) {
            return false;
        }
        boolean committed = means.committed().isEmpty()
                || means.committed()
                        .read(path.value())
                        .map(Hash::of)
                        .filter(seen.hash()::equals)
                        .isPresent();
        return committed
                && TopicRules.check(path, text, means.limits(), id -> true).isEmpty();
    }

    private StoredTopic stored(TopicPath path, Hash hash, String text) {
        return means.texts().stored(path, hash, text, TopicParser.parse(path, text));
    }

    /** An edit that was made while a transaction replaced the file, brought together with what the transaction wrote. */
    private OutsideEdit merged(TopicPath path, OutsideEdit edit) {
        Hash from = edit.madeFrom();
        FileTree.Known adopted = edit.adopted();
        if (from == null || adopted == null || edit.text() == null) {
            return edit;
        }
        Optional<String> base = means.texts().find(path, from);
        Optional<String> theirs = means.texts().find(path, adopted.hash());
        if (base.isPresent() && theirs.isPresent()) {
            MergedTopic merged = TopicMerge.merge(path, base, Optional.of(edit.text()), theirs);
            if (merged.isClean()) {
                return edit.saying(merged.text().orElse(""));
            }
        }
        return edit.judged(List.of(conflict(path)), false);
    }

    private static Violation conflict(TopicPath path) {
        return Rule.DUPLICATE_ID.in(path, "two edits of the same block, made at the same time");
    }

    private static Violation keptBeside(TopicPath path) {
        return Rule.DUPLICATE_ID.in(path, "what somebody saved while the same block was changed; take what you need");
    }

    private static Violation encoding(TopicPath path, byte[] bytes) {
        ByteBuffer left = ByteBuffer.wrap(bytes);
        StandardCharsets.UTF_8.newDecoder().decode(left, CharBuffer.allocate(bytes.length), true);
        int line = 0;
        for (int i = 0; i < left.position(); i++) {
            line += bytes[i] == '\n' ? 1 : 0;
        }
        return Rule.ENCODING.at(path, line, "bytes that are not UTF-8, at offset " + left.position());
    }

    /** What bytes say; empty when they are no UTF-8. */
    static Optional<String> text(byte[] bytes) {
        CharBuffer characters = CharBuffer.allocate(bytes.length);
        return StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(bytes), characters, true)
                        .isError()
                ? Optional.empty()
                : Optional.of(characters.flip().toString());
    }

    /** A file is not there. */
    void gone(TopicPath path) {
        OutsideEdit edited = outside.get(path);
        Optional<FileChange> change = own.of(path.value());
        if (edited != null && edited.seen() == null && change.isEmpty()) {
            return;
        }
        Adopted adopted = adopted(path, edited, change);
        if (adopted.known() == null) {
            toJudge |= outside.remove(path) != null;
            if (files.get(path.value()) != null) {
                files.put(path.value(), null);
                serve(path, Optional.empty());
            }
            return;
        }
        outside.put(
                path,
                new OutsideEdit(
                        adopted.known(),
                        adopted.stored(),
                        null,
                        null,
                        means.looks().since(path, null, now),
                        null,
                        List.of(),
                        false));
        toJudge = true;
    }

    /** A transaction has written a file. */
    void installed(TopicPath path, FileTree.Known known, String text) {
        outside.remove(path);
        toJudge = true;
        files.put(path.value(), known);
        serve(path, Optional.of(stored(path, known.hash(), text)));
    }

    /** A transaction has removed a file. */
    void removed(TopicPath path) {
        outside.remove(path);
        toJudge = true;
        files.put(path.value(), null);
        serve(path, Optional.empty());
    }

    private void serve(TopicPath path, Optional<StoredTopic> topic) {
        served.put(path, topic);
    }

    /** The topics that serve; the archives are known by now. */
    TopicTree finish(SourceIndex sources, boolean turnsLost) {
        boolean otherSources = before == null || before.sources() != sources;
        // A hold that was written down may have ended while nobody looked.
        boolean holdsNothing = held != null && outside.isEmpty();
        if (toJudge || holdsNothing || (otherSources && !outside.isEmpty())) {
            judge(sources);
        }
        TopicTree tree = tree();
        for (TopicPath path : served.keySet()) {
            resolve(path, tree, sources);
        }
        if (otherSources) {
            for (TopicPath path : turnsLost ? tree.paths() : Set.copyOf(unresolved)) {
                resolve(path, tree, sources);
            }
        }
        return tree;
    }

    private TopicTree tree() {
        return (before == null ? TopicTree.EMPTY : before.topics()).withStored(served);
    }

    private void resolve(TopicPath path, TopicTree tree, SourceIndex sources) {
        Optional<Topic> topic = tree.topic(path);
        if (topic.isEmpty() || RecordReader.read(topic.get(), sources).stream().allMatch(MemoryRecord::resolved)) {
            unresolved.remove(path);
        } else {
            unresolved.add(path);
        }
    }

    private void judge(SourceIndex sources) {
        Map<TopicPath, Optional<StoredTopic>> good = new HashMap<>();
        Map<TopicPath, Optional<String>> edits = new TreeMap<>();
        outside.forEach((path, edit) -> {
            good.put(path, lastGood(path, edit));
            if (!edit.isUnreadable() && !edit.isInConflict() && !ConflictFiles.isOne(path)) {
                edits.put(path, Optional.ofNullable(edit.text()));
            }
        });
        TopicTree adopted = tree().withStored(good);
        OutsideVerdict verdict = OutsideVerdict.on(edits, adopted, sources, means.limits(), means.issued());
        Map<TopicPath, Optional<StoredTopic>> canonical = new HashMap<>();
        for (TopicPath path : edits.keySet()) {
            if (verdict.broken(path).isEmpty()) {
                canonical.put(path, verdict.canonical(path).map(text -> TopicTexts.inMemory(path, text)));
            }
        }
        Set<String> lost = lost(adopted.withStored(canonical), canonical.keySet());
        // What is written meanwhile makes the share smaller, and the loss no more meant.
        boolean stillHeld = held != null && lost.size() >= held.gone();
        held = stillHeld || MassDeletion.is(lost.size(), adopted.blockCount())
                ? new MassDeletion(lost.size(), adopted.blockCount())
                : null;
        outside.replaceAll((path, edit) -> edit.judged(
                edits.containsKey(path) ? verdict.broken(path) : edit.broken(),
                canonical.containsKey(path) && ids(edit).anyMatch(lost::contains)));
        outside.forEach((path, edit) -> {
            Optional<StoredTopic> itself = held == null ? canonical.get(path) : null;
            if (itself == null) {
                Optional<StoredTopic> lastGood = good.getOrDefault(path, Optional.empty());
                serve(path, lastGood);
                files.put(path.value(), lastGood.isEmpty() ? null : edit.adopted());
            } else {
                serve(path, itself);
                files.put(path.value(), itself.isEmpty() ? null : edit.seen());
            }
        });
    }

    /** The last good version, if it can still be read anywhere. */
    private Optional<StoredTopic> lastGood(TopicPath path, OutsideEdit edit) {
        FileTree.Known adopted = edit.adopted();
        return adopted == null
                        || edit.stored() == null
                        || means.texts().find(path, adopted.hash()).isEmpty()
                ? Optional.empty()
                : Optional.of(edit.stored());
    }

    private Set<String> lost(TopicTree after, Set<TopicPath> edited) {
        Set<String> lost = new HashSet<>();
        for (TopicPath path : edited) {
            OutsideEdit edit = outside.get(path);
            if (edit != null) {
                ids(edit).filter(id -> after.topicOf(id).isEmpty()).forEach(lost::add);
            }
        }
        return lost;
    }

    private static java.util.stream.Stream<String> ids(OutsideEdit edit) {
        StoredTopic stored = edit.stored();
        return stored == null ? java.util.stream.Stream.empty() : stored.summary().blockIds().stream();
    }

    Map<TopicPath, OutsideEdit> outside() {
        return outside;
    }

    Set<TopicPath> unresolved() {
        return unresolved;
    }

    Optional<MassDeletion> held() {
        return Optional.ofNullable(held);
    }
}
