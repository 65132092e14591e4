/* global-process-call: the table is model/process_wide.inc. */
#include "checks/check.h"
#include "extension/foreign_code.h"
#include "extension/lock.h"
#include "model/process_wide.h"

/* What NODE, a call or the name of a variable, does to the process; or NULL. */
static const struct process_wide *
entry_of(const struct node *node)
{
    if (node->kind == NODE_CALL && node->function != NULL
        && !node->function->in_project)
    {
        return process_wide_find(node->function->name);
    }
    if (node->kind == NODE_NAME && node->variable != NULL && !node->variable->in_project
        && variable_is_static(node->variable))
    {
        return process_wide_find(node->variable->name);
    }
    return NULL;
}

/* Does a module that holds FUNCTION declare a GIL for each interpreter, or that it needs
 * none, and can NODE run in two threads at a time? */
static bool
may_race(const struct check *check, const struct function *function,
         const struct node *node)
{
    if (function_runs_only_at_import(check->extension, function) || node_is_locked(node)) {
        return false;
    }
    for (size_t i = 0; i < check->extension->n_modules; i++) {
        const struct module *module = &check->extension->modules[i];
        bool is_parallel = module->claim == CLAIM_OWN_GIL || module->gil_claim != NULL
                           || check->versions.without_gil;
        if (is_parallel && function->file != NULL
            && module_holds_file(check->extension, module, function->file))
        {
            return true;
        }
    }
    return false;
}

void
check_global_process_call(struct check *check)
{
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        if (function_is_dead(check->extension, function)) {
            continue;
        }
        for (const struct node *node = function->body; node;
             node = node_after(node, function->body))
        {
            const struct process_wide *entry = entry_of(node);
            if (entry != NULL && !call_only_asks(node)) {
                struct finding *finding = check_add_node(
                    check, "global-process-call", node, function->name,
                    "%s %s, which affects all module objects and interpreters; use %s, "
                    "or suppress this with a reason",
                    entry->name, entry->words,
                    entry->instead != NULL ? entry->instead
                                           : "a function that works on its own data");
                if (entry->is_unsafe && may_race(check, function, node)) {
                    finding->level = LEVEL_WARNING;
                }
            }
        }
    }
}
