/* Finds the code that writes a word: the page is read-only, each write faults, is
 * recorded and then single-stepped.  x86-64 only; elsewhere nothing is watched. */
#ifndef INSULATE_PROBE_WATCHPOINTS_H
#define INSULATE_PROBE_WATCHPOINTS_H

#include "probe/image.h"

/* Begins to watch the words at the offsets of a comma-separated hexadecimal list.
 * Returns false where this machine cannot.  Limits: a system call that writes into a
 * watched page fails with EFAULT; writes of other threads during a step are missed. */
bool watchpoints_begin(const struct image *image, const char *offsets);

/* The words have the values that use has left: what makes another one of them from now on
 * is noted. */
void watchpoints_settle(void);

/* Reports the writes so far, each writer of each word once. */
void watchpoints_report(void);

/* Ends the watch and reports the words that did not stay as they had settled. */
void watchpoints_end(void);

#endif
