/* global-process-call: the table is model/process_wide.inc. */
#include <string.h>

#include "checks/check.h"
#include "extension/expression.h"
#include "extension/lock.h"
#include "model/process_wide.h"

static const struct process_wide *
find_entry(const char *name)
{
    for (const struct process_wide *entry = process_wide_table; entry->name; entry++) {
        if (strcmp(entry->name, name) == 0) {
            return entry;
        }
    }
    return NULL;
}

/* `setlocale(category, NULL)` and `sigaction(signal, NULL, &old)` only ask. */
static bool
only_asks(const struct node *call)
{
    const struct node *given = NULL;
    if (CALL_IS(call, "setlocale", "sigaction")) {
        given = node_bare(call_argument(call, 1));
    }
    return given != NULL && given->has_value && given->value == 0;
}

/* What NODE, a call or the name of a variable, does to the process; or NULL. */
static const struct process_wide *
entry_of(const struct node *node)
{
    if (node->kind == NODE_CALL && node->function != NULL
        && !node->function->in_project)
    {
        return find_entry(node->function->name);
    }
    if (node->kind == NODE_NAME && node->variable != NULL && !node->variable->in_project
        && variable_is_static(node->variable))
    {
        return find_entry(node->variable->name);
    }
    return NULL;
}

/* Does a module that holds FUNCTION declare a GIL for each interpreter, and can NODE run in
 * two of them at a time? */
static bool
may_race(const struct check *check, const struct function *function,
         const struct node *node)
{
    if (function_runs_only_at_import(check->extension, function) || node_is_locked(node)) {
        return false;
    }
    for (size_t i = 0; i < check->extension->n_modules; i++) {
        const struct module *module = &check->extension->modules[i];
        if (module->claim == CLAIM_OWN_GIL && function->file != NULL
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
            if (entry != NULL && !only_asks(node)) {
                struct finding *finding = check_add_node(
                    check, "global-process-call", node, function->name,
                    "%s %s, which affects all module objects and interpreters; use a "
                    "function that works on its own data, or suppress this with a "
                    "reason",
                    entry->name, entry->words);
                if (entry->is_unsafe && may_race(check, function, node)) {
                    finding->level = LEVEL_WARNING;
                }
            }
        }
    }
}
