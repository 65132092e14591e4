/* The files that did not parse, beside those that are to be written. */
#ifndef INSULATE_COMMANDS_UNREAD_FILES_H
#define INSULATE_COMMANDS_UNREAD_FILES_H

#include "commands/result.h"

/* Why a file that did not parse may depend on one that WORK changes, or this on it; NULL: none
 * can.  It includes one, or both name the same function or variable. */
const char *unread_file_concerned(const struct work *work);

#endif
