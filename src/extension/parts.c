#include "extension/parts.h"

#include "extension/calls.h"

enum { HELPER_DEPTH = 3 };

const struct variable *
variable_of_create(const struct node *call)
{
    const struct node *node = node_outer(call);
    const struct node *parent = node->parent;
    if (parent == NULL) {
        return NULL;
    }
    if (parent->kind == NODE_VARIABLE) {
        return parent->variable;
    }
    if (parent->kind == NODE_ASSIGN && parent->first != node) {
        const struct node *target = node_bare(parent->first);
        return target->kind == NODE_NAME ? target->variable : NULL;
    }
    return NULL;
}

static bool
is_in_return(const struct node *node)
{
    while (node != NULL && node->kind != NODE_RETURN) {
        node = node->parent;
    }
    return node != NULL;
}

/* The call that USE of a function is the callee of, or NULL. */
static const struct node *
call_of_use(const struct node *use)
{
    const struct node *child;
    const struct node *call = use->within != NULL ? call_around(use, &child) : NULL;
    return call != NULL && call->first == child ? call : NULL;
}

/* Does an init function return what CALL gives: ENTRY, or any if that is NULL? */
static bool
goes_to_import(const struct node *call, const struct function *entry, int depth)
{
    const struct function *within = call->within;
    const struct variable *variable = variable_of_create(call);
    bool is_returned = is_in_return(call);
    for (size_t i = 0; variable != NULL && !is_returned && i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        if (use->within == NULL || !is_in_return(use)) {
            continue;
        }
        is_returned = use->within == within;
        if (variable_is_static(variable)
            && (use->within == entry || (entry == NULL && function_is_entry(use->within))))
        {
            return true;
        }
    }
    if (!is_returned || within == NULL) {
        return false;
    }
    if (within == entry || (entry == NULL && function_is_entry(within))) {
        return true;
    }
    for (size_t i = 0; depth > 0 && i < within->n_uses; i++) {
        const struct node *outer = call_of_use(within->uses[i]);
        if (outer != NULL && goes_to_import(outer, entry, depth - 1)) {
            return true;
        }
    }
    return false;
}

/* The function that calls the init function of MODULE for a module of its own, or NULL. */
static const struct function *
caller_of_entry(const struct module *module)
{
    for (size_t i = 0; i < module->entry->n_uses; i++) {
        const struct node *call = call_of_use(module->entry->uses[i]);
        if (call != NULL && !function_is_program(call->within)
            && !goes_to_import(call, NULL, HELPER_DEPTH))
        {
            return call->within;
        }
    }
    return NULL;
}

/* Is MODULE not what its init function returns, but another is? */
static bool
is_beside_another(const struct extension *extension, const struct module *module)
{
    if (goes_to_import(module->create, module->entry, HELPER_DEPTH)) {
        return false;
    }
    for (size_t i = 0; i < extension->n_modules; i++) {
        const struct module *other = &extension->modules[i];
        if (other != module && other->entry == module->entry && other->create != NULL
            && goes_to_import(other->create, module->entry, HELPER_DEPTH))
        {
            return true;
        }
    }
    return false;
}

/* Is FUNCTION called by SETUP, or by what that calls, or SETUP itself? */
static bool
runs_from(const struct function *function, const struct function *setup, int depth)
{
    if (function == setup) {
        return true;
    }
    for (size_t i = 0; depth > 0 && i < function->n_uses; i++) {
        const struct node *call = call_of_use(function->uses[i]);
        if (call != NULL && runs_from(call->within, setup, depth - 1)) {
            return true;
        }
    }
    return false;
}

/* The exec function of another module that makes MODULE, which no init function makes; or
 * NULL. */
static const struct function *
exec_function_that_makes(const struct extension *extension, const struct module *module)
{
    for (size_t i = 0; i < extension->n_modules; i++) {
        const struct module *other = &extension->modules[i];
        if (other != module && other->is_multi_phase && other->setup != NULL
            && runs_from(module->setup, other->setup, HELPER_DEPTH))
        {
            return other->setup;
        }
    }
    return NULL;
}

void
parts_read(struct extension *extension)
{
    for (size_t i = 0; i < extension->n_modules; i++) {
        struct module *module = &extension->modules[i];
        if (module->create == NULL) {
            continue;
        }
        module->made_by = module->entry == NULL ? exec_function_that_makes(extension, module)
                          : is_beside_another(extension, module) ? module->entry
                                                                 : caller_of_entry(module);
    }
}
