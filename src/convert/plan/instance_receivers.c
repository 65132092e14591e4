/* Functions whose callers are unknown, or that are called through a pointer, but that
 * get an instance of a type of this module: its type leads to the module. */
#include "convert/plan/instance_receivers.h"

#include <string.h>

#include "convert/plan/call_contexts.h"
#include "convert/plan/functions.h"
#include "convert/plan/instances.h"

bool
is_own_instance(const struct conversion *c, const struct type *type)
{
    const struct record *record =
        type != NULL && type->kind == TYPE_POINTER && type->target != NULL
            ? type->target->record
            : NULL;
    if (record == NULL || record->file == NULL || !record->file->is_project
        || !record_is_object(record))
    {
        return false; /* PyObject * can be an instance of any type */
    }
    return is_instance_struct(c, record->name) || is_instance_struct(c, record->tag);
}

/* Is PARAMETER, a void * or PyObject *, the start of a local that points to an own
 * instance: `Foo *self = (Foo *)arg;` among the first declarations? */
static bool
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
                && is_own_instance(c, n->variable->type))
            {
                return true;
            }
        }
    }
    return false;
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

/* The argument that is an instance of the module's; -1 if there is none. */
static int
instance_parameter(const struct conversion *c, const struct function *function)
{
    for (size_t i = 0; i < function->n_parameters; i++) {
        const struct variable *parameter = function->parameters[i];
        const struct type *type = parameter->type;
        if (is_own_instance(c, type)) {
            return (int)i;
        }
        bool is_open = type != NULL && type->kind == TYPE_POINTER
                       && type->target != NULL
                       && (type->target->kind == TYPE_VOID
                           || strcmp(type->canonical, "struct _object *") == 0);
        if (is_open && function->body != NULL
            && becomes_instance(c, function, parameter)) {
            return (int)i;
        }
    }
    return -1;
}

void
plan_objects(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        struct function_plan *plan = plan_of_function(c, function);
        if (!plan->belongs || !plan->has_context || plan->access != ACCESS_UNREACHABLE
            || plan->is_static || function->body == NULL)
        {
            continue;
        }
        int parameter = instance_parameter(c, function);
        if (parameter >= 0 && !runs_in_teardown(c, function)) {
            change_access(c, function, ACCESS_OBJECT);
            plan->object_parameter = parameter;
        }
    }
}
