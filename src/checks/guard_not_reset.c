/* guard-not-reset: the flag has to be down again whenever no module object of the
 * process uses the state: after an import that failed, and when the object is freed. */
#include "checks/check.h"
#include "extension/expression.h"
#include "extension/flow.h"
#include "extension/opt_out.h"
#include "extension/module_state.h"

static const struct node *
find_giving(const struct function *function, const struct variable *flag, bool set)
{
    const struct node *root = function ? function->body : NULL;
    for (const struct node *node = root; node != NULL; node = node_after(node, root)) {
        if (node_gives_flag(node, flag, set)) {
            return node;
        }
    }
    return NULL;
}

/* Does FUNCTION, or what it calls, take FLAG down? */
static const struct node *
find_reset(const struct function *function, const struct variable *flag, int depth)
{
    const struct node *reset = find_giving(function, flag, false);
    const struct node *root = function ? function->body : NULL;
    for (const struct node *node = root; reset == NULL && depth > 0 && node != NULL;
         node = node_after(node, root))
    {
        if (node->kind == NODE_CALL && node->function != function) {
            reset = find_reset(node->function, flag, depth - 1);
        }
    }
    return reset;
}

static bool
is_inside(const struct node *node, const struct node *ancestor)
{
    while (node != NULL && node != ancestor) {
        node = node->parent;
    }
    return node != NULL;
}

/* A failure behind SETTING, with the flag left up; or NULL.  GUARD's own is none: there
 * the flag is another object's. */
static const struct node *
find_failure(const struct node *setting, const struct node *guard,
             const struct variable *flag)
{
    const struct node *root = setting->within->body;
    for (const struct node *node = root; node != NULL; node = node_after(node, root)) {
        const struct node *value =
            node->kind == NODE_RETURN ? node_bare(node->first) : NULL;
        if (value == NULL || !value->has_value || value->value >= 0
            || is_inside(node, guard) || !node_flows_to(setting, node))
        {
            continue;
        }
        bool is_reset = false;
        for (const struct node *at = root; at != NULL && at != node;
             at = node_after(at, root))
        {
            is_reset = is_reset
                       || ((node_gives_flag(at, flag, false)
                            || (at->kind == NODE_CALL && at->function != setting->within
                                && find_reset(at->function, flag, HOOK_DEPTH) != NULL))
                           && node_flows_to(setting, at) && node_flows_to(at, node));
        }
        if (!is_reset) {
            return node;
        }
    }
    return NULL;
}

static void
check_module(struct check *check, const struct module *module,
             const struct variable *flag)
{
    const struct node *setting = find_giving(module->guard->within, flag, true);
    const struct node *in_free = find_reset(module->free, flag, HOOK_DEPTH);
    const struct node *in_clear = find_reset(module->clear, flag, HOOK_DEPTH);
    const struct node *failure = setting != NULL && in_free == NULL
                                     ? find_failure(setting, module->guard, flag)
                                     : NULL;
    if (failure != NULL) {
        check_add_node(check, "guard-not-reset", failure, flag->name,
                       "the import fails here and leaves '%s' set, so the module can "
                       "never be imported again; set it last, or reset it on failure",
                       flag->name);
    }
    if (in_free != NULL && node_is_unconditional(in_free)) {
        check_add_node(check, "guard-not-reset", in_free, flag->name,
                       "freeing the module object of a refused second import resets "
                       "'%s' while the first module object is in use; reset it only if "
                       "this module object set it",
                       flag->name);
    }
    else if (in_free == NULL && failure == NULL) {
        struct finding *finding = check_add_node(
            check, "guard-not-reset", module->guard, flag->name,
            in_clear != NULL
                ? "'%s' is reset in m_clear, which is not always called; reset it in "
                  "m_free of the module object that set it"
                : "'%s' is not reset when the module is freed, so the module cannot be "
                  "imported again after Py_Finalize; reset it in m_free of the module "
                  "object that set it, if the process-wide state can be reinitialised",
            flag->name);
        finding->level = LEVEL_NOTE;
    }
}

void
check_guard_not_reset(struct check *check)
{
    for (size_t i = 0; i < check->extension->n_modules; i++) {
        const struct module *module = &check->extension->modules[i];
        const struct variable *flag = guard_flag(module);
        if (flag != NULL) {
            check_module(check, module, flag);
        }
    }
}
