#ifndef INSULATE_CONVERT_PLAN_TYPE_CREATIONS_H
#define INSULATE_CONVERT_PLAN_TYPE_CREATIONS_H

#include "convert/conversion.h"
#include "convert/plan/variables.h"

/* A call of PyType_Ready, in whose place the heap type is made. */
struct type_creation {
    const struct variable *type;
    const struct node *call;
    const struct node *test; /* the comparison around it, or NULL */
    bool is_success;         /* that is true when the type was made */
    const struct node *question; /* the `if`, a statement of a block, that asks; or NULL */
    const char *failure; /* what is returned on failure, where the call is a statement of
                            a block itself; else NULL: it stands in an expression */
    bool is_made;     /* an earlier call has made the type when this one is reached */
    bool may_be_made; /* one may have: this one, too, if it runs again */
};

/* Before the first one. */
void type_creations_begin(struct conversion *c);
void plan_type_creations(struct conversion *c);

/* Number I (from 0), or NULL behind the last. */
const struct type_creation *type_creation_at(const struct conversion *c, size_t i);

/* Is the type made at the beginning of exec: is PyType_Ready never called for it? */
bool is_created_first(const struct variable_plan *plan);
/* Does the file of exec see a declaration of TYPE, and so of its spec? */
bool spec_is_known(const struct conversion *c, const struct variable *type);

#endif
