#ifndef INSULATE_CONVERT_PLAN_EARLY_TYPES_H
#define INSULATE_CONVERT_PLAN_EARLY_TYPES_H

#include "convert/conversion.h"
#include "convert/plan/variables.h"

/* `T.tp_dict = PyDict_New();` before PyType_Ready, or the same in a function that gets T: they go,
 * since a heap type has its dictionary, filled, when it is made. */
struct early_types {
    const struct node *const *dicts; /* assignments, each a statement of a block */
    size_t n_dicts, dicts_capacity;
};

/* A static type is there before PyType_Ready; a heap type is not.  Which are used in between:
 * they are made at the beginning of exec. */
void plan_early_types(struct conversion *c);

/* The PyType_Ready in whose place TYPE is made; NULL: it is made at the beginning of exec. */
const struct node *creation_place(const struct variable_plan *type);

#endif
