/* Static methods that need the state become class methods. */
#include "convert/rewrite/functions/static_methods.h"

#include <string.h>

#include "convert/facts/nodes.h"
#include "convert/plan/static_methods.h"
#include "convert/rewrite/changes.h"

enum { FLAG_STATIC = 0x0020 }; /* METH_STATIC */

static void
edit_entry(struct rewriter *r, const struct initializer *flags,
           const struct function *function)
{
    struct word flag;
    if (!find_static_flag(flags, &flag)) {
        return;
    }
    change(r, flags->file, flag.begin, flag.end, "METH_CLASS",
           "a static method cannot access the state");
    note(r->late, "type-not-converted", flags->file, flag.begin, function->name,
         "the static method '%s' becomes a class method, because it needs the state; "
         "its entry in the __dict__ of the class changes",
         function->name);
}

void
edit_static_methods(struct rewriter *r)
{
    for (size_t i = 0; i < r->source->n_variables; i++) {
        const struct variable *table = r->source->variables[i];
        for (size_t k = 0; k < table->n_initializers; k++) {
            const struct initializer *item = &table->initializers[k];
            const struct node *referent =
                strcmp(item->field, "ml_meth") == 0 ? node_referent(item->value) : NULL;
            const struct function *function =
                referent != NULL && referent->kind == NODE_NAME ? referent->function
                                                                : NULL;
            const struct function_plan *plan =
                function != NULL ? plan_of_function(r->plan, function) : NULL;
            const struct initializer *flags =
                initializer_beside(table, item, "ml_flags");
            if (plan != NULL && plan->belongs && plan->needs_state
                && plan->access == ACCESS_CLASS && flags != NULL && flags->value != NULL
                && flags->value->has_value && (flags->value->value & FLAG_STATIC)
                && can_be_class_method(function, flags))
            {
                edit_entry(r, flags, function);
            }
        }
    }
}
