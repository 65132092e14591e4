#ifndef INSULATE_CONVERT_REWRITE_STATE_STATE_HEADER_H
#define INSULATE_CONVERT_REWRITE_STATE_STATE_HEADER_H

#include "convert/rewrite/rewriter.h"

/* Put what finds the state by a type behind the module's definition: for all files; or
 * because C++ has no second definition that it could stand between. */
void define_by_type(struct rewriter *r);

/* Write a header for the files that need the state, and include it there. */
void write_header(struct rewriter *r);

/* The module has a state and a function that gives it: put what is new around that
 * function, and into files that do not know it yet. */
void write_around_getter(struct rewriter *r);

#endif
