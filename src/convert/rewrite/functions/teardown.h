#ifndef INSULATE_CONVERT_REWRITE_FUNCTIONS_TEARDOWN_H
#define INSULATE_CONVERT_REWRITE_FUNCTIONS_TEARDOWN_H

#include "convert/rewrite/rewriter.h"

/* What needs the state is left out when it is gone. */
void edit_teardown(struct rewriter *r);

#endif
