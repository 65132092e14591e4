#ifndef INSULATE_CONVERT_VECTORS_H
#define INSULATE_CONVERT_VECTORS_H

#include "convert/conversion.h"

/* The only value but NULL that VARIABLE is ever given, or NULL.  Does
 * VARIABLE point to an array of objects, allocated in one place or growing? */
const struct node *only_value(const struct variable *variable);
bool is_vector(const struct conversion *c, const struct variable *variable);
bool has_vectors(const struct conversion *c);

/* Append the field of its length; lines that apply MACRO to what is in it; lines that free
 * all of them. */
void add_vector_field(const struct conversion *c, struct strbuf *out,
                      const struct variable_plan *plan);
void add_vector_lines(const struct conversion *c, struct strbuf *out, const char *macro,
                      const char *state, const struct variable_plan *plan);
void add_vector_frees(const struct conversion *c, struct strbuf *out, const char *state);
void edit_vectors(struct conversion *c);

#endif
