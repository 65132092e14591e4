#include "convert/facts/own_state.h"

#include "convert/facts/held_sections.h"
#include "convert/facts/nodes.h"
#include "extension/calls.h"
#include "extension/concurrency.h"
#include "extension/expression.h"
#include "extension/module_state.h"

enum { OWN_DEPTH = 12 };

/* A call that is followed into its function. */
struct frame {
    const struct node *call;
    const struct frame *outer;
};

static bool is_own(const struct thread_functions *functions, const struct node *node,
                   const struct frame *frame, int depth);

/* Do all calls by code that threads run give the module, or its state, as parameter I? */
static bool
calls_give_own(const struct thread_functions *functions, const struct variable *parameter,
               size_t i, int depth)
{
    const struct function *function = parameter->owner;
    bool is_called = false;
    for (size_t k = 0; k < function->n_uses; k++) {
        const struct node *call = function->uses[k]->parent;
        if (call->within == NULL || functions->contexts[call->within->id] == CONTEXT_NONE) {
            continue;
        }
        const struct node *argument = call_argument(call, i);
        bool is_same = argument != NULL && node_resolved_variable(argument) == parameter;
        if (!is_same && (argument == NULL || !is_own(functions, argument, NULL, depth))) {
            return false;
        }
        is_called = true;
    }
    return is_called;
}

static bool
parameter_is_own(const struct thread_functions *functions, const struct variable *parameter,
                 const struct frame *frame, int depth)
{
    const struct function *function = parameter->owner;
    size_t i = 0;
    if (function == NULL || !parameter->is_parameter || is_reassigned(parameter)) {
        return false;
    }
    while (i < function->n_parameters && function->parameters[i] != parameter) {
        i++;
    }
    if (frame != NULL && call_target(frame->call) == function) {
        const struct node *argument = call_argument(frame->call, i);
        return argument != NULL && is_own(functions, argument, frame->outer, depth);
    }
    return (i == 0 && functions->takes_module[function->id])
           || (function_is_helper(function)
               && calls_give_own(functions, parameter, i, depth));
}

/* Is each result of FUNCTION, called as FRAME says, NULL or the module or its state? */
static bool
gives_own(const struct thread_functions *functions, const struct function *function,
          const struct frame *frame, int depth)
{
    const struct node *root = function->body;
    bool gives = false;
    for (const struct node *node = root; node != NULL; node = node_after(node, root)) {
        if (node->kind != NODE_RETURN || node->first == NULL || node_is_null(node->first)) {
            continue;
        }
        if (!is_own(functions, node->first, frame, depth)) {
            return false;
        }
        gives = true;
    }
    return gives;
}

static bool
is_own(const struct thread_functions *functions, const struct node *node,
       const struct frame *frame, int depth)
{
    node = node_origin(node);
    if (node == NULL || depth <= 0) {
        return false;
    }
    if (node->kind == NODE_NAME && node->variable != NULL) {
        return parameter_is_own(functions, node->variable, frame, depth - 1);
    }
    if (node->kind != NODE_CALL) {
        return false;
    }
    if (call_is_module_state(node)) {
        return call_argument(node, 0) != NULL
               && is_own(functions, call_argument(node, 0), frame, depth - 1);
    }
    const struct function *target = call_target(node);
    struct frame inner = {node, frame};
    return target != NULL && target->body != NULL && target->in_project
           && gives_own(functions, target, &inner, depth - 1);
}

bool
node_is_own_module(const struct thread_functions *functions, const struct node *node)
{
    return is_own(functions, node, NULL, OWN_DEPTH);
}

bool
variable_is_own_module(const struct thread_functions *functions,
                       const struct variable *parameter)
{
    return parameter_is_own(functions, parameter, NULL, OWN_DEPTH);
}

const struct variable *
state_module(const struct node *node)
{
    const struct node *origin = node_origin(node);
    const struct node *module = origin != NULL && origin->kind == NODE_CALL
                                    ? call_argument(origin, 0)
                                    : NULL;
    return module != NULL ? node_resolved_variable(module) : NULL;
}
