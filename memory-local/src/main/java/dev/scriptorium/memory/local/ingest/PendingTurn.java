package dev.scriptorium.memory.local.ingest;

import dev.scriptorium.memory.api.session.Turn;

/** A turn that is to be written, and the words of it that are to be archived. */
record PendingTurn(Turn turn, String text) {}
