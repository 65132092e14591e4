/* Calls of initialisation whose failure the author's code ignores: the import goes on with an
 * exception set.  Where one line mends it, the failure ends the import; one note tells of the
 * others. */
#include "convert/plan/unchecked_results.h"

#include "convert/arena_text.h"
#include "convert/facts/nodes.h"
#include "convert/findings.h"
#include "convert/plan/functions.h"
#include "convert/plan/module.h"
#include "convert/plan/stored_references.h"
#include "convert/plan/variables.h"
#include "extension/calls.h"
#include "extension/expression.h"
#include "extension/references.h"

bool
adds_object(const struct node *call)
{
    return CALL_IS(call, "PyModule_AddObject", "PyModule_AddObjectRef", "PyModule_Add",
                   "PyModule_AddIntConstant", "PyModule_AddStringConstant",
                   "PyModule_AddType", "PyModule_AddFunctions", "PyDict_SetItem",
                   "PyDict_SetItemString", "PyObject_SetAttr", "PyObject_SetAttrString");
}

/* The same, and takes no reference of what it is given, whether it fails or not? */
static bool
takes_nothing(const struct node *call)
{
    return adds_object(call) && !CALL_IS(call, "PyModule_AddObject", "PyModule_Add");
}

/* May the local of DECLARATION, in the function that made the module, own something where it
 * returns? */
static bool
may_own(const struct conversion *c, const struct node *declaration)
{
    const struct variable *local = declaration->variable;
    const struct type *type = local->type;
    const struct node *initial = node_bare(declaration->first);
    if (local->storage != STORAGE_AUTOMATIC || local->is_parameter
        || type->kind != TYPE_POINTER || local == c->init->module_variable)
    {
        return false;
    }
    for (size_t i = 0; i < local->n_uses; i++) {
        const struct node *use = node_outer(local->uses[i]), *assign = use->parent;
        bool is_given = assign != NULL && assign->kind == NODE_ASSIGN && assign->first == use;
        if (is_given && !calls(assign->first->next, "PyModule_GetDict")) {
            return true;
        }
    }
    return initial != NULL && !initial->has_value && !calls(initial, "PyModule_GetDict");
}

/* Could a return in the middle of FUNCTION lose something, or pass over what is done at a
 * label? */
static bool
may_lose(const struct conversion *c, const struct function *function)
{
    for (const struct node *n = function->body; n != NULL;
         n = node_after(n, function->body))
    {
        if (n->kind == NODE_LABEL
            || (n->kind == NODE_VARIABLE && n->variable != NULL && may_own(c, n)))
        {
            return true;
        }
    }
    return false;
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

bool
mends_result(const struct conversion *c, const struct node *call)
{
    const struct function *setup = c->init->setup;
    return takes_nothing(call) && call->origin == ORIGIN_FILE && call->parent != NULL
           && call->parent->kind == NODE_BLOCK && call->within == setup
           && !c->module->is_multi_phase && !c->init->keeps_variable
           && !asks_for_exception(setup) && !may_lose(c, setup);
}

/* Does initialisation ask what VARIABLE is?  What asks later is too late to end the import. */
static bool
is_asked_at_import(const struct conversion *c, const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        if (use->within != NULL && node_is_asked(use)
            && plan_of_function(c, use->within)->is_init)
        {
            return true;
        }
    }
    return false;
}

/* Is the new object that CALL gives stored in a variable that moves, and not asked for NULL
 * then? */
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
    return plan != NULL && plan->kind == FIELD_OBJECT && !is_asked_at_import(c, plan->variable);
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
            if ((adds_object(call) && is_whole_statement(node_outer(call))
                 && !mends_result(c, call))
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
