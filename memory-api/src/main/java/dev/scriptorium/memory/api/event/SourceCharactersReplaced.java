package dev.scriptorium.memory.api.event;

/**
 * Half characters (lone surrogates) in turns were archived as U+FFFD, because no file can hold them. Immutable.
 *
 * @since 0.1
 */
public final class SourceCharactersReplaced extends MemoryEvent {
    private final int characters;

    private SourceCharactersReplaced(Operation operation, int characters) {
        super(operation);
        this.characters = characters;
    }

    /**
     * Characters that no file can hold.
     *
     * @param operation what it belongs to
     * @param characters characters replaced
     */
    public static SourceCharactersReplaced of(Operation operation, int characters) {
        return new SourceCharactersReplaced(operation, characters);
    }

    /** Characters replaced. */
    public int characters() {
        return characters;
    }

    @Override
    public void deliverTo(MemoryListener listener) {
        listener.sourceCharactersReplaced(this);
    }

    @Override
    String details() {
        return "characters=" + characters;
    }
}
