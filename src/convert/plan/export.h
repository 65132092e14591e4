#ifndef INSULATE_CONVERT_PLAN_EXPORT_H
#define INSULATE_CONVERT_PLAN_EXPORT_H

#include "convert/conversion.h"

enum { FIRST_WITH_EXPORT = 0x030F0000 };

/* export.c: the definition's fields as they are in the end; NULL: not set. */
struct definition_text {
    const char *name, *doc, *methods, *size, *traverse, *clear, *release;
    const char *slots; /* the table; or, without one: */
    const char *exec, *interpreters, *gil;
};

/* Is PyModExport_x to be written?  The name of that. */
bool needs_export(const struct conversion *c);
const char *export_hook_name(const struct conversion *c);

#endif
