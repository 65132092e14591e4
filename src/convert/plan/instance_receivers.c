/* Functions whose callers are unknown, or that are called through a pointer, but that
 * get an instance of a type of this module: its type leads to the module. */
#include "convert/plan/instance_receivers.h"

#include <string.h>

#include "convert/facts/thread_states.h"
#include "convert/plan/call_contexts.h"
#include "convert/plan/functions.h"
#include "convert/plan/instances.h"
#include "convert/plan/received_instances.h"

/* What PARAMETER, a void * or PyObject *, becomes by `Foo *self = (Foo *)arg;` among the
 * first declarations: the type of a local that points to an own instance, or NULL. */
static const struct type *
becomes_instance(const struct conversion *c, const struct function *function,
                 const struct variable *parameter)
{
    const struct node *statement = function->body->first;
    for (; statement != NULL && statement->kind == NODE_DECLARATIONS;
         statement = statement->next)
    {
        for (const struct node *n = statement->first; n != NULL; n = n->next) {
            const struct node *initial =
                n->variable != NULL ? node_bare(n->variable->initial) : NULL;
            if (initial != NULL && initial->kind == NODE_NAME
                && initial->variable == parameter
                && is_own_instance(c, n->variable->type)
                && is_surely_instance(function, n->variable)
                && !is_tested_for_null(n->variable) && !is_tested_for_null(parameter))
            {
                return n->variable->type;
            }
        }
    }
    return NULL;
}

/* Does FUNCTION run inside of TEARDOWN, called by name? */
static bool
is_called_from(const struct function *teardown, const struct function *function,
               unsigned depth)
{
    enum { MAX_CALLS = 6 };
    const struct node *body = teardown->body;
    for (const struct node *n = body; n != NULL && depth < MAX_CALLS;
         n = node_after(n, body))
    {
        if (n->kind != NODE_CALL || n->function == NULL) {
            continue;
        }
        if (n->function == function
            || (n->function != teardown && n->function->in_project
                && is_called_from(n->function, function, depth + 1)))
        {
            return true;
        }
    }
    return false;
}

static bool
runs_in_teardown(const struct conversion *c, const struct function *function)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *other = c->source->functions[i];
        const struct function_plan *plan = plan_of_function(c, other);
        if (plan->has_context && plan->access == ACCESS_TEARDOWN
            && is_called_from(other, function, 0))
        {
            return true;
        }
    }
    return false;
}

/* The argument that is an instance of the module's, as *OUT_TYPE points to; -1 if there is
 * none. */
static int
instance_parameter(const struct conversion *c, const struct function *function,
                   const struct type **out_type)
{
    for (size_t i = 0; i < function->n_parameters; i++) {
        const struct variable *parameter = function->parameters[i];
        const struct type *type = parameter->type;
        if (is_own_instance(c, type) && !is_tested_for_null(parameter)
            && is_surely_instance(function, parameter))
        {
            *out_type = type;
            return (int)i;
        }
        bool is_open = type != NULL && type->kind == TYPE_POINTER
                       && type->target != NULL
                       && (type->target->kind == TYPE_VOID
                           || type_is_pointer_to(type, "_object"));
        *out_type = is_open && function->body != NULL
                        ? becomes_instance(c, function, parameter)
                        : NULL;
        if (*out_type != NULL) {
            return (int)i;
        }
    }
    return -1;
}

/* Does something that code outside of the module calls, or a pointer, call FUNCTION? */
static bool
runs_in_callback(const struct conversion *c, const struct function *function)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *other = c->source->functions[i];
        const struct function_plan *plan = plan_of_function(c, other);
        bool is_callback = plan->has_context
                           && (plan->access == ACCESS_UNREACHABLE
                               || plan->access == ACCESS_OBJECT);
        if (is_callback && is_called_from(other, function, 0)) {
            return true;
        }
    }
    return false;
}

/* Does code outside of the module, or a pointer, call FUNCTION?  Or does it attach a thread
 * state of its own, so that its callers may have none to find the module state with? */
static bool
finds_state_itself(const struct conversion *c, const struct function_plan *plan)
{
    if (!plan->belongs || plan->is_static || plan->function->body == NULL) {
        return false;
    }
    return plan->has_context ? plan->access == ACCESS_UNREACHABLE
                             : plan->access == ACCESS_PARAMETER && !plan->is_init
                                   && !plan->is_grouped && !plan->is_converter
                                   && plan->function->made_by == NULL
                                   && attaches_itself(plan->function)
                                   && runs_in_callback(c, plan->function);
}

void
plan_objects(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        struct function_plan *plan = plan_of_function(c, function);
        struct received_instance received;
        if (!finds_state_itself(c, plan)) {
            continue;
        }
        const struct type *type;
        int parameter = instance_parameter(c, function, &type);
        bool is_parameter = parameter >= 0;
        if ((!is_parameter && !find_received_instance(c, function, &received))
            || runs_in_teardown(c, function))
        {
            continue;
        }
        find_state_by_object(c, function);
        plan->object_parameter = parameter;
        plan->object_type = is_parameter ? type : received.type;
        if (!is_parameter) {
            plan->object_parameter = (int)received.parameter;
            plan->object_member = received.member;
            plan->object_local = received.local;
            plan->object_behind = received.behind;
        }
    }
}
