#ifndef INSULATE_CONVERT_REWRITE_THREADS_GUARDS_H
#define INSULATE_CONVERT_REWRITE_THREADS_GUARDS_H

#include "convert/rewrite/rewriter.h"

/* Write the guards of the plan: sections around functions, qualifiers of fields. */
void edit_guards(struct rewriter *r);

/* Let the module declare that it needs no GIL, if that is planned. */
void edit_gil_claim(struct rewriter *r);

#endif
