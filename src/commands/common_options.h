/* The options that commands share, in groups: a command takes those that mean something
 * for it (`takes` in the table of commands). */
#ifndef INSULATE_COMMANDS_COMMON_OPTIONS_H
#define INSULATE_COMMANDS_COMMON_OPTIONS_H

#include "commands/command.h"

enum { MOST_TABLES = 8 };

/* All tables of COMMAND, its own first, ended by NULL. */
struct option_tables {
    const struct option *items[MOST_TABLES];
};
struct option_tables command_options(const struct command *command);

/* Why COMMAND has no option NAME, although others have: "it reports no findings"; NULL if
 * it is no common option. */
const char *common_option_lacks(const struct command *command, const char *name);

void print_help(const struct command *command);

#endif
