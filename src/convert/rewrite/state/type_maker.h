#ifndef INSULATE_CONVERT_REWRITE_STATE_TYPE_MAKER_H
#define INSULATE_CONVERT_REWRITE_STATE_TYPE_MAKER_H

#include "convert/rewrite/rewriter.h"

/* The flags of PyType_Spec that the oldest supported headers lack. */
void add_flags(const struct conversion *c, struct strbuf *out);
/* Makes a heap type from a spec (see plan/type_maker.h). */
void add_new_type(const struct conversion *c, struct strbuf *out,
                  const struct source_file *file);
/* Makes a struct sequence that is immutable. */
void add_new_sequence(struct rewriter *r, struct strbuf *out, const struct source_file *file);

#endif
