#ifndef INSULATE_CONVERT_PLAN_ENTRY_WORK_H
#define INSULATE_CONVERT_PLAN_ENTRY_WORK_H

#include "convert/conversion.h"

/* The statements of the entry that move. */
struct entry_work {
    const struct node *last; /* of them; NULL: none moves */
    const struct node *const *values; /* returned among them: exec's are others */
    size_t n_values, capacity;
};

/* What PyInit does with the state moves to exec, or cannot. */
void plan_entry_work(struct conversion *c);

#endif
