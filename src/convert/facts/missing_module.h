#ifndef INSULATE_CONVERT_FACTS_MISSING_MODULE_H
#define INSULATE_CONVERT_FACTS_MISSING_MODULE_H

#include "extension/extension.h"

/* Of a module that its init function makes by CREATE and has in VARIABLE, which is NULL before.
 */
struct made_module {
    const struct node *create;
    const struct variable *variable;
};

/* Can SETUP return the variable as NULL: given up by Py_CLEAR, or reached by a goto from in
 * front of the creation?  Exec has a module all the time, and must not answer that all is
 * well. */
bool returns_missing_module(const struct source *source, const struct function *setup,
                            struct made_module made);
/* Is the variable still NULL at NODE of that function, as the module is made further down? */
bool is_before_creation(struct made_module made, const struct node *node);

#endif
