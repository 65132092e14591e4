/* The subcommands, in the order of --help. */
#ifndef INSULATE_COMMANDS_COMMAND_TABLE_H
#define INSULATE_COMMANDS_COMMAND_TABLE_H

#include "commands/command.h"

extern const struct command commands[];
extern const size_t n_commands;

/* The command called NAME, or NULL. */
const struct command *command_find(const char *name);
/* The name of the command that is spelled nearly like NAME, or NULL. */
const char *command_nearest(const char *name);

#endif
