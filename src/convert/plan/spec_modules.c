/* Heap types that are made without a module: their functions could not find the state. */
#include "convert/plan/spec_modules.h"

#include "convert/facts/spec_makers.h"
#include "convert/plan/functions.h"
#include "convert/plan/module.h"
#include "convert/plan/variable_selection.h"

static void
plan_call(struct conversion *c, struct spec_modules *list,
          const struct function *function, const struct node *call)
{
    const struct spec_maker *maker = maker_without_module(call);
    struct spec_module made = {.function = function, .call = call};
    bool has_module = plan_of_function(c, function)->is_init
                      || has_module_first(c, function);
    if (!has_module || call->origin != ORIGIN_FILE
        || !call_brackets(call, &made.arguments))
    {
        return; /* it stays: `check` says so of the result, if functions of it need the state */
    }
    if (maker->module < 0) {
        (void)brackets_name(&made.arguments, &made.name);
        made.adds_bases = !maker->has_bases;
    }
    else if (!brackets_item(&made.arguments, (size_t)maker->module, &made.argument))
    {
        return;
    }
    ARENA_ADD(c->arena, list->items, list->n_items, list->capacity, &made);
}

void
plan_spec_modules(struct conversion *c)
{
    struct spec_modules *list = ARENA_NEW(c->arena, struct spec_modules);
    *list = (struct spec_modules){0};
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        for (size_t k = 0; k < function->n_calls; k++) {
            if (plan_of_function(c, function)->belongs && c->selection->has_state
                && maker_without_module(function->calls[k]) != NULL)
            {
                plan_call(c, list, function, function->calls[k]);
            }
        }
    }
    c->spec_modules = list;
}
