/* Capsules that outlive their module: does their pointer, too? */
#ifndef INSULATE_PROBE_CAPSULES_H
#define INSULATE_PROBE_CAPSULES_H

#include "probe/python.h"

#define CAPSULE_LIMIT 64

struct capsules {
    struct py_object *items[CAPSULE_LIMIT]; /* owned */
    int n_items;
};

/* Keeps the capsules that a module and the results of its use lead to. */
void capsules_keep(struct capsules *capsules, struct py_object *module,
                   struct py_object *results);

/* Reports those that lead to freed memory.  They are not released: their destructors may
 * use that memory. */
void capsules_report(const struct capsules *capsules);

#endif
