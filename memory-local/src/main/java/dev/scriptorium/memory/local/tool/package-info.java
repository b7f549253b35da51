/** Tools for the model that talks, whatever program it runs in: names, JSON schemas and handlers over a workspace. */
@NullMarked
package dev.scriptorium.memory.local.tool;

import org.jspecify.annotations.NullMarked;
