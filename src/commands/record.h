/* The recorder and its other guise, called by a compiler's name. */
#ifndef INSULATE_COMMANDS_RECORD_H
#define INSULATE_COMMANDS_RECORD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "commands/option.h"

/* How the two speak.  Environment variables: the folders of the recorders that run,
 * separated by ':', the innermost first; how many of them the call has gone through. */
#define RECORD_FOLDERS "INSULATE_RECORD_FOLDER"
#define RECORD_PASSED "INSULATE_RECORD_PASSED"
/* In such a folder: a link for each name of a compiler; the log; a sign that the log lacks
 * something; and a folder for each compiler that is named by its path, with a link to this
 * program and one, of this name, to that compiler. */
#define RECORD_LOG "commands.log"
#define RECORD_LOST "lost"
#define RECORD_REAL "real"

struct recorders {
    struct words folders;
    size_t n_passed;
    const char *link_folder; /* of the link that was called, if it is for one compiler */
};

/* The recorders that run around this process, which was called ARGV0. */
struct recorders recorders_around(struct arena *arena, const char *argv0);

/* Does `insulate record` run us, called ARGV0, as a compiler? */
bool record_is_compiler(const char *argv0);
/* Run the real compiler and note the call.  Returns its exit code. */
int record_compile(int argc, char **argv);

#endif
