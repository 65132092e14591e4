/* What is decided of each macro. */
#ifndef INSULATE_CONVERT_PLAN_MACROS_H
#define INSULATE_CONVERT_PLAN_MACROS_H

#include <stdbool.h>

#include "convert/conversion.h"

struct macro_plan {
    const struct macro *macro;
    bool needs_state;
    bool is_generator;           /* its expansions define functions */
    bool is_alias;               /* another name of one function that needs it */
    bool is_accessor;            /* stands for the state by way of PyState_FindModule */
    const struct function *home; /* defined in its body, and used nowhere else; NULL */
};

/* Before the first question: nothing is decided of any. */
void macros_begin(struct conversion *c);

/* The plan of MACRO: a constant one for who was handed a constant conversion. */
struct macro_plan *macro_plan_of(struct conversion *c, const struct macro *macro);
const struct macro_plan *known_macro(const struct conversion *c,
                                     const struct macro *macro);

#define plan_of_macro(c, macro) BY_CONSTANCY(c, known_macro, macro_plan_of)(c, macro)

#endif
