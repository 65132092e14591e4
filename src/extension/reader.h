/* From the model of a source to what it is as an extension module. */
#ifndef INSULATE_EXTENSION_READER_H
#define INSULATE_EXTENSION_READER_H

#include "extension/extension.h"

/* Derive the facts; all borrowed from ARENA and SOURCE. */
const struct extension *extension_read(struct arena *arena,
                                       const struct source *source);

#endif
