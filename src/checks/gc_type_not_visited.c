/* gc-type-not-visited */
#include "checks/check.h"
#include "checks/heap_type.h"

enum visit_answer { VISITS_NOT, VISITS, UNKNOWN };

/* Is NODE a name of FUNCTION's parameter number I? */
static bool
is_parameter(const struct function *function, const struct node *node, size_t i)
{
    return node != NULL && i < function->n_parameters
           && node_variable(node) == function->parameters[i];
}

/* The position in CALL of an argument that is FUNCTION's visit procedure. */
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

/* Does the traverse function, (self, visit, arg), visit its object's type? */
static enum visit_answer
visits_type(const struct function *function, int depth)
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
            enum visit_answer inner = visits_type(node->function, depth - 1);
            if (inner == VISITS) {
                return VISITS;
            }
            answer = inner == UNKNOWN ? UNKNOWN : answer;
        }
    }
    return answer;
}

void
check_gc_type_not_visited(struct check *check)
{
    const struct extension *extension = check->extension;
    for (size_t i = 0; i < extension->n_types; i++) {
        const struct heap_type *type = &extension->types[i];
        const struct function *traverse =
            slots_function(&type->slots, "Py_tp_traverse");
        if (traverse == NULL || !type->has_flags
            || (type->flags & TYPE_FLAG_HAVE_GC) == 0
            || !type_is_first_with(extension, type, "Py_tp_traverse", traverse)
            || visits_type(traverse, SLOT_DEPTH - 1) != VISITS_NOT)
        {
            continue;
        }
        struct finding *finding = check_add_function(
            check, "gc-type-not-visited", traverse,
            "%s does not visit the type of its object, to which every instance of the "
            "heap type '%s' holds a reference, so the type is never collected; add "
            "Py_VISIT(Py_TYPE(self)) (since Python 3.9)",
            traverse->name, type->variable->name);
        finding->automatic = false;
    }
}
