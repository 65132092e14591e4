#ifndef INSULATE_CONVERT_REWRITE_CLEANUP_LOST_FUNCTIONS_H
#define INSULATE_CONVERT_REWRITE_CLEANUP_LOST_FUNCTIONS_H

#include "convert/rewrite/rewriter.h"

/* Static functions that only the initialiser of a type named, in a field that is given another
 * value at import, go with it. */
void remove_lost_functions(struct rewriter *r);

#endif
