/** Writers that do what a test tells them. */
@NullMarked
package dev.scriptorium.memory.testkit.model;

import org.jspecify.annotations.NullMarked;
