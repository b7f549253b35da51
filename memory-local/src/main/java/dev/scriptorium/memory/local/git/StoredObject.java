package dev.scriptorium.memory.local.git;

/** An object as it is stored: its type, one of {@code Constants.OBJ_*}, with its bytes, which nobody changes. */
final class StoredObject {
    private final int type;
    private final byte[] bytes;

    StoredObject(int type, byte[] bytes) {
        this.type = type;
        this.bytes = bytes;
    }

    int type() {
        return type;
    }

    byte[] bytes() {
        return bytes;
    }
}
