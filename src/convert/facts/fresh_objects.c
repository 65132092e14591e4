#include "convert/facts/fresh_objects.h"

#include <string.h>

#include "convert/facts/suspension.h"
#include "extension/calls.h"
#include "extension/concurrency.h"
#include "extension/expression.h"
#include "model/freeing.h"

enum { CALLS_DEPTH = 4, ALIASES_MOST = 16 };

/* --- who learns of an object ---------------------------------------------- */

/* Where one object goes: the variables that were given it. */
struct journey {
    const struct node *use; /* what happens before that counts; NULL: everything */
    const struct node *made; /* what made it, anew in each round of a loop; NULL: unknown */
    const struct variable *aliases[ALIASES_MOST];
    size_t n_aliases;
    int depth; /* of calls that are still followed */
};

static bool value_is_known(struct journey *journey, const struct node *value);

/* Is what VARIABLE holds told to others? */
static bool
variable_is_known(struct journey *journey, const struct variable *variable)
{
    if (variable == NULL || variable->storage != STORAGE_AUTOMATIC) {
        return true;
    }
    for (size_t i = 0; i < journey->n_aliases; i++) {
        if (journey->aliases[i] == variable) {
            return false;
        }
    }
    if (journey->n_aliases == ALIASES_MOST) {
        return true;
    }
    journey->aliases[journey->n_aliases++] = variable;
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        if (!use->is_written && (journey->use == NULL
                || node_may_precede_since(journey->made, use, journey->use))
            && value_is_known(journey, use))
        {
            return true;
        }
    }
    return false;
}

static bool
keeps_nothing(const struct node *call)
{
    return freeing_of(call_name(call)) != FREES_NOTHING
           || CALL_IS(call, "PyObject_Init", "PyObject_InitVar", "PyObject_GC_Track",
                      "PyObject_GC_UnTrack", "PyObject_TypeCheck", "Py_TYPE", "_Py_TYPE",
                      "_Py_TYPE_impl", "Py_IS_TYPE", "_Py_IS_TYPE", "_Py_IS_TYPE_impl",
                      "Py_SIZE", "_Py_SIZE", "_Py_SIZE_impl", "Py_SET_SIZE",
                      "_Py_SET_SIZE", "_Py_SET_SIZE_impl", "Py_DECREF", "Py_XDECREF",
                      "_Py_DECREF", "_Py_XDECREF", "Py_INCREF", "Py_XINCREF",
                      "_Py_INCREF", "_Py_XINCREF");
}

/* Does CALL, which is given the object as ARGUMENT, tell others of it? */
static bool
call_tells(struct journey *journey, const struct node *call, const struct node *argument)
{
    const struct function *target = call_target(call);
    size_t i = 0;
    for (const struct node *at = call->first->next; at != NULL && at != argument;
         at = at->next)
    {
        i++;
    }
    if (target == NULL || target->body == NULL || !target->in_project) {
        return !keeps_nothing(call);
    }
    if (journey->depth <= 0 || i >= target->n_parameters) {
        return true;
    }
    struct journey inner = {.depth = journey->depth - 1};
    return variable_is_known(&inner, target->parameters[i]);
}

