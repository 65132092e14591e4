#ifndef INSULATE_CONVERT_REWRITE_FUNCTIONS_BINDINGS_H
#define INSULATE_CONVERT_REWRITE_FUNCTIONS_BINDINGS_H

#include "convert/conversion.h"

/* Let tables of functions be bound to the module. */
void edit_bindings(struct conversion *c);

#endif
