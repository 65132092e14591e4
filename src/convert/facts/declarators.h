#ifndef INSULATE_CONVERT_FACTS_DECLARATORS_H
#define INSULATE_CONVERT_FACTS_DECLARATORS_H

#include "convert/conversion.h"
#include "model/extent.h"

/* A place that holds pointers to functions of one group. */
struct pointer {
    const struct variable *variable; /* a variable or parameter, or else */
    const struct record *record;     /* a field of a struct */
    const char *field;
    const struct type *type;
    uint32_t group;
};

/* Where the parameters of the function that POINTER points to are
 * written; false for a typedef in a header of the system, or a declaration that cannot be
 * edited. */
bool find_declarator(const struct conversion *c, const struct pointer *pointer,
                     struct brackets *out);

#endif
