package dev.scriptorium.memory.bench.write;

import dev.scriptorium.memory.api.ref.TopicPath;

/** Has one record written into a topic, on one new source. */
interface RecordWriting {

    /**
     * Writes.
     *
     * @param number tells this record from others
     * @return the archive that the source went to
     */
    String write(Place place, long number);

    /**
     * Where a record goes.
     *
     * @param topic the topic
     * @param title its first heading
     */
    record Place(TopicPath topic, String title) {}
}
