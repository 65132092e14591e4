/* Which heap type an expression means: where the class that it names was made. */
#ifndef INSULATE_EXTENSION_TYPE_ORIGIN_H
#define INSULATE_EXTENSION_TYPE_ORIGIN_H

#include "extension/extension.h"

/* The heap type whose spec the class that NODE names was made from: by a call, a local
 * or a member that such a call's result is kept in; NULL: none, or more than one. */
const struct heap_type *type_of_expression(const struct extension *extension,
                                           const struct node *node);
/* Is NODE a class that was made at run time: of a spec of the project, or by another
 * function that makes heap types? */
bool expression_is_made_type(const struct extension *extension,
                             const struct node *node);
/* The type that is made of SPEC, a call's argument; NULL if it is none. */
const struct heap_type *type_of_spec(const struct extension *extension,
                                     const struct node *spec);

#endif
