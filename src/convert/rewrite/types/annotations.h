#ifndef INSULATE_CONVERT_REWRITE_TYPES_ANNOTATIONS_H
#define INSULATE_CONVERT_REWRITE_TYPES_ANNOTATIONS_H

#include "convert/rewrite/rewriter.h"

/* Let TYPE repeat the attribute `__annotations__` of instances that a base
 * has: in its own table, or in a new one, which is appended to OUT and named; else NULL. */
const char *annotations_table(struct rewriter *r, const struct variable *type,
                              struct strbuf *out);

#endif
