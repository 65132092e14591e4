/* Copies of structs that hold objects: both have one reference to each, then. */
#ifndef INSULATE_CONVERT_FACTS_STRUCT_COPIES_H
#define INSULATE_CONVERT_FACTS_STRUCT_COPIES_H

#include "model/source.h"

/* Where VARIABLE, or an element of it, gets a copy of another static struct, or of one in the
 * module state, and no reference is taken for it there; NULL: nowhere. */
const struct node *struct_copy_into(const struct variable *variable);

#endif
