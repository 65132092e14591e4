#ifndef INSULATE_CONVERT_PLAN_EXISTING_STATE_H
#define INSULATE_CONVERT_PLAN_EXISTING_STATE_H

#include "convert/conversion.h"

/* The state that the module has before it is converted. */
struct existing_state {
    const struct record *record; /* its struct, or NULL: there is none */
    const char *type;            /* name of that, or NULL */
    const struct function *getter;      /* gives it, by the module; or NULL */
    const struct function *type_getter; /* the same, by a type; or NULL */
    const char *local; /* name of the locals that hold it already, or NULL */
};

/* The functions that give the state already, by the module or by a type. */
void plan_existing_state(struct conversion *c);
void plan_own_states(struct conversion *c);

/* The local or parameter of FUNCTION that is the state all through it, or NULL. */
const struct variable *own_state(const struct conversion *c,
                                 const struct function *function);
/* The declaration of the local that is the state, where FUNCTION needs that before it; or NULL. */
const struct node *late_state(const struct conversion *c, const struct function *function);

/* Is NAME one that the module's own state or hook has? */
bool is_own_name(const struct conversion *c, const char *name);

/* Is MEMBER a field of the struct that the module has for its state already? */
bool is_of_existing_state(const struct conversion *c, const struct node *member);

/* The struct that the module has for its state already. */
void plan_old_struct(struct conversion *c);

#endif
