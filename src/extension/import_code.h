/* Code that runs at import only. */
#ifndef INSULATE_EXTENSION_IMPORT_CODE_H
#define INSULATE_EXTENSION_IMPORT_CODE_H

#include "extension/extension.h"

/* Find what is reached from PyInit_… and exec slots alone; the modules of EXTENSION are
 * known by then. */
void import_code_read(struct extension *extension);

/* Leave in SET, by function id, what runs only by way of ROOTS, which are part of it: every
 * use is a call in a function of the set, or has it called once in the process. */
void import_code_spread(struct arena *arena, const struct source *source,
                        const bool *roots, bool *set);

#endif
