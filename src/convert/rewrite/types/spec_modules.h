#ifndef INSULATE_CONVERT_REWRITE_TYPES_SPEC_MODULES_H
#define INSULATE_CONVERT_REWRITE_TYPES_SPEC_MODULES_H

#include "convert/rewrite/rewriter.h"

/* Heap types that were made without a module get it. */
void edit_spec_modules(struct rewriter *r);

#endif
