/* insulate.h and its parts as the program carries them, for reading sources that include
 * them where they are not installed. */
#ifndef INSULATE_COMMANDS_INSULATE_HEADER_H
#define INSULATE_COMMANDS_INSULATE_HEADER_H

#include "csource/reader.h"

/* A folder that is there only while sources are read; no disk has it. */
#define INSULATE_HEADER_FOLDER "/insulate-of-the-program"

/* The files, with their paths in that folder. */
const struct source_text *insulate_header_texts(size_t *out_n_texts);

#endif
