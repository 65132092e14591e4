#ifndef INSULATE_CONVERT_PLAN_ALLOCATIONS_H
#define INSULATE_CONVERT_PLAN_ALLOCATIONS_H

#include "convert/conversion.h"
#include "model/extent.h"

/* An instance that comes from its type's tp_alloc instead of PyObject_New. */
struct allocation {
    const struct node *call;
    uint32_t begin, end; /* of all that is written for it: a cast to the struct, too */
    struct range record, type, size; /* as they are written */
    bool is_sized;
    bool is_cast; /* the type is written as a cast of something */
    const struct module_holder *holder; /* of a subclass, too, that is to hold its module */
};

/* The callee of what allocates an instance, of a subclass too, that is to hold its module. */
struct holding_allocation {
    const struct node *callee;
    const struct module_holder *holder;
};

struct allocations {
    const struct allocation *items;
    size_t n_items, capacity;
    const struct holding_allocation *holding;
    size_t n_holding, holding_capacity;
};

void plan_allocations(struct conversion *c);

#endif
