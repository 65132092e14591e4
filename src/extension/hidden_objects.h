/* Static objects and types in branches of #if that no configuration that was read takes:
 * their tokens are all that is known of them. */
#ifndef INSULATE_EXTENSION_HIDDEN_OBJECTS_H
#define INSULATE_EXTENSION_HIDDEN_OBJECTS_H

#include "model/source.h"

/* Does a declaration that begins at token I, of a branch that begins at token FIRST, define an
 * object or a type that lives as long as the process?  Then *out_name is where its name stands. */
bool hidden_object_at(const struct source_file *file, size_t first, size_t i,
                      struct range *out_name);

#endif
