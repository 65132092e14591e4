/* The compiled members of a wheel, unpacked in memory one after the other. */
#ifndef INSULATE_BINARY_WHEEL_H
#define INSULATE_BINARY_WHEEL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/macros.h"

/* Called for each compiled member; BYTES are borrowed for the call.  Of a member that is
 * no ELF file they are only its begin.  BYTES is NULL where ERR says why this member
 * could not be unpacked, or why no wheel may have it, compiled or not. */
typedef void wheel_visitor(void *data, const char *member, const char *bytes,
                           size_t size, const struct error *err);

/* Is this the name of a file that Python may load as an extension module? */
bool name_is_compiled(const char *name);

/* Visit the compiled members of the wheel at PATH.  Nothing is ever written.
 * Errors, after what could be read was visited: IO, FORMAT, LIMIT. */
MUST_CHECK int wheel_read(const char *path, wheel_visitor *visitor, void *data,
                          struct error *err);

/* The same for a wheel whose SIZE BYTES are in memory; NAME is for messages. */
MUST_CHECK int wheel_read_bytes(const char *name, const char *bytes, size_t size,
                                wheel_visitor *visitor, void *data, struct error *err);

#endif
