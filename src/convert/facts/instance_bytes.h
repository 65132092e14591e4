/* Instances that C handles as bytes: a member more is a part of these. */
#ifndef INSULATE_CONVERT_FACTS_INSTANCE_BYTES_H
#define INSULATE_CONVERT_FACTS_INSTANCE_BYTES_H

#include "extension/extension.h"

/* Does the source make, copy, compare or write instances of INSTANCE, a struct, as a whole, or
 * depend on the size of it in another way than the type does and `__sizeof__`, in code that this
 * build compiles or another one may? */
bool instances_are_bytes(const struct extension *extension, const struct type *instance);

#endif
