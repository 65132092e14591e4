#ifndef INSULATE_CONVERT_REWRITE_STATE_FREE_LISTS_H
#define INSULATE_CONVERT_REWRITE_STATE_FREE_LISTS_H

#include "convert/plan/variables.h"
#include "convert/rewrite/rewriter.h"

/* Let free lists be those of a module. */
void edit_free_lists(struct rewriter *r);

/* Append lines that free what is on the list. */
void add_drain(const struct conversion *c, struct strbuf *out, const char *state,
               const struct variable_plan *plan);

#endif
