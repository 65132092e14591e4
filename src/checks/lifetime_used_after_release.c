/* lifetime-used-after-release: an object is handed on after the function dropped the only
 * reference it had. */
#include <string.h>

#include "base/strbuf.h"
#include "checks/check.h"
#include "extension/calls.h"
#include "extension/expression.h"
#include "extension/ownership.h"

/* Does the function NAME, of the C API, give objects of any type? */
static bool
gives_any_type(const char *name)
{
    static const char *const begins[] = {"PyObject_", "PyIter_", "PySequence_", "PyMapping_",
                                         "PyNumber_"};
    for (size_t i = 0; i < ARRAY_LENGTH(begins); i++) {
        if (string_starts(name, begins[i])) {
            return true;
        }
    }
    return false;
}

/* Is AT in a branch that asks whether LOCAL is of some type, where ORIGIN gives objects of one
 * type only?  The branch is never taken then. */
static bool
is_dead_branch(const struct node *at, const struct variable *local, const struct node *origin)
{
    if (local == NULL || origin->function == NULL || origin->function->in_project
        || gives_any_type(call_name(origin)))
    {
        return false;
    }
    for (const struct node *child = at, *node = at->parent; node != NULL;
         child = node, node = node->parent)
    {
        if (node->kind != NODE_IF || node->first == child) {
            continue;
        }
        for (const struct node *name = node->first; name != NULL;
             name = node_after(name, node->first))
        {
            if (name->kind == NODE_NAME && name->variable == local
                && call_around(name, NULL) != NULL)
            {
                return true;
            }
        }
    }
    return false;
}

/* Does CALL look up what something else goes on to hold? */
static bool
may_be_held(const struct node *call)
{
    const char *name = call_name(call);
    return strstr(name, "Get") != NULL || strstr(name, "Import") != NULL
           || strstr(name, "get") != NULL;
}

void
check_lifetime_used_after_release(struct check *check)
{
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        const struct ownership *ownership =
            function_faults(check->extension, function);
        for (size_t k = 0; ownership != NULL && k < ownership->n_faults; k++) {
            const struct ownership_fault *fault = &ownership->faults[k];
            if (fault->kind != FAULT_USED) {
                continue;
            }
            const struct variable *local =
                fault->origin != NULL ? call_local(fault->origin) : NULL;
            if (may_be_held(fault->origin)
                || is_dead_branch(fault->node, local, fault->origin))
            {
                continue;
            }
            const char *name = call_name(fault->origin);
            check_add_node(check, "lifetime-used-after-release", fault->node, function->name,
                           "%s is given %s%s%s, whose only reference was released before "
                           "(line %u), so that it may be freed; release it afterwards",
                           call_name(fault->node),
                           local != NULL ? "'" : "the result of ",
                           local != NULL            ? local->name
                           : name[0] != '\0' ? name : "tp_alloc",
                           local != NULL ? "'" : "",
                           fault->last != NULL
                               ? source_line(fault->last->file, fault->last->begin)
                               : 0);
        }
    }
}
