#ifndef INSULATE_CONVERT_PLAN_CALLBACK_HEADS_H
#define INSULATE_CONVERT_PLAN_CALLBACK_HEADS_H

#include "convert/conversion.h"
#include "model/extent.h"

/* A call through a pointer that is to hand the state over. */
struct callback_call {
    const struct node *call;
    struct brackets arguments;
};

/* What is written of pointers whose functions take the state: the parameters where they
 * are declared, and the calls. */
struct callback_heads {
    const struct brackets *parameters;
    size_t n_parameters, parameters_capacity;
    const struct callback_call *calls;
    size_t n_calls, calls_capacity;
};

void plan_callback_heads(struct conversion *c);

#endif
