/* Static methods that need the state become class methods. */
#include "convert/rewrite/functions/static_methods.h"

#include "convert/plan/static_methods.h"
#include "convert/rewrite/changes.h"

void
edit_static_methods(struct rewriter *r)
{
    const struct class_methods *methods = r->plan->class_methods;
    for (size_t i = 0; i < methods->n_flags; i++) {
        const struct word *flag = &methods->flags[i];
        change(r, flag->file, flag->begin, flag->end, "METH_CLASS",
               "a static method cannot access the state");
    }
}
