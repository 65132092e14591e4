/* Effects on the whole process: fork, exit and other calls made by the module.
 *
 * The probe comes before libc in the lookup of symbols, so its definitions are
 * the ones that the module and the interpreter call. */
#ifndef INSULATE_PROBE_EFFECT_H
#define INSULATE_PROBE_EFFECT_H

#include <stdbool.h>
#include <sys/types.h>

/* Begins to report. Before, and in programs that are no Python, all passes through. */
void effect_arm(void);

/* Stops reporting for good. */
void effect_disarm(void);

/* The C library's fork, for the probe itself: reports nothing. */
pid_t effect_fork_unseen(void);

/* The same for a copy that ends with this process, however that ends. */
pid_t effect_fork_copy(void);
/* Wait for it.  Returns false if how it ended cannot be had. */
bool effect_wait_copy(pid_t pid, int *out_status);

/* From now on exit() and _exit() are the scenario's own, not reported. */
void effect_allow_exit(void);
bool effect_exit_is_allowed(void);

/* For definitions that stand before the C library's.  Reports the call NAME if neither
 * the interpreter nor the C library made it, and not more often than a reader wants to
 * know. */
void effect_note(const char *name, const void *caller);
/* The definition of NAME that comes after the probe's own. */
void effect_find_next(void *out_function, const char *name);

#endif
