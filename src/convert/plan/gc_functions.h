#ifndef INSULATE_CONVERT_PLAN_GC_FUNCTIONS_H
#define INSULATE_CONVERT_PLAN_GC_FUNCTIONS_H

#include "convert/conversion.h"
#include "model/extent.h"

/* A traverse function that is to visit the type of the instance. */
struct traverse_plan {
    const struct function *function;
    const struct node *place; /* in front of this statement; NULL: the body begins so */
};

/* A call that frees the instance, or an assignment that keeps it on a free list. */
struct instance_free {
    const struct node *node;
    bool is_branch;            /* is all of a branch of an `if` */
    bool is_function;          /* frees by a function, which becomes tp_free */
    struct range name;         /* is_function: of that */
    struct brackets arguments; /* is_function, or dealloc_plan.by_header */
};

/* A dealloc function that is to untrack the instance first, and release its type last. */
struct dealloc_plan {
    const struct function *function;
    const char *type_local;   /* what it calls the type; NULL: it does not release it */
    const struct module_holder *holder; /* the instance holds its module, too, */
    const char *module_local;           /* which is called so; or NULL */
    bool by_header;           /* insulate.h frees the instance and releases the type */
    bool untracks;            /* is to do so at its beginning */
    const struct node *untracks_behind; /* or behind this, which calls the finalizer; NULL */
    const struct node *late;  /* that does so too late, and goes; or NULL */
    const struct instance_free *freeings;
    size_t n_freeings, capacity;
};

struct gc_functions {
    const struct traverse_plan *traverses;
    size_t n_traverses, traverses_capacity;
    const struct dealloc_plan *deallocs;
    size_t n_deallocs, deallocs_capacity;
};

/* Add to FUNCTIONS what FUNCTION, in the slot of a type that moves, has to do more; once
 * for all types that share it.  IS_TRACKED: the garbage collector sees the instances. */
void plan_traverse(struct conversion *c, struct gc_functions *functions,
                   const struct function *function);
void plan_dealloc(struct conversion *c, struct gc_functions *functions,
                  const struct function *function, bool is_tracked);

/* Does FUNCTION free instances, and release their types? */
bool has_dealloc_plan(const struct gc_functions *functions, const struct function *function);

#endif
