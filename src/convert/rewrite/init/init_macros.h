#ifndef INSULATE_CONVERT_REWRITE_INIT_INIT_MACROS_H
#define INSULATE_CONVERT_REWRITE_INIT_INIT_MACROS_H

#include "convert/rewrite/rewriter.h"

/* Is the macro use that NODE, a return, comes from nothing else? */
bool is_only_return(const struct node *node);

/* Let the return NODE in a macro's body say RESULT. */
void edit_return_in_macro(struct rewriter *r, const struct node *node,
                          const char *result);

#endif
