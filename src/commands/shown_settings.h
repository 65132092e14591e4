/* --show-settings: the options as they are in effect, and who says so. */
#ifndef INSULATE_COMMANDS_SHOWN_SETTINGS_H
#define INSULATE_COMMANDS_SHOWN_SETTINGS_H

#include "base/strbuf.h"
#include "commands/option.h"

/* Print the options of TABLES (ended by NULL) in VALUES as the table of COMMAND in a file
 * of settings, each with its origin: the command line (GIVEN), a line of a file (ORIGINS),
 * or the default.  Options that are not set are left out. */
void shown_settings_print(const char *command, const struct option *const *tables,
                          const void *values, const struct words *given,
                          const struct setting_origins *origins, struct strbuf *out);

#endif
