#ifndef INSULATE_CONVERT_REWRITE_TYPES_PICKLING_H
#define INSULATE_CONVERT_REWRITE_TYPES_PICKLING_H

#include "convert/rewrite/rewriter.h"

/* What keeps refusing the pickling protocols 0 and 1: let method tables have
 * it; append one of nothing else for TYPE to OUT, and give its name, or NULL; its text;
 * and itself, in each file that needs it. */
void edit_reducing(struct rewriter *r);
const char *reducing_table(const struct conversion *c, const struct variable *type,
                           struct strbuf *out);
void add_refuse_reduce(const struct conversion *c, struct strbuf *out,
                       const struct source_file *file, const char *specifiers);
void define_refuse_reduce(struct rewriter *r);
/* Does the result define the function? */
bool defines_refuse_reduce(const struct rewriter *r);

#endif
