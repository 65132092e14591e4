/* Functions that are called by code that knows nothing of the module, as through a capsule's
 * table: on request they find it in the dictionary of the interpreter, which keeps its only
 * module object until it ends. */
#include "convert/plan/interpreter_state.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/thread_states.h"
#include "convert/findings.h"
#include "convert/plan/call_contexts.h"
#include "convert/plan/existing_state.h"
#include "convert/plan/exit_registrations.h"
#include "convert/plan/functions.h"
#include "convert/plan/lone_module.h"
#include "convert/plan/module_slots.h"
#include "convert/plan/opt_out.h"
#include "convert/plan/stages.h"
#include "convert/plan/teardown.h"
#include "convert/plan/variable_selection.h"
#include "extension/expression.h"
#include "model/thread_effect.h"

/* Does the function NAME work for an attached thread state only? */
static bool
needs_thread_state(const char *name)
{
    static const char *const free_of_it[] = {"PyMem_Raw", "PyThread_", "PyMutex_", "_PyMutex_",
                                             "Py_AtExit", "Py_AddPendingCall", "Py_IsInit"};
    for (size_t i = 0; i < ARRAY_LENGTH(free_of_it); i++) {
        if (string_starts(name, free_of_it[i])) {
            return false;
        }
    }
    return (string_starts(name, "Py") || string_starts(name, "_Py"))
           && thread_state_effect_of(name) == THREAD_STATE_KEPT;
}

/* Is FUNCTION seen to run with an attached thread state: it is given an object, returns one, or
 * calls CPython as it comes?  The look-up needs one. */
static bool
is_attached(const struct function *function)
{
    if (attaches_first(function)) {
        return false;
    }
    const struct type *result = function->type != NULL ? function->type->target : NULL;
    if (result != NULL && type_is_object_pointer(result)) {
        return true;
    }
    for (size_t i = 0; i < function->n_parameters; i++) {
        if (type_is_object_pointer(function->parameters[i]->type)) {
            return true;
        }
    }
    for (size_t i = 0; i < function->n_calls; i++) {
        const struct function *callee = function->calls[i]->function;
        if (needs_thread_state(call_name(function->calls[i]))
            && (callee == NULL || !callee->in_project))
        {
            return true;
        }
    }
    return false;
}

bool
can_ask_interpreter(const struct conversion *c, const struct function *function)
{
    const struct function_plan *plan = plan_of_function(c, function);
    /* An opt-out that stays calls the exec function that it calls. */
    bool keeps_opt_out = c->stages->is_once && c->opt_out->exec != NULL;
    return plan->needs_state && plan->belongs && !plan->has_own_state && !plan->is_static
           && plan->access == ACCESS_UNREACHABLE && !may_lack_state(c, function)
           && !finds_state_at_end(c, function) && function->loader_attribute == NULL
           && function->body != NULL && function->made_by == NULL && is_attached(function)
           && !is_registered_for_exit(function) && !keeps_opt_out && can_replace_exec(c);
}

static void
note_first(struct conversion *c, const struct function *first, size_t n)
{
    const struct declaration *place = function_definition(first);
    note(c, "access-not-converted", place->file, place->name, first->name,
         "'%s'%s finds the module state through the dictionary of the interpreter, which "
         "therefore loads the module once and keeps it until it ends; in an interpreter that has "
         "not imported it, functions that return an object raise ImportError, and others end the "
         "process",
         first->name, n > 1 ? TEXT(c, ", as %zu more,", n - 1) : "");
}

void
plan_interpreter_state(struct conversion *c)
{
    const struct function *first = NULL;
    size_t n = 0;
    for (size_t i = 0; c->options->state_per_interpreter && i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        if (can_ask_interpreter(c, function)) {
            change_access(c, function, ACCESS_INTERPRETER);
            first = n == 0 ? function : first;
            n++;
        }
    }
    if (n > 0) {
        use_lone_module(c);
        note_first(c, first, n);
    }
}

bool
fails_without_module(const struct function *function)
{
    const struct type *result = function->type != NULL ? function->type->target : NULL;
    return result != NULL && type_is_object_pointer(result);
}
