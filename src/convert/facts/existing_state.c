/* What a module in multi-phase initialisation has of its own already: a function that
 * gives its state, and functions that hold the state in a local or a parameter. */
#include "convert/facts/existing_state.h"

#include <string.h>

static bool
is_state_pointer(const struct conversion *c, const struct type *type)
{
    return type != NULL && type->kind == TYPE_POINTER && type->target != NULL
           && type->target->kind == TYPE_RECORD && type->target->record == c->old_state;
}

static const struct type *
result_of(const struct function *function)
{
    return function->type != NULL ? function->type->target : NULL;
}

static const struct node *
only_return(const struct function *function)
{
    const struct node *found = NULL;
    for (const struct node *n = function->body; n != NULL;
         n = node_after(n, function->body))
    {
        if (n->kind == NODE_RETURN) {
            if (found != NULL) {
                return NULL;
            }
            found = n;
        }
    }
    return found;
}

/* Is VALUE PyModule_GetState(parameter), or a local that begins as that? */
static bool
gives_state(const struct function *function, const struct node *value)
{
    value = node_bare(value);
    if (value != NULL && value->kind == NODE_NAME && value->variable != NULL
        && value->variable->owner == function)
    {
        value = node_bare(value->variable->initial);
    }
    const struct node *argument =
        value != NULL && value->kind == NODE_CALL
                && strcmp(call_name(value), "PyModule_GetState") == 0
            ? node_bare(call_argument(value, 0))
            : NULL;
    return argument != NULL && argument->kind == NODE_NAME
           && argument->variable == function->parameters[0];
}

/* Does FUNCTION change more than its own locals? */
static bool
changes_more(const struct function *function)
{
    for (const struct node *n = function->body; n != NULL;
         n = node_after(n, function->body))
    {
        bool is_own = n->kind == NODE_NAME && n->variable != NULL
                      && n->variable->owner == function
                      && n->variable->storage == STORAGE_AUTOMATIC;
        bool is_target = n->parent != NULL && n->parent->kind == NODE_ASSIGN
                         && n->parent->first == n;
        if ((n->is_written || is_target) && !is_own) {
            return true;
        }
    }
    return false;
}

/* Can FUNCTION, which gives the state, be called wherever that is wanted?  It must not set
 * the state up, or whatever else is to be done once. */
static bool
only_gives(const struct function *function)
{
    for (size_t i = 0; i < function->n_calls; i++) {
        const char *name = call_name(function->calls[i]);
        if (strcmp(name, "PyModule_GetState") != 0 && !string_starts(name, "__assert"))
        {
            return false;
        }
    }
    return !changes_more(function);
}

static bool
names_own_definition(const struct conversion *c, const struct function *function)
{
    for (size_t i = 0; i < c->definition->n_uses; i++) {
        if (c->definition->uses[i]->within == function) {
            return true;
        }
    }
    return false;
}

static bool
takes(const struct function *function, size_t i, const char *type)
{
    const struct type *own =
        i < function->n_parameters ? function->parameters[i]->type : NULL;
    return own != NULL && string_equal(own->canonical, type);
}

void
plan_existing_state(struct conversion *c)
{
    if (c->old_state == NULL || !c->is_multi_phase) {
        return;
    }
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        if (!function->in_project || function->body == NULL
            || !is_state_pointer(c, result_of(function)))
        {
            continue;
        }
        const struct node *answer = only_return(function);
        if (function->n_parameters == 1 && takes(function, 0, "struct _object *")
            && answer != NULL && gives_state(function, answer->first)
            && only_gives(function))
        {
            c->getter = c->getter != NULL ? c->getter : function;
        }
        else if (function->n_parameters == 1
                 && takes(function, 0, "struct _typeobject *")
                 && names_own_definition(c, function) && !changes_more(function))
        {
            c->type_getter = function;
        }
    }
}

/* --- locals and parameters that hold the state ---------------------------------------- */

/* Where the statement that declares LOCAL, with a value, stands; NULL: in none. */
static const struct node *
block_of_local(const struct variable *local)
{
    const struct node *node = local->initial;
    while (node != NULL && node->kind != NODE_DECLARATIONS) {
        node = node->parent;
    }
    return node != NULL ? node->parent : NULL;
}

/* Does VARIABLE hold the state all through its block, or its function: a parameter, or a
 * local that is given a value once, where it is declared? */
static bool
holds_state(const struct conversion *c, const struct variable *variable)
{
    if (variable->owner == NULL || variable->storage != STORAGE_AUTOMATIC
        || !is_state_pointer(c, variable->type)
        || (!variable->is_parameter && variable->initial == NULL))
    {
        return false;
    }
    for (size_t i = 0; i < variable->n_uses; i++) {
        if (variable->uses[i]->is_written || variable->uses[i]->is_address_taken) {
            return false;
        }
    }
    const struct node *block = variable->is_parameter ? NULL : block_of_local(variable);
    return variable->is_parameter || (block != NULL && block->kind == NODE_BLOCK);
}

