#ifndef INSULATE_CONVERT_PLAN_GROWN_VECTORS_H
#define INSULATE_CONVERT_PLAN_GROWN_VECTORS_H

#include "convert/conversion.h"

/* The static that is the length of the array of objects that VARIABLE
 * points to and that grows, and the name of what frees it; NULL: it is no such array. */
const struct variable *length_of_grown(const struct variable *variable,
                                       const char **out_freeing);

#endif
