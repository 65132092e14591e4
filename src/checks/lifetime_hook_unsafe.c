/* lifetime-hook-unsafe: the hooks of a module also run when its exec function failed
 * half-way, and when m_clear ran before. */
#include <string.h>

#include "checks/check.h"
#include "checks/expression.h"
#include "checks/module_state.h"

/* Is NODE below a condition? */
static bool
is_conditional(const struct node *node)
{
    const struct node *child = node;
    for (const struct node *parent = node->parent; parent != NULL;
         child = parent, parent = parent->parent)
    {
        if ((parent->kind == NODE_IF || parent->kind == NODE_CONDITIONAL)
            && parent->first != child)
        {
            return true;
        }
        if (parent->kind == NODE_BINARY && (parent->op == OP_AND || parent->op == OP_OR)
            && parent->first != child)
        {
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
    if (node->kind != NODE_CALL || is_conditional(node)) {
        return NULL;
    }
    if (strstr(call_name(node), "XDEC") == NULL
        && strstr(call_name(node), "XDec") == NULL
        && strcmp(call_name(node), "Py_DecRef") != 0)
    {
        member = released_reference(node);
    }
    if (member == NULL) {
        member = visited_reference(function, node);
    }
    return member != NULL && member->kind == NODE_MEMBER ? member : NULL;
}

static bool
has_field(const struct record *record, const char *name)
{
    for (size_t i = 0; i < record->n_fields; i++) {
        if (strcmp(record->fields[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

static void
check_hook(struct check *check, const struct record *state, const struct function *hook)
{
    const struct node *root = hook != NULL ? hook->body : NULL;
    for (const struct node *node = root; node != NULL; node = node_after(node, root)) {
        const struct node *member = trusted_member(hook, node);
        if (member != NULL && has_field(state, member->text)) {
            check_add_node(
                check, "lifetime-hook-unsafe", node, hook->name,
                "'%s' is NULL here when the import failed before it was set, "
                "or when it was cleared already; use Py_CLEAR in m_clear and "
                "m_free, Py_VISIT in m_traverse",
                member->text);
        }
    }
}

void
check_lifetime_hook_unsafe(struct check *check)
{
    for (size_t i = 0; i < check->extension->n_modules; i++) {
        const struct module *module = &check->extension->modules[i];
        const struct record *state = module->state;
        if (state != NULL) {
            check_hook(check, state, module->traverse);
            check_hook(check, state, module->clear);
            check_hook(check, state, module->free);
        }
    }
}
