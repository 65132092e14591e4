#ifndef INSULATE_CONVERT_REWRITE_INIT_READY_CALLS_H
#define INSULATE_CONVERT_REWRITE_INIT_READY_CALLS_H

#include "convert/rewrite/rewriter.h"

/* Each PyType_Ready makes the heap type; so does, in exec's head, what create_rest
 * appends for types that none is called for: their first use filled them in. */
void edit_ready_calls(struct rewriter *r);
void create_rest(struct rewriter *r, struct strbuf *out);

#endif
