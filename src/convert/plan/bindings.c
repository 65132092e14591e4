/* Functions that the module itself creates from a method table, PyCFunction_New(table,
 * NULL): without a `self` they could not access the module. They are bound to the
 * module, as the functions of m_methods are. */
#include "convert/plan/bindings.h"

#include <string.h>

#include "convert/facts/nodes.h"
#include "convert/findings.h"
#include "convert/plan/functions.h"
#include "convert/plan/instances.h"
#include "convert/plan/module.h"
#include "convert/plan/variable_selection.h"

bool
is_binding(const struct node *call)
{
    return call->kind == NODE_CALL
           && (strcmp(call_name(call), "PyCMethod_New") == 0
               || strcmp(call_name(call), "PyCFunction_NewEx") == 0
               || strcmp(call_name(call), "PyCFunction_New") == 0);
}

/* The node around USE that is an argument, an initial value or assigned. */
static const struct node *
whole_value(const struct node *use)
{
    return node_outer_reference(use);
}

/* Is CALL bound to the module, or to nothing so that it can be?  A parameter may be the
 * module: plan_bindings() knows. */
static bool
can_be_bound_to_module(const struct conversion *c, const struct node *call)
{
    const struct node *self = node_bare(call_argument(call, 1));
    return self != NULL && call->within != NULL
           && (is_null(self)
               || (self->kind == NODE_NAME && self->variable != NULL
                   && (self->variable->is_parameter
                       || self->variable == c->init->module_variable)));
}

/* Is CALL bound to an instance of a type of the module's own? */
static bool
is_bound_to_own_instance(const struct conversion *c, const struct node *call)
{
    const struct node *self = node_bare(call_argument(call, 1));
    return self != NULL && self->kind == NODE_NAME && self->variable != NULL
           && is_own_instance(c, self->variable->type);
}

bool
is_bound_to_instance(const struct conversion *c, const struct node *use)
{
    const struct node *value = whole_value(use);
    const struct node *call = value->parent;
    return call != NULL && is_binding(call) && call_argument(call, 0) == value
           && is_bound_to_own_instance(c, call);
}

enum { MAX_STEPS = 8 };

/* Does every function that TABLE, a pointer to definitions of functions, leads to become
 * bound to the module?  Notes who binds them. */
static bool
is_only_bound(struct conversion *c, const struct variable *table, int depth,
              bool *out_found)
{
    for (size_t i = 0; i < table->n_uses; i++) {
        const struct node *value = whole_value(table->uses[i]);
        const struct node *parent = value->parent;
        const struct variable *next = NULL;
        if (parent == NULL || depth == MAX_STEPS) {
            return false;
        }
        if (parent->kind == NODE_CALL && parent->first != value) {
            if (!is_binding(parent)
                || node_bare(call_argument(parent, 0)) != node_bare(value)
                || !can_be_bound_to_module(c, parent))
            {
                return false;
            }
            plan_of_function(c, parent->within)->binds = *out_found = true;
        }
        else if (parent->kind == NODE_VARIABLE) {
            next = parent->variable;
        }
        else if (parent->kind == NODE_ASSIGN && parent->first != value) {
            const struct node *target = node_bare(parent->first);
            next = target->kind == NODE_NAME ? target->variable : NULL;
            if (next == NULL) {
                return false;
            }
        }
        if (next != NULL && next != table
            && (next->storage != STORAGE_AUTOMATIC
                || !is_only_bound(c, next, depth + 1, out_found)))
        {
            return false;
        }
    }
    return true;
}

bool
is_bound_to_module(struct conversion *c, const struct node *use)
{
    const struct node *value = whole_value(use);
    const struct node *call = value->parent;
    bool is_found = false;
    if (call == NULL || call->kind != NODE_CALL || call->first == value) {
        return false;
    }
    if (is_binding(call)) {
        if (call_argument(call, 0) != value || !can_be_bound_to_module(c, call)) {
            return false;
        }
        plan_of_function(c, call->within)->binds = true;
        return true;
    }
    const struct function *callee = call->function;
    for (size_t i = 0; callee != NULL && i < callee->n_parameters; i++) {
        if (call_argument(call, i) == value) {
            return callee->in_project && callee->body != NULL
                   && is_only_bound(c, callee->parameters[i], 0, &is_found) && is_found;
        }
    }
    return false;
}

/* --- what they are given ------------------------------------------------------------ */

static const char rule[] = "access-not-converted";

/* Does SELF, in FUNCTION, mean the module? */
static bool
is_module(const struct conversion *c, const struct function *function,
          const struct node *self)
{
    int i = plan_of_function(c, function)->module_parameter;
    return self->variable == c->init->module_variable
           || (i >= 0 && self->variable == function->parameters[i])
           || (c->module->is_multi_phase && function == c->init->setup
               && self->variable == function->parameters[0]);
}

/* Let CALL, in FUNCTION, be bound to the module. */
static void
plan_binding(struct conversion *c, struct bindings *list,
             const struct function *function, const struct node *call)
{
    const struct node *self = node_bare(call_argument(call, 1));
    struct binding binding = {.function = function, .file = call->file};
    struct brackets arguments;

    if (!is_null(self)) {
        if (!is_module(c, function, self) && !is_bound_to_own_instance(c, call)) {
            refuse_at(c, rule, call, function->name,
                      "'%s' binds functions that need the module state to an object "
                      "other than the module",
                      function->name);
        }
        return;
    }
    if (!plan_of_function(c, function)->is_init && !has_module_first(c, function)) {
        refuse_at(c, rule, call, function->name,
                  "'%s' creates functions that need the module state, but also runs "
                  "after initialisation, without the module",
                  function->name);
        return;
    }
    if (!string_starts(call->file->text + call->begin, "PyCFunction_New")
        || !use_brackets(call->file, call->begin, &arguments)
        || !brackets_item(&arguments, 1, &binding.argument))
    {
        refuse_at(
            c, rule, call, function->name,
            "unsupported call: only PyCFunction_New(table, NULL) can be converted");
        return;
    }
    ARENA_ADD(c->arena, list->items, list->n_items, list->capacity, &binding);
}

void
plan_bindings(struct conversion *c)
{
    struct bindings *list = ARENA_NEW(c->arena, struct bindings);
    *list = (struct bindings){0};
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        if (!plan_of_function(c, function)->binds || !c->selection->has_state) {
            continue;
        }
        for (const struct node *n = function->body; n != NULL;
             n = node_after(n, function->body))
        {
            if (is_binding(n)) {
                plan_binding(c, list, function, n);
            }
        }
    }
    c->bindings = list;
}
