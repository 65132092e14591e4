#ifndef INSULATE_CONVERT_PLAN_CONVERTERS_H
#define INSULATE_CONVERT_PLAN_CONVERTERS_H

#include "convert/conversion.h"

/* What PyArg_Parse… calls for "O&". */
void plan_converters(struct conversion *c);

/* An argument that is taken as an object, and converted behind the call. */
struct converted_argument {
    const struct node *call;
    const struct node *converter, *address; /* arguments: the function, and what it fills */
    const struct function *function;
    const char *object; /* a name for the local that is taken instead */
    uint32_t mark;      /* of the '&' in the format */
    bool may_be_missing; /* it stands behind the '|' of the format */
};

struct converted_arguments {
    const struct converted_argument *items; /* those of a call stand together */
    size_t n_items, capacity;
};

/* Which arguments have a converter that needs the state. */
void plan_converted_arguments(struct conversion *c);

#endif
