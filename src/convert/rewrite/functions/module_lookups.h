#ifndef INSULATE_CONVERT_REWRITE_FUNCTIONS_MODULE_LOOKUPS_H
#define INSULATE_CONVERT_REWRITE_FUNCTIONS_MODULE_LOOKUPS_H

#include "convert/rewrite/rewriter.h"

/* Calls of PyState_FindModule for the own module go. */
void edit_module_lookups(struct rewriter *r);

#endif
