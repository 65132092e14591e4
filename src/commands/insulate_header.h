/* insulate.h as the program carries it, for reading sources that include it where it is
 * not installed. */
#ifndef INSULATE_COMMANDS_INSULATE_HEADER_H
#define INSULATE_COMMANDS_INSULATE_HEADER_H

#include "csource/reader.h"

/* A folder that is there only while sources are read; no disk has it. */
#define INSULATE_HEADER_FOLDER "/insulate-of-the-program"

struct source_text insulate_header_text(void);

#endif
