/* access-lookup-unchecked: the look-up of a module through a type fails for every type
 * that is not of the module, and there is no state before exec. */
#include <string.h>

#include "checks/check.h"
#include "extension/calls.h"
#include "extension/expression.h"
#include "extension/heap_type.h"
#include "extension/index.h"
#include "extension/module_state.h"
#include "extension/operand.h"

enum { CALLER_DEPTH = 3 };

/* --- is the result looked at? -------------------------------------------- */

/* Does USE, of what a look-up gave, need it to be there? */
static bool
needs_value(const struct node *use)
{
    use = node_outer(use);
    const struct node *parent = use->parent;
    return parent != NULL
           && ((parent->kind == NODE_MEMBER && parent->op == '>')
               || CALL_IS(parent, "PyModule_GetState"));
}

/* Where the value of a call is kept. */
struct keeper {
    const struct variable *variable; /* NULL: nowhere that is seen */
    const char *field;               /* of the struct that it is; NULL: itself */
};

static const char *
field_at(const struct type *type, const struct node *list, const struct node *value)
{
    const struct record *record =
        type != NULL && type->kind == TYPE_RECORD ? type->record : NULL;
    size_t i = 0;
    for (const struct node *at = list->first; at != NULL && at != value; at = at->next) {
        i++;
    }
    return record != NULL && i < record->n_fields ? record->fields[i].name : NULL;
}

/* `struct place place = {call, …}`, `place.state = call`, `place->state = call`. */
static struct keeper
keeper_in_struct(const struct node *call)
{
    const struct node *child = node_outer(call), *parent = child->parent;
    const char *field = NULL;
    if (parent != NULL && parent->kind == NODE_ASSIGN && parent->first != child) {
        const struct node *target = node_bare(parent->first);
        bool is_member = target->kind == NODE_MEMBER && target->first != NULL;
        return (struct keeper){
            is_member ? node_resolved_variable(target->first) : NULL,
            is_member ? target->text : NULL};
    }
    if (parent != NULL && parent->kind == NODE_DESIGNATED) {
        field = parent->text;
        child = parent;
        parent = parent->parent;
    }
    const struct node *holder =
        parent != NULL && parent->kind == NODE_INIT_LIST ? parent->parent : NULL;
    if (holder == NULL || holder->kind != NODE_VARIABLE || holder->variable == NULL) {
        return (struct keeper){NULL, NULL};
    }
    field = field != NULL ? field : field_at(holder->variable->type, parent, child);
    return (struct keeper){field != NULL ? holder->variable : NULL, field};
}

static struct keeper
keeper_of(const struct node *call)
{
    const struct variable *local = call_local(call);
    return local != NULL ? (struct keeper){local, NULL} : keeper_in_struct(call);
}

/* The expression that is what KEEPER holds, at USE of its variable; NULL: another part
 * of the struct. */
static const struct node *
kept_value(const struct keeper *keeper, const struct node *use)
{
    if (keeper->field == NULL) {
        return use;
    }
    const struct node *parent = use->parent;
    while (parent != NULL && parent->kind == NODE_PAREN) {
        parent = parent->parent;
    }
    return parent != NULL && parent->kind == NODE_MEMBER
                   && strcmp(parent->text, keeper->field) == 0
               ? parent
               : NULL;
}

