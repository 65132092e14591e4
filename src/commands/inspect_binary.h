/* What the reader of compiled files makes of one, as stable text. */
#ifndef INSULATE_COMMANDS_INSPECT_BINARY_H
#define INSULATE_COMMANDS_INSPECT_BINARY_H

#include "base/arena.h"
#include "base/error.h"
#include "base/macros.h"
#include "base/strbuf.h"

/* Append to OUT the model of the compiled file at PATH.  Errors: as binary_read. */
MUST_CHECK int inspect_binary(struct arena *arena, const char *path, struct strbuf *out,
                              struct error *err);

#endif
