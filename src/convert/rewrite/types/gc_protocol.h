#ifndef INSULATE_CONVERT_REWRITE_TYPES_GC_PROTOCOL_H
#define INSULATE_CONVERT_REWRITE_TYPES_GC_PROTOCOL_H

#include "convert/rewrite/rewriter.h"

/* Dealloc functions untrack their instance and release its type; traverse functions visit
 * that, and the members that they did not. */
void edit_gc_functions(struct rewriter *r);

#endif
