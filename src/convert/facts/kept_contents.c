/* Objects that are kept because the C library has the address of what is in them. */
#include "convert/facts/kept_contents.h"

#include "convert/facts/nodes.h"
#include "extension/address_use.h"
#include "extension/expression.h"

/* The call that keeps what USE of an object gives by a function of Python: its characters. */
static const struct node *
contents_keeper(const struct node *use)
{
    const struct node *call = node_outer(use)->parent;
    bool gives_memory = call != NULL && call->kind == NODE_CALL && call->type != NULL
                        && call->type->kind == TYPE_POINTER
                        && !type_is_object_pointer(call->type)
                        && string_starts(call_name(call), "Py");
    return gives_memory ? address_keeper(call) : NULL;
}

/* The statement of the project's text that NODE is in. */
static const struct node *
statement_around(const struct node *node)
{
    while (node->parent != NULL
           && (node->parent->kind != NODE_BLOCK || node->parent->origin == ORIGIN_MACRO))
    {
        node = node->parent;
    }
    return node;
}

/* Is what LOCAL has put into VARIABLE, or into the container there? */
static bool
is_kept_by(const struct variable *local, const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        if (use->within == NULL || use->within != local->owner) {
            continue;
        }
        const struct node *statement = statement_around(use);
        for (size_t k = 0; k < local->n_uses; k++) {
            if (is_inside(local->uses[k], statement)) {
                return true;
            }
        }
    }
    return false;
}

static const struct node *
local_contents_keeper(const struct variable *local)
{
    const struct node *keeper = NULL;
    for (size_t i = 0; i < local->n_uses && keeper == NULL; i++) {
        keeper = contents_keeper(local->uses[i]);
    }
    return keeper;
}

const struct node *
keeper_of_contents(const struct conversion *c, const struct variable *variable)
{
    const struct node *keeper = local_contents_keeper(variable);
    for (size_t i = 0; i < c->source->n_variables && keeper == NULL; i++) {
        const struct variable *local = c->source->variables[i];
        if (local->storage == STORAGE_AUTOMATIC && local->owner != NULL
            && type_is_object_pointer(local->type))
        {
            const struct node *call = local_contents_keeper(local);
            keeper = call != NULL && is_kept_by(local, variable) ? call : NULL;
        }
    }
    return keeper;
}
