#ifndef INSULATE_CONVERT_PLAN_INSTANCE_FREES_H
#define INSULATE_CONVERT_PLAN_INSTANCE_FREES_H

#include "convert/conversion.h"

/* A statement outside of a dealloc function that frees an instance. */
struct instance_release {
    const struct node *call, *instance;
    uint32_t end;      /* behind its semicolon */
    bool is_collected; /* the garbage collector sees it */
    const struct node *untracks_before; /* statement in front of CALL that begins to take it apart */
    bool untracks_again; /* CALL is reached without that, too */
};

struct instance_releases {
    const struct instance_release *items;
    size_t n_items, capacity;
};

void plan_instance_frees(struct conversion *c);

#endif
