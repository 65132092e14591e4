#ifndef INSULATE_CONVERT_REWRITE_STATE_FIELDS_H
#define INSULATE_CONVERT_REWRITE_STATE_FIELDS_H

#include "convert/rewrite/rewriter.h"

/* VARIABLE's declaration without storage, initial value and semicolon, but of NAME. */
const char *declared_as(struct rewriter *r, const struct variable *variable,
                        const char *name);
/* Append the fields to OUT, with their comments. */
void add_fields(struct rewriter *r, struct strbuf *out);

#endif
