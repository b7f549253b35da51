/** The contract of Scriptorium: what hosts call, and what hosts and other backends implement. */
module dev.scriptorium.memory.api {
    requires static transitive org.jspecify;

    exports dev.scriptorium.memory.api;
    exports dev.scriptorium.memory.api.event;
    exports dev.scriptorium.memory.api.model;
    exports dev.scriptorium.memory.api.recall;
    exports dev.scriptorium.memory.api.ref;
    exports dev.scriptorium.memory.api.session;
    exports dev.scriptorium.memory.api.write;

    uses dev.scriptorium.memory.api.MemoryBackendFactory;
}
