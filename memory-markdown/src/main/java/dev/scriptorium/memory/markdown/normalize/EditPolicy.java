package dev.scriptorium.memory.markdown.normalize;

import dev.scriptorium.memory.api.ref.SourceRef;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What an edit through one door may cite anew, and which blocks may vanish by it. Immutable.
 *
 * @since 0.1
 */
public final class EditPolicy {
    private final Predicate<SourceRef> mayCite;
    private final boolean mayRemoveAny;
    private final Set<String> mayRemove;
    private final @Nullable LossGuard guard;
    private final Predicate<String> issuedBefore;
    private final boolean anyName;
    private final boolean citingAgain;

    private EditPolicy(
            Predicate<SourceRef> mayCite,
            boolean mayRemoveAny,
            Set<String> mayRemove,
            @Nullable LossGuard guard,
            Predicate<String> issuedBefore,
            boolean anyName,
            boolean citingAgain) {
        this.anyName = anyName;
        this.citingAgain = citingAgain;
        this.mayCite = mayCite;
        this.mayRemoveAny = mayRemoveAny;
        this.mayRemove = Set.copyOf(mayRemove);
        this.guard = guard;
        this.issuedBefore = issuedBefore;
    }

    /** How many of the blocks that a writer was shown it may remove: a share in percent, and one at least. */
    record LossGuard(int shown, int percent) {
        int allowed() {
            return Math.max(1, shown * percent / 100);
        }
    }

    /** May cite any trusted source and remove nothing. */
    public static EditPolicy keepingAll() {
        return new EditPolicy(ref -> true, false, Set.of(), null, id -> false, false, false);
    }

    /** The same, restricted to new citations of these sources. */
    public EditPolicy citing(Predicate<SourceRef> allowed) {
        return new EditPolicy(allowed, mayRemoveAny, mayRemove, guard, issuedBefore, anyName, citingAgain);
    }

    /** The same, and these ids may vanish, but no other. */
    public EditPolicy removing(Set<String> ids) {
        return new EditPolicy(mayCite, false, ids, guard, issuedBefore, anyName, citingAgain);
    }

    /** The same, and any id may vanish. */
    public EditPolicy removingAny() {
        return new EditPolicy(mayCite, true, mayRemove, null, issuedBefore, anyName, citingAgain);
    }

    /** The same, and up to a share of the blocks shown may vanish. */
    public EditPolicy guardingLoss(int blocksShown, int percent) {
        return new EditPolicy(
                mayCite, true, mayRemove, new LossGuard(blocksShown, percent), issuedBefore, anyName, citingAgain);
    }

    /** The same, and ids that the workspace once issued may come back. */
    public EditPolicy restoring(Predicate<String> issued) {
        return new EditPolicy(mayCite, mayRemoveAny, mayRemove, guard, issued, anyName, citingAgain);
    }

    /**
     * Puts back what was there once: any id may vanish, ids that the workspace once issued may come back, and what is
     * cited again is not asked for trust again, only for existence. A file is called what it was called.
     */
    public static EditPolicy puttingBack(Predicate<String> issued) {
        return new EditPolicy(ref -> true, true, Set.of(), null, issued, true, true);
    }

    /**
     * What people do in their own editors: any trusted source may be cited, anything may go, ids that the workspace once
     * issued may come back, and a file is called what they called it.
     */
    public static EditPolicy adopting(Predicate<String> issued) {
        return new EditPolicy(ref -> true, true, Set.of(), null, issued, true, false);
    }

    boolean mayHaveAnyName() {
        return anyName;
    }

    boolean mayCitePending() {
        return citingAgain;
    }

    boolean mayCite(SourceRef ref) {
        return mayCite.test(ref);
    }

    boolean mayRemove(String id) {
        return mayRemoveAny || mayRemove.contains(id);
    }

    @Nullable
    LossGuard guard() {
        return guard;
    }

    boolean issuedBefore(String id) {
        return issuedBefore.test(id);
    }
}
