package dev.scriptorium.memory.local.git;

import java.time.OffsetDateTime;
import org.eclipse.jgit.lib.PersonIdent;
import org.jspecify.annotations.Nullable;

/** Who commits: always the same, whatever the machine says its user is called. */
final class Identity {
    static final String NAME = "Scriptorium Memory";
    static final String ADDRESS = "memory@scriptorium.local";
    static final String LINE = NAME + " <" + ADDRESS + ">";

    private Identity() {}

    static PersonIdent at(OffsetDateTime time) {
        return new PersonIdent(NAME, ADDRESS, time.toInstant(), time.getOffset());
    }

    /** A person as Git writes one; what cannot be read becomes nobody. */
    static String line(@Nullable PersonIdent person) {
        return person == null ? " <>" : person.getName() + " <" + person.getEmailAddress() + '>';
    }

    static boolean isOurs(@Nullable PersonIdent person) {
        return person != null && person.getEmailAddress().equals(ADDRESS);
    }
}
