#include "checks/heap_type.h"

#include <string.h>

#include "base/macros.h"

static bool
is_free(const struct node *call, void *data)
{
    (void)data;
    static const char *const names[] = {"PyObject_GC_Del", "PyObject_Free",
                                        "PyObject_Del", "PyMem_Free"};
    const struct node *callee = node_bare(call->first);
    if (callee != NULL && callee->kind == NODE_MEMBER
        && strcmp(callee->text, "tp_free") == 0)
    {
        return true;
    }
    /* `freefunc f = PyType_GetSlot(tp, Py_tp_free); f(self);` */
    if (callee != NULL && callee->kind == NODE_NAME && callee->variable != NULL
        && callee->type != NULL && strcmp(callee->type->spelling, "freefunc") == 0)
    {
        return true;
    }
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        if (strcmp(call_name(call), names[i]) == 0) {
            /* PyMem_Free and the like free much else: only self counts. */
            const struct variable *freed = node_variable(call_argument(call, 0));
            return freed != NULL
                   && (freed->is_parameter || type_is_object_pointer(freed->type));
        }
    }
    return false;
}

bool
function_frees_object(const struct function *function)
{
    return function_visit_calls(function, SLOT_DEPTH - 1, is_free, NULL);
}

bool
type_is_first_with(const struct extension *extension, const struct heap_type *type,
                   const char *name, const struct function *function)
{
    for (size_t i = 0; i < extension->n_types; i++) {
        if (slots_function(&extension->types[i].slots, name) == function) {
            return &extension->types[i] == type;
        }
    }
    return true;
}

/* Is NODE a name of FUNCTION's parameter number I? */
static bool
is_parameter(const struct function *function, const struct node *node, size_t i)
{
    return node != NULL && i < function->n_parameters
           && node_variable(node) == function->parameters[i];
}

/* Is FUNCTION's visit procedure an argument of CALL? */
static bool
passes_visit(const struct function *function, const struct node *call)
{
    for (const struct node *argument = call->first ? call->first->next : NULL;
         argument != NULL; argument = argument->next)
    {
        if (is_parameter(function, argument, 1)) {
            return true;
        }
    }
    return false;
}

enum visit_answer
function_visits_type(const struct function *function, int depth)
{
    enum visit_answer answer = VISITS_NOT;
    if (function->body == NULL || function->n_parameters < 3) {
        return UNKNOWN;
    }
    for (const struct node *node = function->body; node;
         node = node_after(node, function->body))
    {
        if (node->kind != NODE_CALL) {
            continue;
        }
        if (is_parameter(function, node->first, 1)) {
            if (node_is_object_type(call_argument(node, 0))) {
                return VISITS;
            }
            continue;
        }
        if (!passes_visit(function, node)) {
            continue;
        }
        if (node->function == NULL) {
            answer = UNKNOWN; /* a base's tp_traverse */
        }
        else if (node->function->body != NULL && node->function != function
                 && depth > 0)
        {
            enum visit_answer inner = function_visits_type(node->function, depth - 1);
            if (inner == VISITS) {
                return VISITS;
            }
            answer = inner == UNKNOWN ? UNKNOWN : answer;
        }
    }
    return answer;
}

int
function_count_type_visits(const struct function *function, int depth)
{
    int n = 0;
    if (function->n_parameters < 3) {
        return 0;
    }
    for (const struct node *node = function->body; node;
         node = node_after(node, function->body))
    {
        if (node->kind != NODE_CALL) {
            continue;
        }
        if (is_parameter(function, node->first, 1)) {
            n += node_is_object_type(call_argument(node, 0));
        }
        else if (depth > 0 && node->function != NULL && node->function != function
                 && passes_visit(function, node)
                 && is_parameter(function, call_argument(node, 0), 0))
        {
            n += function_count_type_visits(node->function, depth - 1);
        }
    }
    return n;
}
