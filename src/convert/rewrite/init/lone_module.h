#ifndef INSULATE_CONVERT_REWRITE_INIT_LONE_MODULE_H
#define INSULATE_CONVERT_REWRITE_INIT_LONE_MODULE_H

#include "base/strbuf.h"
#include "convert/conversion.h"

/* Append the exec function that lets an interpreter load the module once, and calls INNER; NULL:
 * there is none. */
void add_alone_exec(const struct conversion *c, struct strbuf *out, const char *inner);

#endif
