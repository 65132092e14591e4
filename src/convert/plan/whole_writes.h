#ifndef INSULATE_CONVERT_PLAN_WHOLE_WRITES_H
#define INSULATE_CONVERT_PLAN_WHOLE_WRITES_H

#include "convert/conversion.h"

/* Where the module writes the whole struct of the state that it has, whatever fields that gets. */
struct whole_writes {
    const struct node *last; /* the last statement of the exec function that does, before
                                anything else uses the state; NULL: none does */
};

void plan_whole_writes(struct conversion *c);

#endif
