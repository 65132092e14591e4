#ifndef INSULATE_CONVERT_FACTS_PARAMETERS_H
#define INSULATE_CONVERT_FACTS_PARAMETERS_H

#include "convert/conversion.h"

/* Parameter I of a function as [begin, end) between the commas of its DECLARATION. */
bool parameter_range(const struct declaration *declaration, size_t i,
                     uint32_t *out_begin, uint32_t *out_end);

/* What a parameter is called when it is used, and the change that makes it so. */
struct parameter_naming {
    const char *name; /* NULL: there is no such parameter */
    const struct source_file *file;
    uint32_t begin, end;
    const char *text; /* instead of what stands there; NULL: nothing is to be changed */
};

/* Of parameter I: without Py_UNUSED, and with the name FALLBACK where it has none. */
struct parameter_naming parameter_naming_of(const struct conversion *c,
                                            const struct function *function, size_t i,
                                            const char *fallback);

/* Is PARAMETER a PyObject *? */
bool is_plain_object(const struct variable *parameter);

#endif
