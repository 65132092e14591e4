#ifndef INSULATE_CONVERT_REWRITE_TYPES_GC_PROTOCOL_H
#define INSULATE_CONVERT_REWRITE_TYPES_GC_PROTOCOL_H

#include "convert/rewrite/rewriter.h"

/* Dealloc functions untrack their instance and release its type; traverse functions visit
 * that. */
void edit_gc_functions(struct rewriter *r);

/* Let TRAVERSE visit the members that RELEASING, dealloc or clear, gives up, of instances
 * that are a RECORD each. */
void visit_members(struct rewriter *r, const struct function *traverse,
                   const struct function *releasing, const char *record);

/* The field NAME of a `Py_XDECREF(self->name)` and the like in FUNCTION,
 * number I; NULL behind the last. */
const char *released_member(const struct conversion *c, const struct function *function,
                            size_t i);

#endif
