/* The recorder's other guise: called by a compiler's name. */
#ifndef INSULATE_COMMANDS_RECORD_H
#define INSULATE_COMMANDS_RECORD_H

#include <stdbool.h>

/* Does `insulate record` run us, called ARGV0, as a compiler? */
bool record_is_compiler(const char *argv0);
/* Note the call and become the real compiler; returns only if that fails. */
int record_compile(int argc, char **argv);

#endif
