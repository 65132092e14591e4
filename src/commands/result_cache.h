/* Answers of earlier runs: what a run has printed is printed again if all that it depends on
 * is as it was.
 *
 * That is its words, its folder, the variables that are read, the program and its libclang,
 * each file and folder that was looked for, found or not, and what other programs said,
 * which are asked again (base/access_log.h). */
#ifndef INSULATE_COMMANDS_RESULT_CACHE_H
#define INSULATE_COMMANDS_RESULT_CACHE_H

#include "commands/command.h"

struct result_cache {
    const char *path; /* of the answer to these words; NULL: none can be kept */
    struct transcript transcript;
};

/* Print what RUN, of the words ARGV, has printed before.  Returns its exit code, or -1 if
 * the run is to be made: then what it prints is noted.  The access log has begun. */
int result_cache_answer(struct result_cache *cache, struct run *run, int argc, char **argv);
/* RUN has been made and ended with CODE; keep that, if it will say the same again.  Ends the
 * access log. */
void result_cache_keep(struct result_cache *cache, struct run *run, int code);

#endif
