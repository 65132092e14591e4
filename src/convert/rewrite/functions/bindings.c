/* Tables of functions that become functions of the module. */
#include "convert/rewrite/functions/bindings.h"

#include "convert/facts/nodes.h"
#include "convert/plan/bindings.h"
#include "convert/plan/state_receivers.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/types/allocations.h"
#include "model/extent.h"

/* Let CALL, in FUNCTION, be bound to the module. */
static void
edit_binding(struct rewriter *r, const struct function *function,
             const struct node *call)
{
    const struct function_plan *plan = plan_of_function(r->plan, function);
    const struct node *self = node_bare(call_argument(call, 1));
    const struct source_file *file = call->file;
    struct brackets arguments;
    struct range argument;

    if (!is_null(self)) {
        bool is_module =
            self->variable == r->plan->module_variable
            || (plan->module_parameter >= 0
                && self->variable == function->parameters[plan->module_parameter])
            || (r->plan->is_multi_phase && function == r->plan->setup
                && self->variable == function->parameters[0]);
        if (!is_module && !is_bound_to_own_instance(r->plan, call)) {
            refuse_at(r->late, "access-not-converted", call, function->name,
                      "'%s' binds functions that need the module state to an object "
                      "other than the module",
                      function->name);
        }
        return;
    }
    if (!plan->is_init) {
        refuse_at(r->late, "access-not-converted", call, function->name,
                  "'%s' creates functions that need the module state, but also runs "
                  "after initialisation",
                  function->name);
        return;
    }
    bool is_plain = string_starts(file->text + call->begin, "PyCFunction_New");
    if (!is_plain || !use_brackets(file, call->begin, &arguments)
        || !brackets_item(&arguments, 1, &argument))
    {
        refuse_at(
            r->late, "access-not-converted", call, function->name,
            "unsupported call: only PyCFunction_New(table, NULL) can be converted");
        return;
    }
    change(r, file, argument.begin, argument.end, module_name_in(r->plan, function),
           "the function gets the module as an argument");
}

void
edit_bindings(struct rewriter *r)
{
    for (size_t i = 0; i < r->source->n_functions; i++) {
        const struct function *function = r->source->functions[i];
        if (!plan_of_function(r->plan, function)->binds || !r->plan->has_state) {
            continue;
        }
        for (const struct node *n = function->body; n != NULL;
             n = node_after(n, function->body))
        {
            if (is_binding(n)) {
                edit_binding(r, function, n);
            }
        }
    }
}
