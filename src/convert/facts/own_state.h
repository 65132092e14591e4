/* Whose module state a pointer leads to: a method may be given other modules, too. */
#ifndef INSULATE_CONVERT_FACTS_OWN_STATE_H
#define INSULATE_CONVERT_FACTS_OWN_STATE_H

#include "convert/facts/thread_functions.h"

/* Is NODE the module that CPython gave the method that runs, or its state?  In a function
 * that only others call, for each call. */
bool node_is_own_module(const struct thread_functions *functions, const struct node *node);
bool variable_is_own_module(const struct thread_functions *functions,
                            const struct variable *parameter);
/* The variable whose module is asked for the state NODE; NULL: it is not seen. */
const struct variable *state_module(const struct node *node);

#endif
