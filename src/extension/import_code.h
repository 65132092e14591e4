/* Code that runs at import only. */
#ifndef INSULATE_EXTENSION_IMPORT_CODE_H
#define INSULATE_EXTENSION_IMPORT_CODE_H

#include "extension/extension.h"

/* Find what is reached from PyInit_… and exec slots alone; the modules of EXTENSION are
 * known by then. */
void import_code_read(struct extension *extension);

#endif
