#ifndef INSULATE_CONVERT_PLAN_GIL_SLOT_H
#define INSULATE_CONVERT_PLAN_GIL_SLOT_H

#include "convert/conversion.h"

/* What the module says of the GIL when it is made. */
struct gil_answer {
    const char *slot;    /* value of Py_mod_gil, or NULL */
    struct range call;   /* what says it: goes with that comment */
    const char *comment; /* lines that stood above what says it, or NULL */
};

/* Does the module say that it needs no GIL, by that call or by its slot? */
bool runs_without_gil(const struct conversion *c);

/* PyUnstable_Module_SetGIL becomes the slot Py_mod_gil. */
void plan_gil_slot(struct conversion *c);

#endif
