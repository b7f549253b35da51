/** Names of things in a workspace: topics, blocks, evidence, sources, revisions. */
@NullMarked
package dev.scriptorium.memory.api.ref;

import org.jspecify.annotations.NullMarked;
