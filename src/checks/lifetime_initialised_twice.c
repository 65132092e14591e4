/* lifetime-initialised-twice: PyObject_New takes the reference to a heap type that the instance
 * gives back in the end; PyObject_Init takes another, which nobody does. */
#include "checks/check.h"
#include "extension/expression.h"
#include "extension/object_init.h"

/* Is TYPE kept by a pointer, as heap types are?  What a function is given may be a static type. */
static bool
is_kept_type(const struct node *type)
{
    const struct node *value = node_resolved(type);
    return value != NULL && value->type != NULL && value->type->kind == TYPE_POINTER
           && type_is_record(value->type->target, "PyTypeObject")
           && (value->kind == NODE_MEMBER
               || (value->kind == NODE_NAME && value->variable != NULL
                   && !value->variable->is_parameter));
}

void
check_lifetime_initialised_twice(struct check *check)
{
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        for (size_t k = 0; k < function->n_calls; k++) {
            const struct node *call = function->calls[k];
            const struct node *made = initialised_before(call);
            if (made == NULL || !is_kept_type(call_argument(call, 1))) {
                continue;
            }
            check_add_node(check, "lifetime-initialised-twice", call, function->name,
                           "%s initialises what was made on line %u once more, and takes a "
                           "second reference to the heap type; leave the call out",
                           call_name(call), source_line(made->file, made->begin));
        }
    }
}
