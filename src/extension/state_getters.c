#include "extension/state_getters.h"

#include <string.h>

#include "base/strbuf.h"
#include "extension/expression.h"
#include "extension/module_state.h"

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
        value = node_bare(variable_only_value(value->variable));
    }
    const struct node *argument = value != NULL && call_is_module_state(value)
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
        const struct node *call = function->calls[i];
        if (!call_is_module_state(call) && !string_starts(call_name(call), "__assert")) {
            return false;
        }
    }
    return !changes_more(function);
}

static bool
names_definition(const struct module *module, const struct function *function)
{
    for (size_t i = 0; i < module->variable->n_uses; i++) {
        if (module->variable->uses[i]->within == function) {
            return true;
        }
    }
    return false;
}

static bool
gives_pointer_to(const struct function *function, const struct record *record)
{
    const struct type *type = result_of(function);
    return type != NULL && type->kind == TYPE_POINTER && type->target != NULL
           && type->target->kind == TYPE_RECORD && type->target->record == record;
}

void
state_getters_read(const struct extension *extension, struct module *module)
{
    for (size_t i = 0; module->sized != NULL && i < extension->source->n_functions; i++)
    {
        const struct function *function = extension->source->functions[i];
        if (!function->in_project || function->body == NULL
            || function->n_parameters != 1 || !gives_pointer_to(function, module->sized))
        {
            continue;
        }
        const struct type *given = function->parameters[0]->type;
        const struct node *answer = only_return(function);
        if (type_is_pointer_to(given, "_object")) {
            if (module->getter == NULL && answer != NULL
                && gives_state(function, answer->first) && only_gives(function))
            {
                module->getter = function;
            }
        }
        else if (type_is_pointer_to(given, "_typeobject")
                 && names_definition(module, function) && !changes_more(function))
        {
            module->type_getter = function;
        }
    }
}
