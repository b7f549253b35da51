/** What happens when nobody is looking: idle sessions are written, and topics put in order at night. */
@NullMarked
package dev.scriptorium.memory.local.schedule;

import org.jspecify.annotations.NullMarked;
