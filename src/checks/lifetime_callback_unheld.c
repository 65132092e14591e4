/* lifetime-callback-unheld: a library that keeps a function and a pointer into the
 * state does not keep the module. */
#include <string.h>

#include "base/strbuf.h"
#include "checks/check.h"
#include "checks/expression.h"
#include "checks/module_state.h"

/* Does the library keep what it is given?  What it is called is the only evidence:
 * qsort_r and sqlite3_exec call back before they return. */
static bool
keeps_callback(const char *name)
{
    static const char *const words[] = {
        "register", "Register", "callback", "Callback",  "handler", "Handler", "hook",
        "Hook",     "set_",     "Set",      "subscribe", "listen",  "add_",    "Add",
        "create_",  "Create",   "on_",      "watch",     "install"};
    for (size_t i = 0; i < ARRAY_LENGTH(words); i++) {
        if (strstr(name, words[i]) != NULL) {
            return true;
        }
    }
    return false;
}

/* Is NODE a pointer to the state, or into it, or the module itself? */
static bool
is_state_pointer(const struct extension *extension, const struct node *node)
{
    node = node_bare(node);
    if (node == NULL) {
        return false;
    }
    if (type_points_to_state(extension, node->type)) {
        return true;
    }
    const struct variable *variable = node_resolved_variable(node);
    if (variable != NULL && variable->is_parameter
        && type_is_object_pointer(variable->type)
        && variable_is_module(extension, variable))
    {
        return true;
    }
    const struct node *referent = node_referent(node);
    return referent != node && referent->kind == NODE_MEMBER && referent->op == '>'
           && type_points_to_state(extension, member_object_type(referent));
}

/* Is ARGUMENT a handle that the state holds and a hook of its module gives up?  Then the
 * callback ends with the state. */
static bool
ends_with_state(const struct extension *extension, const struct node *argument)
{
    argument = node_resolved(argument);
    if (argument == NULL || argument->kind != NODE_MEMBER || argument->op != '>'
        || !type_points_to_state(extension, member_object_type(argument)))
    {
        return false;
    }
    for (size_t i = 0; i < extension->n_modules; i++) {
        const struct module *module = &extension->modules[i];
        if (function_names_field(module->free, argument->text, HOOK_DEPTH)
            || function_names_field(module->clear, argument->text, HOOK_DEPTH))
        {
            return true;
        }
    }
    return false;
}

/* The argument of CALL that points into the state, if another is a callback. */
static const struct node *
unheld_argument(const struct extension *extension, const struct node *call)
{
    const struct node *found = NULL;
    bool has_callback = false;
    for (const struct node *argument = call->first->next; argument != NULL;
         argument = argument->next)
    {
        const struct function *function = node_function(argument);
        if (ends_with_state(extension, argument)) {
            return NULL;
        }
        has_callback = has_callback || (function != NULL && function->in_project);
        if (found == NULL && is_state_pointer(extension, argument)) {
            found = argument;
        }
    }
    return has_callback ? found : NULL;
}

static bool
takes_any_reference(const struct function *function)
{
    for (const struct node *node = function->body; node;
         node = node_after(node, function->body))
    {
        if (taken_reference(node) != NULL) {
            return true;
        }
    }
    return false;
}

void
check_lifetime_callback_unheld(struct check *check)
{
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        if (function->body == NULL || function_is_dead(check->extension, function)) {
            continue;
        }
        for (const struct node *node = function->body; node;
             node = node_after(node, function->body))
        {
            if (node->kind != NODE_CALL || node->function == NULL
                || node->function->body != NULL || string_starts(call_name(node), "Py")
                || string_starts(call_name(node), "_Py")
                || !keeps_callback(call_name(node)))
            {
                continue;
            }
            const struct node *argument = unheld_argument(check->extension, node);
            if (argument != NULL && !takes_any_reference(function)) {
                check_add_node(
                    check, "lifetime-callback-unheld", argument, function->name,
                    "%s is given a pointer into the module state, which is gone with "
                    "the "
                    "module while the callback is not; hold a reference to the module "
                    "as long as the callback is registered",
                    call_name(node));
            }
        }
    }
}
