#ifndef INSULATE_CONVERT_REWRITE_FUNCTIONS_BINDINGS_H
#define INSULATE_CONVERT_REWRITE_FUNCTIONS_BINDINGS_H

#include "convert/rewrite/rewriter.h"

/* Let tables of functions be bound to the module. */
void edit_bindings(struct rewriter *r);

#endif
