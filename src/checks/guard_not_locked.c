/* guard-not-locked */
#include "checks/check.h"
#include "extension/flow.h"
#include "extension/opt_out.h"
#include "extension/lock.h"
#include "extension/static_data.h"
#include "model/lock.h"

/* Is the test of the flag one step with its setting? */
static bool
is_one_step(const struct module *module, const struct variable *flag)
{
    for (const struct node *node = module->guard->first; node != NULL;
         node = node_after(node, module->guard->first))
    {
        if (node_gives_flag(node, flag, true)) {
            return true;
        }
    }
    return type_is_lock(flag->type);
}

void
check_guard_not_locked(struct check *check)
{
    for (size_t i = 0; i < check->extension->n_modules; i++) {
        const struct module *module = &check->extension->modules[i];
        const struct variable *flag = guard_flag(module);
        if (flag == NULL || is_one_step(module, flag) || node_is_locked(module->guard))
        {
            continue;
        }
        bool is_parallel = module->claim == CLAIM_OWN_GIL;
        struct finding *finding = check_add_node(
            check, "guard-not-locked", module->guard, flag->name,
            "two concurrent imports may both find '%s' unset%s; hold a static PyMutex "
            "while it is tested and set, or use an atomic exchange",
            flag->name,
            is_parallel ? " (the module declares support for a per-interpreter GIL)"
                        : " in interpreters with their own GIL");
        if (!is_parallel) {
            finding->level = LEVEL_NOTE;
        }
    }
}
