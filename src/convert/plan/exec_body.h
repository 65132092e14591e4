#ifndef INSULATE_CONVERT_PLAN_EXEC_BODY_H
#define INSULATE_CONVERT_PLAN_EXEC_BODY_H

#include "convert/conversion.h"

/* Where the exec function uses the module that it is handed. */
enum module_use {
    MODULE_UNUSED,
    MODULE_IN_BRANCHES, /* of the preprocessor, so that some builds do not */
    MODULE_USED,
};

struct exec_body {
    bool has_work; /* something is left to do when the module is executed */
    enum module_use module_use;
    uint32_t declared; /* where the function is declared, in front of the namespace of the
                          module's definition that it is no part of; 0: with the slots */
    const struct node *stale_void; /* `(void)module;`, which an earlier stage wrote for builds
                                      that did not use it otherwise, and now all do; NULL */
};

/* What the function that is executed for a module has left to do. */
void plan_exec_body(struct conversion *c);

/* Does it begin with the state? */
bool exec_needs_state(const struct conversion *c);

#endif
