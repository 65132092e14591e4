/* The user's wish to stop, as something that long work looks at: children run in
 * process groups of their own, so the terminal's Ctrl-C does not reach them. */
#ifndef INSULATE_BASE_INTERRUPT_H
#define INSULATE_BASE_INTERRUPT_H

#include <stdbool.h>

/* From now on SIGINT, SIGTERM and SIGHUP are noted in place of ending the program;
 * signals that the caller ignores (nohup) stay ignored.  A second one of a kind ends it
 * after all.  child_run then ends its child and fails with ERROR_CHILD. */
void interrupt_catch(void);

/* The signal that was noted, or 0. */
int interrupt_signal(void);

#endif
