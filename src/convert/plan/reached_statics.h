#ifndef INSULATE_CONVERT_PLAN_REACHED_STATICS_H
#define INSULATE_CONVERT_PLAN_REACHED_STATICS_H

#include "convert/conversion.h"

/* What a call reaches that is followed. */
enum reach_extent {
    REACH_WITHOUT_CONTEXT, /* functions that have no way of their own to the state */
    REACH_EVERYTHING,
};

/* The variables, by id, that functions use which are ROOTS, by id, or whom these call. */
bool *reached_statics(const struct conversion *c, const bool *roots,
                      enum reach_extent extent);

/* The same for the code that MACRO stands for. */
bool *statics_of_macro(const struct conversion *c, const struct macro *macro);

/* What FUNCTION needs the state for, in words, if that is one variable; else NULL. */
const char *only_need(const struct conversion *c, const struct function *function);

#endif
