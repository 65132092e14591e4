#ifndef INSULATE_CONVERT_REWRITE_INIT_DEFINITION_FIELDS_H
#define INSULATE_CONVERT_REWRITE_INIT_DEFINITION_FIELDS_H

#include "convert/rewrite/rewriter.h"

/* Give FIELD its VALUE where the initialiser has a place for it; else append it to
 * REST as a designated initialiser. */
void set_field(struct rewriter *r, struct strbuf *rest, const char *field,
               const char *value);

/* Append the lines REST to the initialiser, behind its last item. */
void append_fields(struct rewriter *r, const struct strbuf *rest);

/* The text of FIELD as it is in the end, its line in REST included; NULL: not set. */
const char *field_text(struct rewriter *r, const struct strbuf *rest,
                       const char *field);

#endif
