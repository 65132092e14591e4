/* Paths as URIs (RFC 3986, RFC 8089). */
#ifndef INSULATE_BASE_URI_H
#define INSULATE_BASE_URI_H

#include "base/arena.h"
#include "base/strbuf.h"

/* Append PATH as a URI reference; an absolute one as a file URI. */
void uri_add(struct strbuf *out, const char *path);
/* The path that URI, a file URI of this machine, stands for; NULL: it is none. */
char *uri_path(struct arena *arena, const char *uri);

#endif
