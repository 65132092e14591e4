#ifndef INSULATE_CONVERT_REWRITE_INIT_INITIAL_VALUES_H
#define INSULATE_CONVERT_REWRITE_INIT_INITIAL_VALUES_H

#include "convert/plan/variables.h"
#include "convert/rewrite/rewriter.h"

/* Append the assignments of what the statics of GROUP began with. */
void add_initial_values(struct rewriter *r, struct strbuf *out, enum field_group group);

#endif
