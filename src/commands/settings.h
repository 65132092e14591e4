/* [tool.insulate] of pyproject.toml, or the file of --config: options that hold
 * unless the command line says otherwise. */
#ifndef INSULATE_COMMANDS_SETTINGS_H
#define INSULATE_COMMANDS_SETTINGS_H

#include "commands/command.h"

struct settings {
    const struct option *const *tables; /* of the command, ended by NULL */
    const char *command;                /* its name: a table of its own in the file */
    const char *file; /* of --config; NULL: the nearest pyproject.toml with such a
                           table, in START or above */
    const char *start;
    const struct words *given; /* options of the command line: they win */
};

/* Put what the file says into VALUES, the command's options.  *OUT_FILE becomes the
 * file that was read, or NULL.  Errors: no TOML, a key that is no option of any
 * command, a value that does not fit. */
MUST_CHECK int settings_apply(struct arena *arena, const struct settings *settings,
                              void *values, const char **out_file, struct error *err);

#endif
