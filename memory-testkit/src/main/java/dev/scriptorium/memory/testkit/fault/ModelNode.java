package dev.scriptorium.memory.testkit.fault;

/** A file or a directory, whatever its names. */
abstract sealed class ModelNode permits ModelFile, ModelDirectory {}
