#ifndef INSULATE_CONVERT_PLAN_GIL_CLAIM_H
#define INSULATE_CONVERT_PLAN_GIL_CLAIM_H

#include "convert/conversion.h"

/* Does the module declare that it needs no GIL? */
struct gil_claim_plan {
    bool is_made;  /* its table of slots gets Py_mod_gil */
    bool is_there; /* already */
    size_t n_obstacles; /* findings that say why not */
    const struct source_file *file;
    uint32_t place; /* in front of the entry that ends the table */
};

/* Decide that, after plan_guards: all that is not guarded, and all that is not known, is a
 * finding, and stands against it. */
void plan_gil_claim(struct conversion *c);

#endif
