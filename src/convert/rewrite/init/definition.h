#ifndef INSULATE_CONVERT_REWRITE_INIT_DEFINITION_H
#define INSULATE_CONVERT_REWRITE_INIT_DEFINITION_H

#include "convert/rewrite/rewriter.h"

/* Write what the definition lacks: size, slots, hooks. */
void edit_definition(struct rewriter *r);

/* The offset of the first thing in the definition's file that names the state on behalf
 * of the module itself: its hooks, or the definition. */
uint32_t definition_need(const struct conversion *c);

#endif
