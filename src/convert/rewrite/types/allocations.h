#ifndef INSULATE_CONVERT_REWRITE_TYPES_ALLOCATIONS_H
#define INSULATE_CONVERT_REWRITE_TYPES_ALLOCATIONS_H

#include "convert/rewrite/rewriter.h"

/* Instances are made by the heap type. */
void edit_allocations(struct rewriter *r);

/* The tokens of argument I in the parentheses that open at OPEN. */
bool argument_range(const struct source_file *file, size_t open, size_t i,
                    uint32_t *out_begin, uint32_t *out_end);

#endif
