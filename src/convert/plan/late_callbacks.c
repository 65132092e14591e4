/* Callbacks that a library makes while an instance is deallocated: `lib_close(self->handle)`
 * in tp_dealloc may call what was registered for the handle.  The type of the instance may
 * have lost its module by then, so that the instance must hold it. */
#include "convert/plan/late_callbacks.h"

#include <string.h>

#include "convert/facts/nodes.h"
#include "convert/findings.h"
#include "convert/plan/functions.h"
#include "convert/plan/module_holders.h"
#include "convert/plan/slot_calls.h"
#include "extension/foreign_code.h"

/* The struct of the instance by which FUNCTION finds the state; NULL: it does not so. */
static const struct record *
received_record(const struct conversion *c, const struct function *function)
{
    const struct function_plan *plan = plan_of_function(c, function);
    return plan->access == ACCESS_OBJECT && plan->object_type != NULL
               ? plan->object_type->target->record
               : NULL;
}

/* Does CALL run code that may call back: that of a library, or what a pointer leads to? */
static bool
may_call_back(const struct conversion *c, const struct node *call)
{
    static const char *const slots[] = {"tp_free", "tp_alloc", "tp_dealloc", "tp_clear"};
    if (call->function != NULL) {
        return function_is_of_foreign_library(call->function);
    }
    const struct node *callee = node_bare(call->first);
    for (size_t i = 0; callee != NULL && i < ARRAY_LENGTH(slots); i++) {
        if (callee->kind == NODE_MEMBER && strcmp(callee->text, slots[i]) == 0) {
            return false;
        }
    }
    return callee != NULL && !is_visit_parameter(callee)
           && slot_call_at(c, callee).type == NULL;
}

/* Does FUNCTION, or what it calls, do so? */
static bool
calls_back(const struct conversion *c, const struct function *function, unsigned depth)
{
    enum { MAX_CALLS = 4 };
    const struct node *body = function->body;
    for (const struct node *n = body; n != NULL && depth < MAX_CALLS;
         n = node_after(n, body))
    {
        if (n->kind != NODE_CALL) {
            continue;
        }
        if (may_call_back(c, n)
            || (n->function != NULL && n->function->in_project && n->function != function
                && calls_back(c, n->function, depth + 1)))
        {
            return true;
        }
    }
    return false;
}

/* The next slot behind LAST (NULL: the first) that takes an instance of RECORD apart and may
 * call back; NULL: there is no other. */
static const struct function *
next_late_slot(const struct conversion *c, const struct record *record,
               const struct function *last)
{
    bool is_behind = last == NULL;
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *slot = c->source->functions[i];
        if (is_behind && plan_of_function(c, slot)->access == ACCESS_TEARDOWN
            && slot_takes_apart(c, slot, record) && calls_back(c, slot, 0))
        {
            return slot;
        }
        is_behind |= slot == last;
    }
    return NULL;
}

void
hold_module_for_callbacks(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *callback = c->source->functions[i];
        const struct function_plan *plan = plan_of_function(c, callback);
        const struct record *record = received_record(c, callback);
        if (record == NULL || !plan->needs_state || !plan->belongs) {
            continue;
        }
        const struct function *late = NULL;
        for (const struct function *slot = NULL;
             (slot = next_late_slot(c, record, slot)) != NULL; late = slot)
        {
            hold_module_for(c, slot);
        }
        const struct declaration *d = function_definition(callback);
        if (late != NULL && holder_of_record(c, record) == NULL) {
            note(c, "access-not-converted", d->file, d->name, callback->name,
                 "'%s' finds the module state by the type of an instance; if '%s' leads to "
                 "a call of it when the garbage collector takes the instance and the module "
                 "apart together, there is none: test this",
                 callback->name, late->name);
        }
    }
}

const struct module_holder *
callback_holder(const struct conversion *c, const struct function *function)
{
    const struct record *record = received_record(c, function);
    return record != NULL ? holder_of_record(c, record) : NULL;
}
