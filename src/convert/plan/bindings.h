#ifndef INSULATE_CONVERT_PLAN_BINDINGS_H
#define INSULATE_CONVERT_PLAN_BINDINGS_H

#include "convert/conversion.h"
#include "model/extent.h"

/* Does the table of functions that USE hands to a call become functions of
 * the module?  Notes which function makes them. */
bool is_bound_to_module(struct conversion *c, const struct node *use);

/* Is it bound to an instance of a type of the module? */
bool is_bound_to_instance(const struct conversion *c, const struct node *use);

/* Does CALL make a function of a method table? */
bool is_binding(const struct node *call);

/* A call that makes such functions, and is to be given the module instead of NULL. */
struct binding {
    const struct function *function; /* that it stands in */
    const struct source_file *file;
    struct range argument; /* NULL, as it is written */
};

struct bindings {
    const struct binding *items;
    size_t n_items, capacity;
};

/* Which calls are to be given the module. */
void plan_bindings(struct conversion *c);

#endif