/* Is every NAME in the module's functions the state? */
static bool
means_state_only(const struct conversion *c, const char *name)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        if (strcmp(variable->name, name) == 0 && !holds_state(c, variable)
            && (variable->owner == NULL
                || plan_of_function(c, variable->owner)->belongs))
        {
            return false;
        }
    }
    return true;
}

const char *
existing_state_local(const struct conversion *c)
{
    const char *best = NULL;
    size_t most = 0;
    if (c->old_state == NULL || !c->is_multi_phase) {
        return NULL;
    }
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        size_t n = 0;
        if (!holds_state(c, variable) || !plan_of_function(c, variable->owner)->belongs
            || string_equal(best, variable->name))
        {
            continue;
        }
        for (size_t k = 0; k < c->source->n_variables; k++) {
            const struct variable *other = c->source->variables[k];
            n += strcmp(other->name, variable->name) == 0 && holds_state(c, other);
        }
        if (n > most && means_state_only(c, variable->name)) {
            best = variable->name;
            most = n;
        }
    }
    return best;
}

/* The only local of FUNCTION that is the state in an inner block, or NULL. */
static const struct variable *
nested_state(const struct conversion *c, const struct function *function)
{
    const struct variable *found = NULL;
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        if (variable->owner != function
            || strcmp(variable->name, c->existing_name) != 0) {
            continue;
        }
        if (found != NULL || variable->is_parameter || !holds_state(c, variable)) {
            return NULL;
        }
        found = variable;
    }
    return found;
}

/* The local or parameter of FUNCTION that is the state already, all through it, or NULL. */
const struct variable *
own_state(const struct conversion *c, const struct function *function)
{
    if (c->existing_name == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        if (variable->owner == function && strcmp(variable->name, c->existing_name) == 0
            && holds_state(c, variable)
            && (variable->is_parameter || block_of_local(variable) == function->body))
        {
            return variable;
        }
    }
    return NULL;
}

void
plan_own_states(struct conversion *c)
{
    for (size_t i = 0; c->existing_name != NULL && i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        struct function_plan *plan = plan_of_function(c, function);
        if (function->body == NULL) {
            continue;
        }
        plan->has_own_state = own_state(c, function) != NULL;
        if (!plan->has_own_state && plan->has_context
            && plan->access != ACCESS_TEARDOWN) {
            /* It can be looked up further up, if others need it. */
            plan->nested_state = nested_state(c, function);
            plan->has_own_state = plan->nested_state != NULL;
        }
    }
}

bool
is_own_name(const struct conversion *c, const char *name)
{
    static const char *const hooks[] = {"m_traverse", "m_clear", "m_free"};
    const char *type = c->old_state != NULL ? c->old_state_type : "";
    type = string_starts(type, "struct ") ? type + strlen("struct ") : type;
    if (strcmp(name, type) == 0
        || (c->getter != NULL && strcmp(name, c->getter->name) == 0)
        || (c->opt_out.inner_release != NULL
            && strcmp(name, c->opt_out.inner_release->name) == 0))
    {
        return true;
    }
    for (size_t i = 0; i < ARRAY_LENGTH(hooks); i++) {
        const struct initializer *item = variable_initializer(c->definition, hooks[i]);
        const struct node *referent = item != NULL ? node_referent(item->value) : NULL;
        if (referent != NULL && referent->function != NULL
            && strcmp(referent->function->name, name) == 0)
        {
            return true;
        }
    }
    return false;
}

/* --- the struct ---------------------------------------------------------------------- */

/* The struct named by `sizeof(struct)` in m_size, if the module has a state. */
static const struct record *
find_old_state(const struct conversion *c)
{
    const struct initializer *size = variable_initializer(c->definition, "m_size");
    if (size == NULL || size->value == NULL || !size->value->has_value
        || size->value->value <= 0)
    {
        return NULL;
    }
    const char *text = text_of(c, size->file, size->begin, size->end);
    const char *open = strstr(text, "sizeof");
    open = open != NULL ? strchr(open, '(') : NULL;
    const char *close = open != NULL ? strchr(open, ')') : NULL;
    if (close == NULL) {
        return NULL;
    }
    open++;
    while (open < close && *open == ' ') {
        open++;
    }
    while (close > open && close[-1] == ' ') {
        close--;
    }
    const char *name = TEXT(c, "%.*s", (int)(close - open), open);
    return record_called(c, name);
}


void
plan_old_struct(struct conversion *c)
{
    const struct initializer *size = variable_initializer(c->definition, "m_size");
    bool has_state = size != NULL && size->value != NULL && size->value->has_value
                     && size->value->value > 0;
    if (!has_state) {
        return;
    }
    c->old_state = find_old_state(c);
    if (c->old_state == NULL) {
        refuse(c, "state-not-converted", size->file, size->begin, c->definition->name,
               "the struct that m_size stands for is not written as sizeof(struct)");
        return;
    }
    c->old_state_type = text_of(c, size->file, size->begin, size->end);
    const char *open = strchr(c->old_state_type, '(');
    const char *close = strchr(open, ')');
    c->old_state_type = TEXT(c, "%.*s", (int)(close - open - 1), open + 1);
}