/* Is VALUE, an expression that gives the object, told to others, by way of variables too? */
static bool
value_is_known(struct journey *journey, const struct node *value)
{
    const struct node *node = value, *parent;
    for (;;) {
        node = node_outer(node);
        parent = node->parent;
        bool is_handed_on =
            parent != NULL
            && ((parent->kind == NODE_CONDITIONAL && parent->first != node)
                || (parent->kind == NODE_BINARY
                    && (parent->op == '+' || parent->op == '-'
                        || (parent->op == ',' && parent->first != node)))
                || (parent->kind == NODE_CALL && parent->first != node
                    && CALL_IS(parent, "Py_NewRef", "Py_XNewRef", "_Py_NewRef",
                               "_Py_XNewRef")));
        if (!is_handed_on) {
            break;
        }
        node = parent;
    }
    if (parent == NULL) {
        return true;
    }
    switch (parent->kind) {
    case NODE_ASSIGN: {
        const struct node *to = node_bare(parent->first);
        return parent->first != node
               && (to->kind != NODE_NAME || variable_is_known(journey, to->variable)
                   || value_is_known(journey, parent));
    }
    case NODE_VARIABLE:
        return parent->variable == NULL || parent->variable->initial != node
               || variable_is_known(journey, parent->variable);
    case NODE_CALL:
        return parent->first != node && call_tells(journey, parent, node);
    case NODE_RETURN:
        return journey->use == NULL; /* nothing follows it in its own function */
    case NODE_UNARY:
        return parent->op == OP_ADDRESS;
    case NODE_BLOCK:
        return parent->parent != NULL && parent->parent->kind == NODE_STATEMENT_EXPRESSION;
    case NODE_IF:
    case NODE_FOR:
    case NODE_WHILE:
    case NODE_DO:
    case NODE_LABEL:
    case NODE_CASE:
    case NODE_DEFAULT:
    case NODE_MEMBER:
    case NODE_SUBSCRIPT:
    case NODE_BINARY:
    case NODE_CONDITIONAL:
    case NODE_SIZEOF:
        return false;
    default:
        return true;
    }
}

/* --- who makes one ---------------------------------------------- */

static bool is_fresh(const struct node *node, const struct node *use, int depth);

/* Does each `return` of FUNCTION give a null pointer, or what it made? */
static bool
function_makes(const struct function *function, int depth)
{
    bool makes = false;
    const struct node *root = function->body;
    for (const struct node *node = root; node != NULL; node = node_after(node, root)) {
        if (node->kind != NODE_RETURN || node->first == NULL || node_is_null(node->first)) {
            continue;
        }
        if (!is_fresh(node->first, node, depth)) {
            return false;
        }
        makes = true;
    }
    return makes;
}

static bool
call_makes(const struct node *call, int depth)
{
    const struct node *callee = node_bare(call->first);
    const struct function *target = call_target(call);
    if (target != NULL && target->body != NULL && target->in_project) {
        return depth > 0 && function_makes(target, depth - 1);
    }
    return CALL_IS(call, "PyType_GenericAlloc", "PyType_GenericNew", "_PyObject_New", "PyObject_New",
                   "_PyObject_GC_New", "PyObject_GC_New", "_PyObject_NewVar",
                   "_PyObject_GC_NewVar", "PyObject_Init", "PyObject_Malloc",
                   "PyObject_Calloc", "PyMem_Malloc", "PyMem_Calloc", "malloc", "calloc")
           || (callee != NULL && callee->kind == NODE_MEMBER
               && strcmp(callee->text, "tp_alloc") == 0);
}

/* Is the value of CALL put into the variable that NODE is, and not by way of another one, which
 * may still have that of the last round? */
static bool
is_given_to(const struct node *call, const struct node *node)
{
    const struct node *name = node_bare(node), *outer = node_outer(call);
    const struct node *parent = outer->parent;
    return name->kind == NODE_NAME && name->variable != NULL && parent != NULL
           && ((parent->kind == NODE_ASSIGN && parent->op == '=' && parent->first != outer
                && node_variable(parent->first) == name->variable)
               || (parent->kind == NODE_VARIABLE && parent->variable == name->variable
                   && name->variable->initial == outer));
}

static bool
is_fresh(const struct node *node, const struct node *use, int depth)
{
    const struct node *origin = node_origin(node);
    struct journey journey = {
        .use = use,
        .made = origin != NULL && is_given_to(origin, node) ? origin : NULL,
        .depth = CALLS_DEPTH};
    return origin != NULL && origin->kind == NODE_CALL && origin->within == use->within
           && call_makes(origin, depth) && !value_is_known(&journey, origin);
}

bool
node_is_fresh(const struct node *node, const struct node *use)
{
    return is_fresh(node, use, CALLS_DEPTH);
}
