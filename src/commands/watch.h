/* --watch: a command that runs again whenever what it reads changes. */
#ifndef INSULATE_COMMANDS_WATCH_H
#define INSULATE_COMMANDS_WATCH_H

#include "commands/command.h"
#include "model/source.h"

/* What a round tells of what it has read; NULL where nobody watches. */
struct watch_report;

/* One round, in a process of its own.  IS_FIRST: the words of the program were read by the
 * process that watches, and what the settings lack was told.  Returns the exit code. */
typedef int watch_round(void *data, bool is_first, struct watch_report *report);

/* Call ROUND now and after each change, until a signal ends the program or it can watch no
 * more.  RUN has the operands. */
int watch_run(const struct run *run, watch_round *round, void *data);

/* SOURCE was read: its files count from now on. */
void watch_tell(struct watch_report *report, const struct run *run,
                const struct source *source);

#endif
