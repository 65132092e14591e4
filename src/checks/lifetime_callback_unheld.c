/* lifetime-callback-unheld: a library that keeps a function and a pointer into the
 * state does not keep the module. */
#include <string.h>

#include "base/strbuf.h"
#include "checks/check.h"
#include "extension/expression.h"
#include "extension/module_state.h"
#include "model/callback.h"

enum { KEEPING_DEPTH = 3 };

/* --- what becomes of the pointer ----------------------------------------- */

static enum callback keeping_of(const struct node *call, size_t i, int depth);

/* Does NODE, a use of a pointer, put it where it outlives the function: into a static,
 * or into memory that a pointer leads to? */
static bool
is_stored(const struct node *node)
{
    const struct node *value = node_outer(node);
    const struct node *parent = value->parent;
    if (parent == NULL || parent->kind != NODE_ASSIGN || parent->first == value) {
        return false;
    }
    for (const struct node *at = node_bare(parent->first); at != NULL;
         at = node_bare(at->first))
    {
        if (at->kind == NODE_NAME) {
            return at->variable != NULL && variable_is_static(at->variable);
        }
        if ((at->kind == NODE_MEMBER && at->op == '>') || at->kind == NODE_SUBSCRIPT
            || (at->kind == NODE_UNARY && at->op == OP_DEREFERENCE))
        {
            return true;
        }
    }
    return false;
}

/* What FUNCTION, of the project, does with its parameter number I. */
static enum callback
keeping_of_parameter(const struct function *function, size_t i, int depth)
{
    if (i >= function->n_parameters) {
        return CALLBACK_UNKNOWN;
    }
    enum callback answer = CALLBACK_USES;
    for (size_t k = 0; k < function->parameters[i]->n_uses; k++) {
        const struct node *use = function->parameters[i]->uses[k];
        if (is_stored(use)) {
            return CALLBACK_KEEPS;
        }
        const struct node *call = use->parent;
        size_t n = 0;
        for (const struct node *at =
                 call != NULL && call->kind == NODE_CALL ? call->first->next : NULL;
             at != NULL && at != use; at = at->next)
        {
            n++;
        }
        bool is_passed_on =
            call != NULL && call->kind == NODE_CALL && call->function != NULL;
        enum callback inner =
            is_passed_on ? keeping_of(call, n, depth - 1) : CALLBACK_USES;
        if (inner == CALLBACK_KEEPS) {
            return CALLBACK_KEEPS;
        }
        answer = inner == CALLBACK_UNKNOWN ? CALLBACK_UNKNOWN : answer;
    }
    return answer;
}

/* What CALL does with its argument number I, which belongs to a callback. */
static enum callback
keeping_of(const struct node *call, size_t i, int depth)
{
    if (call->function->body == NULL || depth <= 0) {
        return callback_of(call_name(call));
    }
    return keeping_of_parameter(call->function, i, depth);
}

/* Does FUNCTION take a pointer to whatever its caller likes, as callbacks do? */
static bool
takes_data(const struct function *function)
{
    for (size_t i = 0; i < function->n_parameters; i++) {
        const struct type *type = function->parameters[i]->type;
        if (type->kind == TYPE_POINTER && type->target != NULL
            && type->target->kind == TYPE_VOID)
        {
            return true;
        }
    }
    return false;
}

/* --- whose pointer it is ------------------------------------------------- */

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
        if (function_names_field(extension, module->free, argument->text,
                                 HOOK_DEPTH)
            || function_names_field(extension, module->clear, argument->text,
                                    HOOK_DEPTH))
        {
            return true;
        }
    }
    return false;
}

/* The number of CALL's argument that points into the state, if another is a callback;
 * -1: none. */
static int
unheld_argument(const struct extension *extension, const struct node *call)
{
    int found = -1, i = 0;
    bool has_callback = false;
    for (const struct node *argument = call->first->next; argument != NULL;
         argument = argument->next, i++)
    {
        const struct function *function = node_function(argument);
        if (ends_with_state(extension, argument)) {
            return -1;
        }
        has_callback =
            has_callback
            || (function != NULL && function->in_project && takes_data(function));
        if (found < 0 && is_state_pointer(extension, argument)) {
            found = i;
        }
    }
    return has_callback ? found : -1;
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

static void
check_call(struct check *check, const struct node *call)
{
    int i = unheld_argument(check->extension, call);
    enum callback keeping =
        i >= 0 ? keeping_of(call, (size_t)i, KEEPING_DEPTH) : CALLBACK_USES;
    if (keeping == CALLBACK_USES || takes_any_reference(call->within)) {
        return;
    }
    bool is_sure = keeping == CALLBACK_KEEPS;
    struct finding *finding =
        check_add_node(check, "lifetime-callback-unheld",
                       call_argument(call, (size_t)i), call->within->name,
                       "%s gets a pointer into the module state%s; the state is freed "
                       "with the module, but the callback %s; hold a strong reference "
                       "to the module while the callback is registered",
                       call_name(call), is_sure ? "" : " together with a callback",
                       is_sure ? "stays registered" : "may stay registered");
    if (!is_sure) {
        finding->level = LEVEL_NOTE;
    }
}

/* Functions of CPython use a callback within the call, but those of the table. */
static bool
may_keep_callback(const struct node *call)
{
    const char *name = call_name(call);
    return (!string_starts(name, "Py") && !string_starts(name, "_Py"))
           || callback_of(name) != CALLBACK_UNKNOWN;
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
            if (node->kind == NODE_CALL && node->function != NULL
                && node->within != NULL && may_keep_callback(node))
            {
                check_call(check, node);
            }
        }
    }
}
