#include "convert/plan/exit_registrations.h"

#include "convert/arena_text.h"
#include "convert/findings.h"
#include "convert/plan/functions.h"
#include "convert/plan/stages.h"
#include "extension/expression.h"

/* Does CALL register a function for the end of the process? */
static bool
registers_for_exit(const struct node *call)
{
    return (call->function == NULL || !call->function->in_project)
           && CALL_IS(call, "Py_AtExit", "atexit", "at_quick_exit", "on_exit");
}

bool
is_registered_for_exit(const struct function *function)
{
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct node *parent = node_outer_reference(function->uses[i])->parent;
        if (parent != NULL && parent->kind == NODE_CALL && registers_for_exit(parent)) {
            return true;
        }
    }
    return false;
}

static void
report_calls(struct conversion *c, const struct function *function)
{
    for (size_t i = 0; i < function->n_calls; i++) {
        const struct node *call = function->calls[i];
        const char *name = call_name(call);
        if (call->function == NULL || !registers_for_exit(call)) {
            continue;
        }
        const struct node *given = node_referent(call_argument(call, 0));
        const char *registered = given != NULL && given->function != NULL
                                     ? TEXT(c, "'%s'", given->function->name)
                                     : "what it registers";
        struct finding *finding = report(
            c, "global-process-call", call->file, call->begin, name,
            "%s was called once in a process and is called for each module object now, so %s "
            "runs as often when the process ends; call it through call_once or pthread_once",
            name, registered);
        finding->level = LEVEL_ERROR;
    }
}

void
report_exit_registrations(struct conversion *c)
{
    if (c->module->is_multi_phase || c->stages->is_once) {
        return;
    }
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct function_plan *plan = plan_of_function(c, function);
        if (plan->belongs && plan->is_init && function->body != NULL) {
            report_calls(c, function);
        }
    }
}
