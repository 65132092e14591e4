#ifndef INSULATE_CONVERT_REWRITE_STATE_STATE_ACCESSORS_H
#define INSULATE_CONVERT_REWRITE_STATE_STATE_ACCESSORS_H

#include "convert/rewrite/rewriter.h"

/* Append the functions that give the state, for FILE. */
void add_accessors(struct rewriter *r, struct strbuf *out,
                   const struct source_file *file);

/* Append the one that finds it by a type; SPECIFIERS stand in front of its head. */
void add_by_type(struct rewriter *r, struct strbuf *out, const struct source_file *file,
                 const char *specifiers);

/* The one for what runs when an instance dies. */
void add_at_end(const struct conversion *c, struct strbuf *out,
                const struct source_file *file, const char *specifiers);

#endif
