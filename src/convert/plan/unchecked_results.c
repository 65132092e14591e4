/* Calls of initialisation whose failure the author's code ignores: the import goes on with an
 * exception set.  That stays as it was; one note tells of it. */
#include "convert/plan/unchecked_results.h"

#include "convert/arena_text.h"
#include "convert/findings.h"
#include "convert/plan/functions.h"
#include "convert/plan/stored_references.h"
#include "convert/plan/variables.h"
#include "extension/calls.h"
#include "extension/expression.h"
#include "extension/references.h"

/* Does CALL add something to a module, a dict or an object, and answer -1 on failure? */
static bool
adds_object(const struct node *call)
{
    return CALL_IS(call, "PyModule_AddObject", "PyModule_AddObjectRef", "PyModule_Add",
                   "PyModule_AddIntConstant", "PyModule_AddStringConstant",
                   "PyModule_AddType", "PyModule_AddFunctions", "PyDict_SetItem",
                   "PyDict_SetItemString", "PyObject_SetAttr", "PyObject_SetAttrString");
}

/* Is the new object that CALL gives stored in a variable that moves, and never asked for
 * NULL? */
static bool
is_stored_unasked(const struct conversion *c, const struct node *call)
{
    const struct node *outer = node_outer(call), *assign = outer->parent;
    if (assign == NULL || assign->kind != NODE_ASSIGN || assign->first == outer
        || !is_whole_statement(assign) || call->function == NULL
        || call->function->in_project || !string_starts(call_name(call), "Py")
        || reference_given_by(call_name(call)) != REFERENCE_NEW)
    {
        return false;
    }
    const struct node *target = node_bare(assign->first);
    const struct variable_plan *plan =
        target->kind == NODE_NAME ? moving(c, target->variable) : NULL;
    return plan != NULL && plan->kind == FIELD_OBJECT && !variable_is_asked(plan->variable);
}

static bool
asks_for_exception(const struct function *function)
{
    for (size_t i = 0; i < function->n_calls; i++) {
        if (CALL_IS(function->calls[i], "PyErr_Occurred")) {
            return true;
        }
    }
    return false;
}

void
note_unchecked_results(struct conversion *c)
{
    const struct node *first = NULL;
    size_t n = 0;
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct function_plan *plan = plan_of_function(c, function);
        if (!plan->belongs || !plan->is_init || asks_for_exception(function)) {
            continue;
        }
        for (size_t k = 0; k < function->n_calls; k++) {
            const struct node *call = function->calls[k];
            if ((adds_object(call) && is_whole_statement(node_outer(call)))
                || is_stored_unasked(c, call))
            {
                first = first == NULL ? call : first;
                n++;
            }
        }
    }
    if (first != NULL) {
        note(c, "init-result-unchecked", first->file, first->begin, call_name(first),
             "inherited: the result of %s is not checked here%s; if it fails, the import "
             "goes on with an exception set, and ends with SystemError or a crash: return -1",
             call_name(first),
             n > 1 ? TEXT(c, " (nor at %zu more place%s of initialisation)", n - 1,
                          n > 2 ? "s" : "")
                   : "");
    }
}
