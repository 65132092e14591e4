/* Who writes a word: its page is read-only, each write faults, is noted, and is let
 * through by a single step.  x86-64 only; elsewhere nothing is watched. */
#ifndef INSULATE_PROBE_WATCH_H
#define INSULATE_PROBE_WATCH_H

#include "probe/image.h"

/* Begins to watch the words at the offsets of a comma-separated hexadecimal list.
 * Returns false where this machine cannot.  Limits: a system call that writes into a
 * watched page fails with EFAULT; writes of other threads during a step are missed. */
bool watch_begin(const struct image *image, const char *offsets);

/* Ends the watch and reports the writes, each writer of each word once. */
void watch_end(void);

#endif
