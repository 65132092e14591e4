/* [tool.insulate] of pyproject.toml, or the file of --config, and the user's own
 * insulate.toml: options that hold unless the command line says otherwise.
 *
 * A project's file is read before anybody looked at the project.  So it sets neither
 * what leads to code (the libclang, the Python) nor paths out of the project; the
 * user's own file and that of --config do. */
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

/* Put what the files say into VALUES, the command's options.  *OUT_FILE becomes the
 * project's file or that of --config, if one was read, or NULL; ORIGINS gets an entry
 * for each option that a file sets, NOTICES a line for each setting that a project may not
 * make.  Errors: no TOML, a key that is no option of
 * any command, a value that does not fit. */
MUST_CHECK int settings_apply(struct arena *arena, const struct settings *settings,
                              void *values, const char **out_file,
                              struct setting_origins *origins, struct words *notices,
                              struct error *err);

#endif
