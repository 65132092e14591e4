#include "convert/plan/static_states.h"

#include <string.h>

#include "convert/facts/inactive/writes.h"
#include "convert/plan/functions.h"
#include "extension/calls.h"
#include "extension/expression.h"
#include "extension/module_state.h"

/* The call of PyModule_GetState, or of the module's own function for that, whose result VALUE
 * is; NULL: it is none. */
static const struct node *
state_call(const struct conversion *c, const struct node *value)
{
    const struct node *call = node_bare(value);
    if (call->kind != NODE_CALL) {
        return NULL;
    }
    return call_is_module_state(call)
                   || (c->module->getter != NULL && call_target(call) == c->module->getter)
               ? call
               : NULL;
}

static const struct node *
assignment_to(const struct node *use)
{
    const struct node *target = node_outer(use);
    const struct node *assign = target->parent;
    return assign != NULL && assign->kind == NODE_ASSIGN && assign->op == '='
                   && assign->first == target
               ? assign
               : NULL;
}

/* Is USE the struct whose field is named, or an argument of a function of the project?  What
 * else asks the pointer may ask whether there is a module. */
static bool
is_plain_use(const struct node *use)
{
    const struct node *value = node_outer(use);
    const struct node *parent = value->parent;
    if (use->is_address_taken || parent == NULL) {
        return false;
    }
    if (parent->kind == NODE_MEMBER) {
        return parent->op == '>';
    }
    const struct function *target =
        parent->kind == NODE_CALL && parent->first != value ? call_target(parent) : NULL;
    return target != NULL && target->in_project && target->body != NULL;
}

bool
is_static_state(const struct conversion *c, const struct variable *variable)
{
    const struct type *type = variable->type;
    bool is_given = false;
    if (c->module->sized == NULL || !variable_is_static(variable) || variable->owner != NULL
        || variable->storage == STORAGE_EXTERN || variable->is_thread_local || type == NULL
        || type->kind != TYPE_POINTER || type->target == NULL || type->target->is_const
        || type->target->kind != TYPE_RECORD || type->target->record != c->module->sized
        || variable->n_declarations != 1
        || (variable->initial != NULL && !node_is_null(variable->initial)))
    {
        return false;
    }
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        const struct node *assign = assignment_to(use);
        if (assign != NULL && state_call(c, assign->first->next) != NULL
            && static_state_given(use) != NULL
            && function_runs_only_at_import(c->extension, use->within))
        {
            is_given = true;
        }
        else if (assign != NULL || !is_plain_use(use)) {
            return false;
        }
    }
    return is_given && !inactive_code_writes(c, variable);
}

const char *
static_state_name(const struct conversion *c)
{
    const struct variable *found = NULL;
    if (c->rung != RUNG_WHOLE || c->options->stage != STAGE_ALL) {
        return NULL; /* it may stay, and keep its name */
    }
    for (size_t i = 0; i < c->source->n_variables && found == NULL; i++) {
        const struct variable *variable = c->source->variables[i];
        found = is_static_state(c, variable) ? variable : NULL;
    }
    for (size_t i = 0; found != NULL && i < c->source->n_variables; i++) {
        const struct variable *other = c->source->variables[i];
        if (other != found && strcmp(other->name, found->name) == 0
            && (other->owner == NULL || plan_of_function(c, other->owner)->belongs))
        {
            return NULL;
        }
    }
    for (size_t i = 0; found != NULL && i < c->source->n_macros; i++) {
        if (strcmp(c->source->macros[i]->name, found->name) == 0) {
            return NULL;
        }
    }
    return found != NULL ? found->name : NULL;
}

const struct node *
static_state_given(const struct node *use)
{
    const struct node *assign = assignment_to(use);
    const struct node *argument =
        assign != NULL && node_bare(assign->first->next)->kind == NODE_CALL
            ? call_argument(node_bare(assign->first->next), 0)
            : NULL;
    const struct variable *module =
        argument != NULL ? node_resolved_variable(node_bare(argument)) : NULL;
    return module != NULL && module->owner != NULL && module->storage == STORAGE_AUTOMATIC
                   && assign->parent->kind == NODE_BLOCK && assign->origin == ORIGIN_FILE
                   && use->origin == ORIGIN_FILE
               ? assign
               : NULL;
}
