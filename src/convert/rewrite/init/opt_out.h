#ifndef INSULATE_CONVERT_REWRITE_INIT_OPT_OUT_H
#define INSULATE_CONVERT_REWRITE_INIT_OPT_OUT_H

#include "convert/rewrite/rewriter.h"

/* The opt-out around the exec function INNER and the m_free INNER_RELEASE (each may be
 * NULL); one more function for the one there is to call when the module is freed; the one
 * there is taken away. */
void add_opt_out(const struct conversion *c, struct strbuf *out, const char *inner,
                 const char *inner_release);
void extend_opt_out(struct rewriter *r, const char *name);
void remove_opt_out(struct rewriter *r);

#endif
