/* PyState_FindModule does not know modules in multi-phase initialisation.  Where a
 * function asked it, the state is handed over, and has the module in a field of its own:
 * borrowed, as the state never outlives its module. */
#include "convert/plan/module_lookups.h"

#include <string.h>

#include "convert/facts/inactive/macro_body.h"
#include "convert/plan/existing_state.h"
#include "convert/plan/functions.h"
#include "convert/plan/module.h"
#include "convert/plan/state_users.h"
#include "convert/plan/variables.h"

bool
finds_own_module(const struct conversion *c, const struct node *node)
{
    if (node->kind != NODE_CALL || strcmp(call_name(node), "PyState_FindModule") != 0) {
        return false;
    }
    const struct node *argument = call_argument(node, 0);
    const struct node *referent = argument != NULL ? node_referent(argument) : NULL;
    return referent != NULL && referent->kind == NODE_NAME
           && referent->variable == c->module->variable;
}

/* False: it is none that has to be replaced. */
static bool
plan_one_lookup(struct conversion *c, struct module_lookups *lookups,
                const struct function *function, const struct node *node)
{
    if (node->origin == ORIGIN_MACRO && node_macro(c->source, node) != NULL) {
        return false; /* an accessor: macros.c; others are refused in the end */
    }
    struct function_plan *plan = plan_of_function(c, function);
    plan->looks_up = true;
    require_state(c, function);
    if (node->origin != ORIGIN_MACRO) {
        ARENA_ADD(c->arena, lookups->calls, lookups->n_calls, lookups->capacity, &node);
    }
    return true;
}

void
plan_module_lookups(struct conversion *c)
{
    bool has_lookups = false;
    if (c->module->is_multi_phase) {
        return;
    }
    struct module_lookups *lookups = ARENA_NEW(c->arena, struct module_lookups);
    *lookups = (struct module_lookups){0};
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct function_plan *plan = plan_of_function(c, function);
        if (!plan->belongs || function->body == NULL || function == c->init->setup
            || function == c->module->entry)
        {
            continue; /* init_module.c: the module is made there */
        }
        for (const struct node *n = function->body; n != NULL;
             n = node_after(n, function->body))
        {
            if (finds_own_module(c, n)) {
                has_lookups |= plan_one_lookup(c, lookups, function, n);
            }
        }
    }
    if (!has_lookups) {
        return;
    }
    lookups->has_module_field = true;
    lookups->module_field = "module";
    for (size_t i = 0; c->existing->record != NULL && i < c->existing->record->n_fields;
         i++)
    {
        if (strcmp(c->existing->record->fields[i].name, "module") == 0) {
            lookups->module_field = "this_module";
        }
    }
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable_plan *plan = moving(c, c->source->variables[i]);
        if (plan != NULL && strcmp(plan->field, "module") == 0) {
            lookups->module_field = "this_module";
        }
    }
    c->lookups = lookups;
}
