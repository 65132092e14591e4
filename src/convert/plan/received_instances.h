#ifndef INSULATE_CONVERT_PLAN_RECEIVED_INSTANCES_H
#define INSULATE_CONVERT_PLAN_RECEIVED_INSTANCES_H

#include "convert/conversion.h"

/* An instance of a type of the module that a function finds by what it is called with. */
struct received_instance {
    const struct variable *local; /* that is the instance */
    const struct node *behind;    /* the statement behind which it is one, and not NULL;
                                     NULL: MEMBER of the parameter is the instance */
    size_t parameter;
    const char *member;
    const struct type *type; /* a pointer to the struct that the instance is */
};

/* The instance that FUNCTION finds by the user data that a library has for it: a local made
 * of an argument, or the member of an argument that another function of its table reads. */
bool find_received_instance(const struct conversion *c, const struct function *function,
                            struct received_instance *out);

/* Is VARIABLE, declared as a pointer to an instance, known to be one wherever FUNCTION
 * uses it: does nothing ask for its type? */
bool is_surely_instance(const struct function *function, const struct variable *variable);

/* Does the code ask whether VARIABLE is NULL? */
bool is_tested_for_null(const struct variable *variable);

#endif
