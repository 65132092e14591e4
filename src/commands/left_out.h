/* What the reader left out as code of other projects, said once. */
#ifndef INSULATE_COMMANDS_LEFT_OUT_H
#define INSULATE_COMMANDS_LEFT_OUT_H

#include "commands/command.h"
#include "csource/request.h"
#include "model/source.h"

/* Let REQUEST leave out what WORDS, patterns relative to the current folder, mean. */
void request_exclude(struct run *run, const struct words *words,
                     struct source_request *request);
/* Say what is left out of SOURCE, and let the answer of RUN contain it. */
void run_leave_out(struct run *run, const struct source *source);

#endif
