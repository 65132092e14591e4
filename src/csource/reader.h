/* C and C++ text in, model out. */
#ifndef INSULATE_CSOURCE_READER_H
#define INSULATE_CSOURCE_READER_H

#include "base/error.h"
#include "base/macros.h"
#include "csource/request.h"
#include "model/source.h"

/* Read the C and C++ files of REQUEST.
 *
 * A file that does not parse is no error: it is told in the problems of
 * *OUT_SOURCE.  Everything in the result is in ARENA.
 * Errors: a path that is not there or cannot be read; no libclang; no Python
 * when its headers are needed; a damaged database. */
MUST_CHECK int source_read(struct arena *arena, const struct source_request *request,
                           struct source **out_source, struct error *err);

#endif
