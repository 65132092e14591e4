#ifndef INSULATE_CONVERT_REWRITE_STATE_VECTORS_H
#define INSULATE_CONVERT_REWRITE_STATE_VECTORS_H

#include "convert/plan/variables.h"
#include "convert/rewrite/rewriter.h"

/* Append the field of its length; lines that apply MACRO to what is in it; lines that free
 * all of them. */
void add_vector_field(const struct conversion *c, struct strbuf *out,
                      const struct variable_plan *plan);
void add_vector_lines(const struct conversion *c, struct strbuf *out, const char *macro,
                      const char *state, const struct variable_plan *plan);
void add_vector_frees(const struct conversion *c, struct strbuf *out,
                      const char *state);
void edit_vectors(struct rewriter *r);

#endif
