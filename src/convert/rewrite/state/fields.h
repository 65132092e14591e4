#ifndef INSULATE_CONVERT_REWRITE_STATE_FIELDS_H
#define INSULATE_CONVERT_REWRITE_STATE_FIELDS_H

#include "convert/rewrite/rewriter.h"

/* Append the fields to OUT, with their comments. */
void add_fields(struct rewriter *r, struct strbuf *out);

#endif
