/* The passes of a conversion, as a table. */
#ifndef INSULATE_CONVERT_PASSES_H
#define INSULATE_CONVERT_PASSES_H

#include "convert/conversion.h"

enum phase {
    PHASE_SELECTION, /* what the module is, and what moves */
    PHASE_PLAN,      /* who needs the state, and has it from where */
    PHASE_REWRITE,   /* the edits; not begun if the plan refused the module */
};

struct pass {
    const char *name;
    enum phase phase;
    void (*run)(struct conversion *c);
    /* Files below src/convert/, without .c, whose fields it reads, and writes. */
    const char *reads, *writes;
};

/* Run the passes up to those of LAST, unless one says that there is nothing to do. */
void passes_run(struct conversion *c, enum phase last);

#endif
