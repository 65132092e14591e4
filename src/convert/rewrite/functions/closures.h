#ifndef INSULATE_CONVERT_REWRITE_FUNCTIONS_CLOSURES_H
#define INSULATE_CONVERT_REWRITE_FUNCTIONS_CLOSURES_H

#include "convert/rewrite/rewriter.h"

void edit_closures(struct rewriter *r);

#endif
