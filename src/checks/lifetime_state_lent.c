/* lifetime-state-lent: the memory of the module state is freed with the module.  Who is given an
 * address in it, and does not keep the module, has it for longer: a memoryview, or the
 * environment of the process. */
#include <string.h>

#include "checks/check.h"
#include "extension/address_use.h"
#include "extension/expression.h"
#include "extension/module_state.h"

/* Does an m_free name the member FIELD? */
static bool
release_names(const struct check *check, const char *field)
{
    const struct extension *extension = check->extension;
    for (size_t i = 0; i < extension->n_modules; i++) {
        const struct initializer *item =
            extension->modules[i].variable != NULL
                ? variable_initializer(extension->modules[i].variable, "m_free")
                : NULL;
        const struct node *hook = item != NULL ? node_referent(item->value) : NULL;
        if (hook != NULL && function_names_field(extension, hook->function, field, HOOK_DEPTH)) {
            return true;
        }
    }
    return false;
}

/* Is NODE an address in the state, or one of memory that goes with it? */
static bool
is_of_state(const struct check *check, const struct node *node)
{
    if (node->kind != NODE_MEMBER || node->op != '>' || node->type == NULL
        || !type_points_to_state(check->extension, member_object_type(node)))
    {
        return false;
    }
    return node->is_address_taken || node->type->kind == TYPE_ARRAY
           || (node->type->kind == TYPE_POINTER && !type_is_object_pointer(node->type)
               && release_names(check, node->text));
}

/* Is the object that CALL makes returned, at once or by a local?  One that is released where it
 * was made is known to those that are given it meanwhile. */
static bool
is_returned(const struct node *call)
{
    const struct node *value = node_outer(call), *parent = value->parent;
    while (parent != NULL && parent->kind == NODE_CONDITIONAL) {
        value = node_outer(parent);
        parent = value->parent;
    }
    if (parent == NULL || parent->kind == NODE_RETURN) {
        return parent != NULL;
    }
    const struct variable *local =
        parent->kind == NODE_VARIABLE                                ? parent->variable
        : parent->kind == NODE_ASSIGN && parent->first != value      ? node_variable(parent->first)
                                                                     : NULL;
    for (size_t i = 0; local != NULL && i < local->n_uses; i++) {
        const struct node *outer = node_outer(local->uses[i])->parent;
        if (outer != NULL && outer->kind == NODE_RETURN) {
            return true;
        }
    }
    return false;
}

/* Does CALL keep an address for longer than the module is sure to live?  A thread may be
 * joined, a stream closed, and a capsule may keep the module. */
static bool
keeps_for_good(const struct node *call)
{
    if (CALL_IS(call, "PyMemoryView_FromMemory", "PyMemoryView_FromBuffer", "PyDescr_NewMethod",
                "PyDescr_NewClassMethod", "PyDescr_NewMember", "PyDescr_NewGetSet"))
    {
        return is_returned(call);
    }
    return CALL_IS(call, "PyBuffer_FillInfo", "PyImport_AppendInittab", "initstate", "openlog",
                   "putenv", "setstate");
}

static void
check_member(struct check *check, const struct node *node)
{
    const struct node *place = address_keeper(node);
    if (place != NULL && place->kind == NODE_CALL && keeps_for_good(place)) {
        check_add_node(check, "lifetime-state-lent", place, node->text,
                       "%s keeps the address of '%s' in the module state, which is freed with "
                       "the module; let an object that keeps the module have the memory, or "
                       "give a copy",
                       call_name(place), node->text);
    }
}

void
check_lifetime_state_lent(struct check *check)
{
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        const struct node *body =
            function_is_dead(check->extension, function) ? NULL : function->body;
        for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
            if (is_of_state(check, n)) {
                check_member(check, n);
            }
        }
    }
}
