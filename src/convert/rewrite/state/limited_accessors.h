#ifndef INSULATE_CONVERT_REWRITE_STATE_LIMITED_ACCESSORS_H
#define INSULATE_CONVERT_REWRITE_STATE_LIMITED_ACCESSORS_H

#include "convert/conversion.h"

/* The body of what finds the state by a type, without PyType_GetModuleByDef. */
void add_limited_by_type(const struct conversion *c, struct strbuf *out,
                         const char *type);

#endif
