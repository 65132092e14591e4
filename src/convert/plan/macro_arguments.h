#ifndef INSULATE_CONVERT_PLAN_MACRO_ARGUMENTS_H
#define INSULATE_CONVERT_PLAN_MACRO_ARGUMENTS_H

#include "convert/conversion.h"
#include "convert/facts/mentions.h"

/* Is the function that MENTION means given to a macro, which calls it?  Does
 * FUNCTION, made by a macro, need the state for such calls only? */
bool is_called_by_macro(const struct conversion *c, const struct mention *mention);
bool is_served_by_names(const struct conversion *c, const struct function *function);

/* A function that needs the state and is given to a macro, which calls it. */
struct macro_argument {
    const struct mention *mention;
    const struct function *within; /* has the state by its parameters, at that place; NULL:
                                      by its name */
    /* Names for the macros that hand FUNCTION different states: as many as it has arguments
     * here. */
    const char *const *names;
};

struct macro_arguments {
    const struct macro_argument *items;
    size_t n_items;
};

void plan_macro_arguments(struct conversion *c);

#endif
