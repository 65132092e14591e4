/* access-lookup-unchecked: the look-up of a module through a type fails for every type
 * that is not of the module, and there is no state before exec. */
#include <string.h>

#include "checks/check.h"
#include "checks/expression.h"
#include "checks/heap_type.h"
#include "checks/module_state.h"
#include "checks/operand.h"

enum { CALLER_DEPTH = 3 };

/* --- is the result looked at? -------------------------------------------- */

/* Does USE, of what a look-up gave, need it to be there? */
static bool
needs_value(const struct node *use)
{
    const struct node *parent = use->parent;
    while (parent != NULL && (parent->kind == NODE_PAREN || parent->kind == NODE_CAST))
    {
        use = parent;
        parent = parent->parent;
    }
    return parent != NULL
           && ((parent->kind == NODE_MEMBER && parent->op == '>')
               || CALL_IS(parent, "PyModule_GetState"));
}

/* What CALL gives is used, and nothing but an assertion asks whether it is NULL. */
static bool
is_unchecked(const struct extension *extension, const struct node *call)
{
    const struct variable *local = call_local(call);
    bool is_needed = needs_value(call);
    if (node_is_asked(call)) {
        return false;
    }
    for (size_t i = 0; local != NULL && i < local->n_uses; i++) {
        const struct node *use = local->uses[i];
        if (node_is_asserted(extension, use)) {
            continue;
        }
        if (node_is_asked(use)
            || (use->is_written && use->parent != NULL && node_is_asked(use->parent)))
        {
            return false;
        }
        is_needed = is_needed || needs_value(use);
    }
    return is_needed;
}

/* --- which object is it of? ---------------------------------------------- */

/* The object that NODE, an argument of a look-up, is the type of; or NODE itself, where
 * it is a parameter that is a type. */
static const struct node *
subject_of(const struct node *node)
{
    const struct node *bare = node_bare(node);
    const struct variable *local =
        bare != NULL && bare->kind == NODE_NAME ? bare->variable : NULL;
    const struct node *value = local != NULL ? variable_only_value(local) : NULL;
    if (value != NULL && node_is_object_type(value)) {
        bare = node_bare(value);
    }
    return bare != NULL && bare->kind == NODE_CALL && node_is_object_type(bare)
               ? call_argument(bare, 0)
               : bare;
}

/* How CPython calls FUNCTION, if a table names it. */
enum role { ROLE_NONE, ROLE_BINARY, ROLE_METHOD, ROLE_OTHER };

static enum role
role_of(const struct extension *extension, const struct function *function)
{
    for (size_t i = 0; i < extension->n_types; i++) {
        const struct slots *slots = &extension->types[i].slots;
        for (size_t k = 0; k < slots->n_items; k++) {
            if (slots->items[k].function == function) {
                return slot_is_binary(&slots->items[k]) ? ROLE_BINARY : ROLE_OTHER;
            }
        }
    }
    for (size_t i = 0; i < extension->n_methods; i++) {
        if (extension->methods[i].function == function) {
            return (extension->methods[i].flags & METHOD_FLAG_O) != 0 ? ROLE_METHOD
                                                                      : ROLE_OTHER;
        }
    }
    return ROLE_NONE;
}

/* The number of FUNCTION's parameter that NODE names; n_parameters if none. */
static size_t
parameter_number(const struct function *function, const struct node *node)
{
    size_t i = 0;
    while (i < function->n_parameters && !node_is_parameter(function, node, i)) {
        i++;
    }
    return i;
}

/* Is NODE, in FUNCTION, an object that Python code chose, of which nobody asks the type?
 * The function that Python calls with it, or NULL. */
static const struct function *
chooser_of(const struct extension *extension, const struct function *function,
           const struct node *node, int depth)
{
    size_t i = node != NULL ? parameter_number(function, node) : function->n_parameters;
    if (i >= function->n_parameters || function_asks_type(function, i)
        || function_is_dead(extension, function))
    {
        return NULL;
    }
    enum role role = role_of(extension, function);
    if (role != ROLE_NONE) {
        return i == 1 && role != ROLE_OTHER ? function : NULL;
    }
    for (size_t k = 0; k < function->n_uses && depth > 0; k++) {
        const struct node *use = function->uses[k];
        const struct node *call = use->parent;
        if (call == NULL || call->kind != NODE_CALL || call->first != use
            || use->within == NULL)
        {
            continue;
        }
        const struct function *chooser = chooser_of(
            extension, use->within, subject_of(call_argument(call, i)), depth - 1);
        if (chooser != NULL) {
            return chooser;
        }
    }
    return NULL;
}

static void
check_lookups(struct check *check, const struct function *function)
{
    const struct extension *extension = check->extension;
    const struct node *root = function->body;
    for (const struct node *node = root; node; node = node_after(node, root)) {
        if (!CALL_IS(node, "PyType_GetModuleByDef", "PyType_GetModuleByToken",
                     "PyType_GetModule", "PyType_GetModuleState")
            || !is_unchecked(extension, node))
        {
            continue;
        }
        const struct function *chooser = chooser_of(
            extension, function, subject_of(call_argument(node, 0)), CALLER_DEPTH);
        if (chooser != NULL) {
            check_add_node(check, "access-lookup-unchecked", node, function->name,
                           "%s fails for an object of another type, which Python code "
                           "can give to %s, and its NULL is used; ask for the type "
                           "first, or check the result",
                           call_name(node), chooser->name);
        }
    }
}

/* --- before exec --------------------------------------------------------- */

struct early {
    const struct extension *extension;
    const struct node *lookup;
};

static bool
is_unchecked_state(const struct node *call, void *data)
{
    struct early *early = data;
    if (!CALL_IS(call, "PyModule_GetState") || !is_unchecked(early->extension, call)) {
        return false;
    }
    early->lookup = call;
    return true;
}

/* PyModule_ExecDef (Objects/moduleobject.c) gives a module its state. */
static void
check_create(struct check *check, const struct module *module)
{
    const struct function *create = slots_function(&module->slots, "Py_mod_create");
    struct early early = {check->extension, NULL};
    if (create != NULL
        && function_visit_calls(create, HOOK_DEPTH - 1, is_unchecked_state, &early))
    {
        check_add_node(check, "access-lookup-unchecked", early.lookup, create->name,
                       "a module has no state before its Py_mod_exec slots run, so "
                       "that PyModule_GetState gives NULL to %s; fill the state in a "
                       "Py_mod_exec slot",
                       create->name);
    }
}

void
check_access_lookup_unchecked(struct check *check)
{
    for (size_t i = 0; i < check->source->n_functions; i++) {
        if (!function_is_dead(check->extension, check->source->functions[i])) {
            check_lookups(check, check->source->functions[i]);
        }
    }
    for (size_t i = 0; i < check->extension->n_modules; i++) {
        check_create(check, &check->extension->modules[i]);
    }
}
