#ifndef INSULATE_CONVERT_PLAN_STATE_PASSING_H
#define INSULATE_CONVERT_PLAN_STATE_PASSING_H

#include "convert/conversion.h"
#include "model/extent.h"

enum passing_kind {
    PASSING_PARAMETER, /* a head, or a call, gets the parameter or argument */
    PASSING_ARGUMENT,
    PASSING_MODULE, /* a call hands over the module, or an instance, where it was NULL */
    PASSING_LOCAL,  /* the function begins with a look-up of the state */
    PASSING_CAPTURE, /* a lambda of C++ takes the local of its function */
    PASSING_MACRO_LOCAL, /* so does the body in the macro that defines it */
};

/* How a function gets the state, or one of its callers hands it over. */
struct passing {
    enum passing_kind kind;
    const struct function *function; /* that needs it */
    struct brackets brackets;        /* PASSING_PARAMETER, PASSING_ARGUMENT; of the captures */
    const struct function *caller;   /* PASSING_ARGUMENT, PASSING_MODULE; NULL: none */
    const struct node *argument;     /* PASSING_MODULE: that is NULL */
    uint32_t offset;                 /* PASSING_MACRO_LOCAL: in the macro's file */
};

/* In the order of the functions; of the mentions. */
struct passing_list {
    const struct passing *items;
    size_t n_items, capacity;
};

/* How the functions that need the state get it, and what their calls hand over. */
void plan_state_passing(struct conversion *c);
void plan_state_calls(struct conversion *c);

/* Has FUNCTION a parameter that it can get its state from?  Refuses if not. */
bool check_lookup(struct conversion *c, const struct function *function);

#endif
