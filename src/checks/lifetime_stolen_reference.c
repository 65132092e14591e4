/* lifetime-stolen-reference: PyModule_AddObject takes the reference it is given. */
#include "checks/check.h"
#include "extension/expression.h"

/* Is MEMBER one of a struct that is a local of its function? */
static bool
is_of_local_struct(const struct node *member)
{
    const struct node *object = member;
    while (object != NULL && object->kind == NODE_MEMBER && object->op == '.') {
        object = node_resolved(object->first);
    }
    if (object != NULL && object->kind == NODE_MEMBER) {
        /* `p->x` after `p = &local` */
        object = node_resolved(object->first);
        object = object != NULL && object->kind == NODE_UNARY && object->op == OP_ADDRESS
                     ? node_bare(object->first)
                     : NULL;
    }
    return object != NULL && object->kind == NODE_NAME && object->variable != NULL
           && object->variable->storage == STORAGE_AUTOMATIC
           && object->variable->type->kind == TYPE_RECORD;
}

/* Is OBJECT a member of a struct, or a static: kept beyond the call? */
static bool
is_kept(const struct node *object)
{
    return (object->kind == NODE_MEMBER && !is_of_local_struct(object))
           || (object->kind == NODE_NAME && object->variable != NULL
               && variable_is_static(object->variable) && object->variable->in_project);
}

/* The place that the local OBJECT is also put into, in FUNCTION; or NULL. */
static const struct node *
kept_copy(const struct function *function, const struct node *object)
{
    if (object->kind != NODE_NAME || object->variable == NULL
        || variable_is_static(object->variable))
    {
        return NULL;
    }
    for (const struct node *node = function->body; node;
         node = node_after(node, function->body))
    {
        if (node->kind == NODE_ASSIGN && node->op == '='
            && node_variable(node->first->next) == object->variable
            && is_kept(node_bare(node->first)))
        {
            return node_bare(node->first);
        }
    }
    return NULL;
}

/* Is PLACE given a local of FUNCTION of which a reference is taken: the same object
 * under another name? */
static bool
takes_reference_of_value(const struct function *function, const struct node *place)
{
    const struct node *root = function->body;
    for (const struct node *node = root; node; node = node_after(node, root)) {
        if (node->kind == NODE_ASSIGN && node->op == '='
            && nodes_are_alike(node->first, place)
            && function_takes_reference(function, node->first->next))
        {
            return true;
        }
    }
    return false;
}

/* The place that keeps the object that CALL gives away; NULL: there is none, or a
 * reference was taken for it. */
static const struct node *
robbed_place(const struct function *function, const struct node *call)
{
    const struct node *argument = node_bare(call_argument(call, 2));
    const struct node *object = argument != NULL ? node_resolved(argument) : NULL;
    if (object == NULL || object->kind == NODE_CALL) {
        return NULL;
    }
    const struct node *place = is_kept(object) ? object : kept_copy(function, object);
    if (place == NULL || function_takes_reference(function, object)
        || function_takes_reference(function, place)
        || function_takes_reference(function, argument)
        || takes_reference_of_value(function, place))
    {
        return NULL;
    }
    return place;
}

static const char *
name_of(const struct node *place)
{
    return place->kind == NODE_MEMBER ? place->text : place->variable->name;
}

void
check_lifetime_stolen_reference(struct check *check, const struct function *function,
                                const struct node *call)
{
    const struct node *place = CALL_IS(call, "PyModule_AddObject", "PyModule_Add")
                                   ? robbed_place(function, call)
                                   : NULL;
    if (place != NULL) {
        check_add_node(check, "lifetime-stolen-reference", call, name_of(place),
                       "%s steals the only strong reference, so '%s' becomes a "
                       "borrowed reference that Python code can invalidate by changing "
                       "the module's __dict__; use PyModule_AddObjectRef, or Py_NewRef",
                       call_name(call), name_of(place));
    }
}
