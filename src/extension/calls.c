#include "extension/calls.h"

#include "base/strbuf.h"
#include "extension/expression.h"

const struct function *
call_target(const struct node *call)
{
    const struct node *callee = node_bare(call->first);
    return call->function != NULL                          ? call->function
           : callee != NULL && callee->kind == NODE_MEMBER ? callee->function
                                                           : NULL;
}

bool
function_visit_calls(const struct function *function, int depth, call_visit *visit,
                     void *data)
{
    for (size_t i = 0; function != NULL && i < function->n_calls; i++) {
        if (visit(function->calls[i], data)) {
            return true;
        }
        const struct function *target = call_target(function->calls[i]);
        if (depth > 0 && target != NULL && target != function
            && function_visit_calls(target, depth - 1, visit, data))
        {
            return true;
        }
    }
    return false;
}

const struct node *
call_around(const struct node *use, const struct node **out_child)
{
    const struct node *child = use, *parent = use->parent;
    while (parent != NULL
           && (parent->kind == NODE_PAREN || parent->kind == NODE_CAST
               || (parent->kind == NODE_UNARY && parent->op == OP_ADDRESS)))
    {
        child = parent;
        parent = parent->parent;
    }
    if (out_child != NULL) {
        *out_child = child;
    }
    return parent != NULL && parent->kind == NODE_CALL ? parent : NULL;
}

const struct node *
call_returned_argument(const struct node *call)
{
    static const char *const names[] = {
        "memcpy", "memmove", "memset",  "strcat", "strcpy",  "strncat",
        "strncpy", "wcscat", "wcscpy", "wcsncpy", "wmemcpy", "wmemmove", "wmemset",
    };
    bool is_own = call->function != NULL && call->function->in_project;
    return !is_own && call_is_one_of(call, names, ARRAY_LENGTH(names)) ? call_argument(call, 0)
                                                                      : NULL;
}

bool
function_is_entry(const struct function *function)
{
    return string_starts(function->name, "PyInit_")
           || string_starts(function->name, "PyInitU_")
           || string_starts(function->name, "PyModExport_");
}

bool
call_gives_small_number(const struct node *call)
{
    const struct node *value = node_bare(call_argument(call, 0));
    return string_starts(call_name(call), "PyLong_From") && value != NULL && value->has_value
           && value->value >= -5 && value->value <= 256;
}

const struct node *
tracked_object(const struct node *call)
{
    return CALL_IS(call, "PyObject_GC_Track", "_PyObject_GC_TRACK") ? last_argument(call) : NULL;
}

bool
call_untracks(const struct node *call)
{
    return CALL_IS(call, "PyObject_GC_UnTrack", "_PyObject_GC_UNTRACK");
}
