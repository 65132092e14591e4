/* Tables of functions that become functions of the module. */
#include "convert/rewrite/functions/bindings.h"

#include "convert/plan/bindings.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/functions/state_expressions.h"

void
edit_bindings(struct rewriter *r)
{
    const struct bindings *list = r->plan->bindings;
    for (size_t i = 0; i < list->n_items; i++) {
        const struct binding *binding = &list->items[i];
        change(r, binding->file, binding->argument.begin, binding->argument.end,
               module_expression(r, binding->function),
               "the function gets the module as an argument");
    }
}
