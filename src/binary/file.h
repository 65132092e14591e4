/* One compiled file, read whole: bytes in, struct binary_file out. */
#ifndef INSULATE_BINARY_FILE_H
#define INSULATE_BINARY_FILE_H

#include "base/arena.h"
#include "base/error.h"
#include "base/macros.h"
#include "binary/image.h"
#include "model/binary.h"

/* Read BYTES (borrowed as long as the result), which were found at PATH.  SEARCH as in
 * image_open_bytes.  Everything in `out_file` lives in ARENA and stays after the call.
 * Errors: as image_open. */
MUST_CHECK int binary_read(struct arena *arena, const char *path, const char *bytes,
                           size_t size, const struct debug_search *search,
                           struct binary_file *out_file, struct error *err);

#endif
