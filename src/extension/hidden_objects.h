/* Static objects and types in branches of #if that no configuration that was read takes:
 * their tokens are all that is known of them. */
#ifndef INSULATE_EXTENSION_HIDDEN_OBJECTS_H
#define INSULATE_EXTENSION_HIDDEN_OBJECTS_H

#include "model/source.h"

/* Does a declaration that begins with `static` at token I declare an object or a type?  Then
 * *out_name is where its name stands. */
bool static_object_at(const struct source_file *file, size_t i, struct range *out_name);

#endif
