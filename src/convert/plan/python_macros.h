#ifndef INSULATE_CONVERT_PLAN_PYTHON_MACROS_H
#define INSULATE_CONVERT_PLAN_PYTHON_MACROS_H

#include "convert/conversion.h"
#include "convert/plan/state_placement.h"

/* Macros of the project that Python.h reads, each once, and that a file defines behind a
 * header of NEEDS that did not bring Python.h before it got the state. */
struct python_macros python_macros_for(const struct conversion *c,
                                       const struct need *needs, size_t n_needs);

/* Refuse those that stand in branches, or all if CAN_DEFINE is false. */
bool check_python_macros(struct conversion *c, const struct python_macros *macros,
                         bool can_define);

#endif
