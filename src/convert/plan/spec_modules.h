#ifndef INSULATE_CONVERT_PLAN_SPEC_MODULES_H
#define INSULATE_CONVERT_PLAN_SPEC_MODULES_H

#include "convert/conversion.h"
#include "model/extent.h"

/* A call that makes a heap type without a module, and is to get it. */
struct spec_module {
    const struct function *function; /* that it stands in */
    const struct node *call;
    struct range name;     /* of what is called, which becomes PyType_FromModuleAndSpec; empty:
                              it stays */
    struct brackets arguments;
    struct range argument; /* NULL, as it is written; empty: the module is put first */
    bool adds_bases;       /* NULL for the bases, which it had not */
};

struct spec_modules {
    const struct spec_module *items;
    size_t n_items, capacity;
};

/* Which calls get the module. */
void plan_spec_modules(struct conversion *c);

#endif
