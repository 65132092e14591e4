/* Static types: what their fields give, in the form of heap types. */
#ifndef INSULATE_EXTENSION_STATIC_TYPES_H
#define INSULATE_EXTENSION_STATIC_TYPES_H

#include "extension/extension.h"

/* Find the PyTypeObjects that the project defines, with what they are given in their
 * definition and by an assignment to a field, `X.tp_base = …`. */
void static_types_read(struct extension *extension);
/* The one that VARIABLE is, or NULL. */
const struct heap_type *static_type_of(const struct extension *extension,
                                       const struct variable *variable);

#endif
