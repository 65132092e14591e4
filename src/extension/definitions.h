/* The definitions of modules and of heap types in the sources. */
#ifndef INSULATE_EXTENSION_DEFINITIONS_H
#define INSULATE_EXTENSION_DEFINITIONS_H

#include "extension/extension.h"

/* Fill in the modules and types of EXTENSION, whose source is known. */
void definitions_read(struct extension *extension);

#endif
