#ifndef INSULATE_CONVERT_GUARD_H
#define INSULATE_CONVERT_GUARD_H

#include "convert/conversion.h"

void plan_guard(struct conversion *c);

/* The opt-out's functions by name; its text around the exec function INNER and
 * the m_free INNER_RELEASE (each may be NULL); one more function for the one there is to
 * call when the module is freed; the one there is taken away. */
const char *guard_exec_name(const struct conversion *c);
const char *guard_release_name(const struct conversion *c);
void add_guard(const struct conversion *c, struct strbuf *out, const char *inner,
               const char *inner_release);
void extend_guard(struct conversion *c, const char *name);
void lift_guard(struct conversion *c);

#endif
