#ifndef INSULATE_CONVERT_REWRITE_TYPES_TYPE_CREATION_H
#define INSULATE_CONVERT_REWRITE_TYPES_TYPE_CREATION_H

#include "convert/rewrite/rewriter.h"

/* The expression that makes the heap type of TYPE. */
char *type_creation(struct rewriter *r, const struct variable *type,
                    const char *module);

/* The base of TYPE as an expression of type PyTypeObject *, "NULL" for object. */
const char *base_text(struct rewriter *r, const struct variable *type);

#endif
