/* lifetime-hook-unsafe: the hooks of a module also run when its exec function failed
 * half-way, and when m_clear ran before. */
#include <string.h>

#include "base/macros.h"
#include "checks/check.h"
#include "extension/calls.h"
#include "extension/expression.h"
#include "extension/heap_type.h"
#include "extension/module_state.h"

/* Does CONDITION ask for nothing but whether there is a state at all: `state != NULL`,
 * where STATE is what the member is of?  There is one from the beginning of exec. */
static bool
asks_for_state_only(const struct node *condition, const struct node *state)
{
    const struct node *bare = node_bare(condition);
    if (bare != NULL && bare->kind == NODE_BINARY
        && (bare->op == OP_EQUAL || bare->op == OP_NOT_EQUAL))
    {
        bool is_left_null = node_is_null(bare->first);
        if (!is_left_null && !node_is_null(bare->first->next)) {
            return false;
        }
        bare = node_bare(is_left_null ? bare->first->next : bare->first);
    }
    if (bare != NULL && bare->kind == NODE_ASSIGN) {
        bare = node_bare(bare->first);
    }
    return bare != NULL && nodes_are_alike(bare, state);
}

/* Is NODE, which is about a member of STATE, below a condition that may be about the
 * member? */
static bool
is_conditional(const struct node *node, const struct node *state)
{
    const struct node *child = node;
    for (const struct node *parent = node->parent; parent != NULL;
         child = parent, parent = parent->parent)
    {
        bool is_branch = parent->kind == NODE_IF || parent->kind == NODE_CONDITIONAL
                         || (parent->kind == NODE_BINARY
                             && (parent->op == OP_AND || parent->op == OP_OR));
        if (is_branch && parent->first != child
            && !asks_for_state_only(parent->first, state))
        {
            return true;
        }
    }
    return false;
}

/* Does CALL, which releases a reference, take NULL? */
static bool
releases_or_null(const struct node *call)
{
    static const char *const names[] = {"Py_XDECREF", "_Py_XDECREF", "Py_DecRef"};
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        if (strcmp(call_name(call), names[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* The member that NODE, in FUNCTION, may not find empty; or NULL. */
static const struct node *
trusted_member(const struct function *function, const struct node *node)
{
    const struct node *member = NULL;
    if (node->kind != NODE_CALL) {
        return NULL;
    }
    if (!releases_or_null(node)) {
        member = released_reference(node);
    }
    if (member == NULL) {
        member = visited_reference(function, node);
    }
    return member != NULL && member->kind == NODE_MEMBER
                   && !is_conditional(node, member->first)
               ? member
               : NULL;
}

/* Is MEMBER a field of the struct RECORD? */
static bool
is_field_of(const struct node *member, const struct record *record)
{
    const struct type *type = member_object_type(member);
    type = type != NULL && type->kind == TYPE_POINTER ? type->target : type;
    return type != NULL && type->record == record;
}

/* What HOOK does, and what it has done by functions of the project, DEPTH levels down. */
static void
check_hook(struct check *check, const struct record *state, const struct function *hook,
           int depth)
{
    const struct node *root = hook != NULL ? hook->body : NULL;
    for (const struct node *node = root; node != NULL; node = node_after(node, root)) {
        if (node->kind == NODE_CALL && depth > 0 && node->function != hook) {
            check_hook(check, state, node->function, depth - 1);
        }
        const struct node *member = trusted_member(hook, node);
        if (member != NULL && is_field_of(member, state)) {
            check_add_node(check, "lifetime-hook-unsafe", node, hook->name,
                           "'%s' may be NULL here: the import may have failed before "
                           "it was set, or it may have been cleared; use Py_CLEAR in "
                           "m_clear and m_free, and Py_VISIT in m_traverse",
                           member->text);
        }
    }
}

/* --- released twice ------------------------------------------------------ */

/* Does FUNCTION give a member called FIELD a value? */
static bool
sets_member(const struct function *function, const char *field)
{
    for (const struct node *node = function->body; node != NULL;
         node = node_after(node, function->body))
    {
        const struct node *place =
            node->kind == NODE_ASSIGN ? node_bare(node->first) : NULL;
        if (place != NULL && place->kind == NODE_MEMBER
            && strcmp(place->text, field) == 0)
        {
            return true;
        }
    }
    return false;
}

static bool
releases_field(const struct node *call, void *data)
{
    const struct node *released = released_reference(call);
    return released != NULL && released->kind == NODE_MEMBER
           && strcmp(released->text, data) == 0;
}

/* The collector may call m_clear again, m_free runs behind it, and functions of the module may
 * run in between: does it leave a pointer to what it released? */
static void
check_clear(struct check *check, const struct module *module)
{
    const struct function *clear = module->clear;
    for (size_t i = 0; clear != NULL && i < clear->n_calls; i++) {
        const struct node *call = clear->calls[i];
        const struct node *released = released_reference(call), *last = NULL;
        for (const struct node *at = call->first->next; at != NULL; at = at->next) {
            last = node_bare(at);
        }
        /* What Py_CLEAR releases is behind a local. */
        if (released == NULL || released != last || released->kind != NODE_MEMBER
            || !is_field_of(released, module->state) || sets_member(clear, released->text)
            || !releases_or_null(call))
        {
            continue;
        }
        bool is_released_again =
            module->free != NULL
            && function_visit_calls(module->free, HOOK_DEPTH, releases_field,
                                    (void *)(uintptr_t)released->text);
        check_add_node(check, "lifetime-hook-unsafe", call, clear->name,
                       "'%s' is released, but keeps its value, and %s%s; use Py_CLEAR",
                       released->text,
                       is_released_again ? module->free->name
                                         : "the garbage collector may call m_clear",
                       is_released_again ? " releases it again" : " again");
    }
}

void
check_lifetime_hook_unsafe(struct check *check)
{
    for (size_t i = 0; i < check->extension->n_modules; i++) {
        const struct module *module = &check->extension->modules[i];
        const struct record *state = module->state;
        if (state != NULL) {
            check_hook(check, state, module->traverse, HOOK_DEPTH - 1);
            check_hook(check, state, module->clear, HOOK_DEPTH - 1);
            check_hook(check, state, module->free, HOOK_DEPTH - 1);
            check_clear(check, module);
        }
    }
}