/* What CALL gives is used, and nothing but an assertion asks whether it is NULL. */
static bool
is_unchecked(const struct extension *extension, const struct node *call)
{
    struct keeper keeper = keeper_of(call);
    const struct variable *variable = keeper.variable;
    bool is_needed = needs_value(call);
    if (node_is_asked(call)) {
        return false;
    }
    for (size_t i = 0; variable != NULL && i < variable->n_uses; i++) {
        const struct node *use = kept_value(&keeper, variable->uses[i]);
        if (use == NULL || use->within != call->within
            || node_is_asserted(extension, use))
        {
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

/* The number of the parameter by which FUNCTION, a method, gets its arguments together;
 * 0: it is none that does. */
static size_t
arguments_parameter(const struct extension *extension, const struct function *function)
{
    for (size_t i = 0; i < extension->n_methods; i++) {
        int64_t flags = extension->methods[i].flags;
        if (extension->methods[i].function == function) {
            return (flags & (METHOD_FLAG_VARARGS | METHOD_FLAG_FASTCALL)) == 0 ? 0
                   : (flags & METHOD_FLAG_METHOD) != 0                         ? 2
                                                                               : 1;
        }
    }
    return 0;
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

/* Is VALUE an element of the arguments, parameter number I of FUNCTION: args[0] of
 * METH_FASTCALL, PyTuple_GET_ITEM(args, 0)? */
static bool
is_element_of_arguments(const struct function *function, const struct node *value,
                        size_t i)
{
    const struct node *bare = node_bare(value);
    const struct node *whole = NULL;
    if (bare != NULL && bare->kind == NODE_SUBSCRIPT) {
        whole = node_bare(bare->first);
        whole = whole->kind == NODE_MEMBER && strcmp(whole->text, "ob_item") == 0
                    ? whole->first
                    : whole;
    }
    else if (CALL_IS(bare, "PyTuple_GetItem", "PySequence_GetItem",
                     "PySequence_ITEM"))
    {
        whole = call_argument(bare, 0);
    }
    /* PyTuple_GET_ITEM asserts before it casts. */
    for (whole = node_bare(whole);
         whole != NULL && whole->kind == NODE_BINARY && whole->op == ',';
         whole = node_bare(whole->first->next))
    {
    }
    return whole != NULL && node_is_parameter(function, whole, i);
}

/* Does a function that takes arguments apart put one of any type into VARIABLE? */
static bool
is_parsed_argument(const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *address = variable->uses[i]->parent;
        const struct node *call =
            address != NULL && address->kind == NODE_UNARY && address->op == OP_ADDRESS
                ? address->parent
                : NULL;
        if (CALL_IS(call, "PyArg_UnpackTuple")) {
            return true;
        }
        const struct node *format =
            CALL_IS(call, "PyArg_ParseTuple")
                ? node_bare(call_argument(call, 1))
            : CALL_IS(call, "PyArg_ParseTupleAndKeywords")
                ? node_bare(call_argument(call, 2))
                : NULL;
        /* `O!` asks for the type, `O&` may. */
        if (format != NULL && format->kind == NODE_STRING
            && strpbrk(format->text, "!&") == NULL)
        {
            return true;
        }
    }
    return false;
}

static bool
asks_type_of(const struct function *function, const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        for (const struct node *node = variable->uses[i]->parent; node != NULL;
             node = node->parent)
        {
            if (node->within == function && node_asks_type(node)) {
                return true;
            }
        }
    }
    return false;
}

/* Is NODE, in FUNCTION, one of the arguments that a method gets together, of which nobody
 * asks the type? */
static bool
is_any_argument(const struct extension *extension, const struct function *function,
                const struct node *node)
{
    const struct node *bare = node_bare(node);
    const struct variable *variable =
        bare != NULL && bare->kind == NODE_NAME ? bare->variable : NULL;
    size_t arguments = arguments_parameter(extension, function);
    if (arguments == 0 || function_is_dead(extension, function)) {
        return false;
    }
    if (variable == NULL) {
        return is_element_of_arguments(function, bare, arguments);
    }
    const struct node *value = variable_only_value(variable);
    return !asks_type_of(function, variable)
           && ((value != NULL && is_element_of_arguments(function, value, arguments))
               || (!variable->is_parameter && is_parsed_argument(variable)));
}

/* Is NODE, in FUNCTION, an object that Python code chose, of which nobody asks the type?
 * The function that Python calls with it, or NULL. */
static const struct function *
chooser_of(const struct extension *extension, const struct function *function,
           const struct node *node, int depth)
{
    if (node != NULL && is_any_argument(extension, function, node)) {
        return function;
    }
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
                           "the result of %s is not checked for NULL; it fails for an "
                           "object of another type, which Python code can pass to %s: "
                           "check the type first, or check the result",
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
        check_add_node(
            check, "access-lookup-unchecked", early.lookup, create->name,
            "PyModule_GetState returns NULL in %s: a module has no state before its "
            "Py_mod_exec slots run; initialise the state in a Py_mod_exec slot",
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
