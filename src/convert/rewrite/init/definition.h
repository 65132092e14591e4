#ifndef INSULATE_CONVERT_REWRITE_INIT_DEFINITION_H
#define INSULATE_CONVERT_REWRITE_INIT_DEFINITION_H

#include "convert/rewrite/rewriter.h"

/* Write what the definition lacks: size, slots, hooks. */
void edit_definition(struct rewriter *r);

#endif
