#ifndef INSULATE_CONVERT_REWRITE_FUNCTIONS_STATIC_METHODS_H
#define INSULATE_CONVERT_REWRITE_FUNCTIONS_STATIC_METHODS_H

#include "convert/rewrite/rewriter.h"

/* Static methods that need the state become class methods. */
void edit_static_methods(struct rewriter *r);

#endif
