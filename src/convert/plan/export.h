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

/* Is PyModExport_x to be written; and is it all, with no definition and no PyInit_x? */
bool needs_export(const struct conversion *c);
bool replaces_definition(const struct conversion *c);
const char *export_name(const struct conversion *c);

/* What stands for a module without a definition. */
const char *token_name(const struct conversion *c);
const char *export_hook(const struct conversion *c);

#endif
