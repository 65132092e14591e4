/* All of stdin as one text. */
#ifndef INSULATE_COMMANDS_STANDARD_INPUT_H
#define INSULATE_COMMANDS_STANDARD_INPUT_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/macros.h"

/* Read stdin to its end, at most LIMIT bytes.  `*out_text` (arena) ends with NUL, which
 * `*out_size` does not count.  Errors: LIMIT, IO. */
MUST_CHECK int standard_input_read(struct arena *arena, int64_t limit,
                                   const char **out_text, size_t *out_size,
                                   struct error *err);

#endif
