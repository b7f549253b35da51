package dev.scriptorium.memory.cli.importer;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/** Tells what was passed over, without telling it a thousand times. */
final class ImportNotes {
    private static final int MOST = 20;

    private final Consumer<String> listener;
    private final Set<String> keys = new HashSet<>();
    private String file = "";
    private int told;

    ImportNotes(Consumer<String> listener) {
        this.listener = listener;
    }

    void begin(String name) {
        end();
        file = name;
    }

    void add(int line, String what) {
        told++;
        if (told <= MOST) {
            listener.accept(line == 0 ? file + ": " + what : file + ", line " + line + ": " + what);
        }
    }

    /** Once a key, whatever the file. */
    void unknownKey(int line, String key) {
        if (keys.add(key)) {
            listener.accept(file + ", line " + line + ": unknown key \"" + key + "\" is ignored");
        }
    }

    void end() {
        if (told > MOST) {
            listener.accept(file + ": " + (told - MOST) + " more notes of this kind");
        }
        told = 0;
    }
}
