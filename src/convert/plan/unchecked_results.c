/* Calls of initialisation whose failure the author's code ignores: the import goes on with an
 * exception set.  Where one line mends it, the failure ends the import; constants by the dozen
 * are asked for once, behind the last, and what keeps its exception to the end where the exec
 * function returns.  One note tells of the others. */
#include "convert/plan/unchecked_results.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/inactive/conditionals.h"
#include "convert/facts/nodes.h"
#include "convert/findings.h"
#include "convert/plan/functions.h"
#include "convert/plan/init_steps.h"
#include "convert/plan/module.h"
#include "convert/plan/stored_references.h"
#include "convert/plan/variables.h"
#include "convert/text/comments.h"
#include "convert/text/places.h"
#include "extension/calls.h"
#include "extension/expression.h"
#include "extension/references.h"
#include "model/extent.h"

/* From so many constants on, one question behind them all is shorter than one each. */
enum { FEWEST_ADDITIONS = 3 };

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

/* Where what runs behind NODE begins: at the outermost loop around it, or at NODE. */
static uint32_t
next_begin(const struct node *node)
{
    uint32_t begin = node->begin;
    for (const struct node *at = node->parent; at != NULL; at = at->parent) {
        if (at->kind == NODE_FOR || at->kind == NODE_WHILE || at->kind == NODE_DO) {
            begin = at->begin;
        }
    }
    return begin;
}

/* Does what CALL asks lead to another way: not to a branch that only sets another exception? */
static bool
chooses_way(const struct node *call)
{
    const struct node *child = call, *parent = call->parent;
    while (parent != NULL && parent->kind != NODE_BLOCK && parent->kind != NODE_IF) {
        child = parent;
        parent = parent->parent;
    }
    return parent == NULL || parent->kind != NODE_IF || parent->first != child
           || leaves(node_child(parent, 1)) || node_child(parent, 2) != NULL;
}

/* From number I on, the next call behind NODE, in its function, that asks for an exception. */
static const struct node *
next_question(const struct node *node, size_t *i)
{
    const struct function *function = node->within;
    uint32_t begin = next_begin(node);
    while (function != NULL && *i < function->n_calls) {
        const struct node *call = function->calls[(*i)++];
        if (CALL_IS(call, "PyErr_Occurred") && (call->file != node->file || call->begin > begin))
        {
            return call;
        }
    }
    return NULL;
}

static bool
asks_behind(const struct node *node)
{
    size_t i = 0;
    return next_question(node, &i) != NULL;
}

/* Does the function of NODE ask behind NODE, and fail then? */
static bool
fails_behind(const struct node *node)
{
    size_t i = 0;
    const struct node *question;
    while ((question = next_question(node, &i)) != NULL) {
        if (chooses_way(question)) {
            return true;
        }
    }
    return false;
}

/* Is NODE a statement of the function that made the module, which a return behind it may end
 * as a failure? */
static bool
may_end_import(const struct conversion *c, const struct node *node)
{
    const struct function *setup = c->init->setup;
    return node->parent != NULL && node->parent->kind == NODE_BLOCK && node->within == setup
           && !c->module->is_multi_phase && !c->init->keeps_variable
           && !asks_behind(node) && !may_lose(c, setup);
}

bool
mends_result(const struct conversion *c, const struct node *call)
{
    return takes_nothing(call) && call->origin == ORIGIN_FILE && may_end_import(c, call);
}

/* --- constants, one after another ------------------------------------------------- */

/* Is NODE a call that adds a number or a string?  Nothing of the project runs in it, which could
 * clear or replace the exception of one in front. */
static bool
adds_constant(const struct node *node)
{
    if (node->kind != NODE_CALL
        || !CALL_IS(node, "PyModule_AddIntConstant", "PyModule_AddStringConstant"))
    {
        return false;
    }
    for (const struct node *n = node->first; n != NULL; n = node_after(n, node)) {
        if (n->kind == NODE_CALL) {
            return false;
        }
    }
    return true;
}

/* May CALL clear an exception that is set?  What it calls, DEPTH deep, is looked at. */
static bool
may_clear(const struct node *call, int depth)
{
    const struct function *function = call->function;
    if (function == NULL || (function->in_project && (function->body == NULL || depth == 0))) {
        return true;
    }
    for (size_t i = 0; function->in_project && i < function->n_calls; i++) {
        if (may_clear(function->calls[i], depth - 1)) {
            return true;
        }
    }
    return CALL_IS(call, "PyErr_Clear", "PyErr_Fetch", "PyErr_GetRaisedException", "PyErr_Print",
                   "PyErr_PrintEx", "PyErr_Restore", "PyErr_SetRaisedException",
                   "PyErr_WriteUnraisable");
}

/* May an exception that is set where NODE begins be cleared behind it, as by an import that may
 * fail? */
static bool
is_cleared_later(const struct node *node)
{
    enum { DEPTH = 3 };
    const struct function *function = node->within;
    uint32_t begin = next_begin(node);
    for (size_t i = 0; i < function->n_calls; i++) {
        const struct node *call = function->calls[i];
        bool is_itself = call->begin >= node->begin && call->end <= node->end;
        if (!is_itself && (call->file != node->file || call->begin > begin)
            && may_clear(call, DEPTH))
        {
            return true;
        }
    }
    return false;
}

/* Where the lines end that the constants from FIRST to LAST take with the conditionals that
 * begin among them; 0: more stands there. */
static uint32_t
end_of_additions(const struct node *first, const struct node *last)
{
    const struct source_file *file = first->file;
    uint32_t end = after_semicolon(file, last->end);
    struct conditional conditional;
    for (uint32_t i = first->begin; conditional_next(file, i, end, &conditional);
         i = conditional.begin + 1)
    {
        uint32_t behind;
        (void)directive_around(file, conditional.last, &behind);
        end = behind > end ? behind : end;
    }
    struct range comment;
    if (comment_on_line(file, end, &comment)) {
        end = comment.end;
    }
    bool is_alone = !text_is_code(file, end, line_end(file, end))
                    && !text_is_code(file, after_semicolon(file, last->end), end);
    return is_alone && text_is_balanced(file, first->begin, end) ? end : 0;
}

bool
additions_begin(const struct conversion *c, const struct node *first, struct additions *out)
{
    *out = (struct additions){.last = NULL};
    if (!adds_constant(first) || !may_end_import(c, first) || is_cleared_later(first)) {
        return false;
    }
    size_t n_constants = 0;
    for (const struct node *n = first; n != NULL; n = n->next) {
        if (n->kind == NODE_EMPTY) {
            continue; /* behind a macro that has a semicolon of its own */
        }
        if (!adds_constant(n) || n->file != first->file) {
            break;
        }
        n_constants++;
        uint32_t end = n_constants < FEWEST_ADDITIONS ? 0 : end_of_additions(first, n);
        if (end != 0) {
            *out = (struct additions){.last = n, .end = end};
        }
    }
    return out->last != NULL;
}

/* Is CALL one of several whose failure is asked for behind the last? */
static bool
is_asked_later(const struct conversion *c, const struct node *call)
{
    const struct init_step *step;
    for (size_t i = 0; (step = init_step_at(c, i)) != NULL; i++) {
        if (step->kind == INIT_ASKS && step->file == call->file
            && step->node->begin <= call->begin && call->end <= step->range.begin
            && step->node->parent == call->parent)
        {
            return true;
        }
    }
    return false;
}

/* --- what is not mended ------------------------------------------------------------ */

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

/* Is CALL an addition of initialisation whose failure nothing in its function asks for? */
static bool
is_unchecked(const struct conversion *c, const struct node *call)
{
    return adds_object(call) && is_whole_statement(node_outer(call)) && !mends_result(c, call)
           && !is_asked_later(c, call);
}

/* --- what the end of the exec function asks for --------------------------------------- */

/* The statement of the function that made the module in which NODE runs, DEPTH calls below, if
 * an exception that is set there stays; NULL: it may not, or several do. */
static const struct node *
keeps_exception_in(const struct conversion *c, const struct node *node, int depth)
{
    const struct function *function = node->within;
    if (function == NULL || is_cleared_later(node) || fails_behind(node)) {
        return NULL;
    }
    if (function == c->init->setup) {
        return node;
    }
    if (depth == 0 || function->n_uses != 1) {
        return NULL;
    }
    const struct node *call = direct_call(function->uses[0]);
    return call != NULL ? keeps_exception_in(c, call, depth - 1) : NULL;
}

static const struct node *
kept_until_end(const struct conversion *c, const struct node *call)
{
    enum { DEPTH = 3 };
    const struct function *setup = c->init->setup; /* NULL: a module of several in one function */
    bool asks_itself = setup == NULL || c->module->is_multi_phase;
    return asks_itself ? NULL : keeps_exception_in(c, call, DEPTH);
}

/* Is it asked in front of NODE, behind constants, whether what runs at PLACE failed? */
static bool
is_asked_between(const struct conversion *c, const struct node *place,
                 const struct node *node)
{
    const struct init_step *step;
    for (size_t i = 0; (step = init_step_at(c, i)) != NULL; i++) {
        if (step->kind == INIT_ASKS && step->file == node->file
            && step->node->within == node->within
            && step->node->parent == node->within->body
            && place->begin < step->node->begin && step->range.begin <= node->begin)
        {
            return true;
        }
    }
    return false;
}

bool
success_asks(const struct conversion *c, const struct node *node)
{
    for (size_t i = 0; i < c->source->n_functions && node->origin == ORIGIN_FILE; i++) {
        const struct function *function = c->source->functions[i];
        const struct function_plan *plan = plan_of_function(c, function);
        for (size_t k = 0; k < function->n_calls && plan->belongs && plan->is_init; k++) {
            const struct node *call = function->calls[k];
            const struct node *place =
                is_unchecked(c, call) ? kept_until_end(c, call) : NULL;
            if (place != NULL && place->file == node->file && place->begin < node->begin
                && !is_asked_between(c, place, node))
            {
                return true;
            }
        }
    }
    return false;
}

static const struct init_step *
step_of_return(const struct conversion *c, const struct node *node)
{
    const struct init_step *step;
    for (size_t i = 0; (step = init_step_at(c, i)) != NULL; i++) {
        if (step->node == node) {
            return step;
        }
    }
    return NULL;
}

/* Does each return of the exec function that may answer success behind CALL ask for its
 * exception? */
static bool
is_asked_at_end(const struct conversion *c, const struct node *call)
{
    const struct node *place = kept_until_end(c, call);
    const struct node *body = place != NULL ? c->init->setup->body : NULL;
    bool is_asked = false;
    for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
        if (n->kind != NODE_RETURN || n->begin < place->begin) {
            continue;
        }
        const struct init_step *step = step_of_return(c, n);
        bool asks = (step != NULL && step->kind == INIT_RETURNS_ASKING)
                    || is_asked_between(c, place, n);
        bool fails = step != NULL && step->kind == INIT_RETURNS && strcmp(step->text, "-1") == 0;
        if (!asks && !fails) {
            return false;
        }
        is_asked |= asks;
    }
    return is_asked;
}

/* Does the function of NODE, or one that it runs in, DEPTH calls above, ask for an exception
 * behind it? */
static bool
is_asked_above(const struct node *node, int depth)
{
    const struct function *function = node->within;
    if (fails_behind(node)) {
        return true;
    }
    const struct node *call = depth > 0 && function != NULL && function->n_uses == 1
                                  ? direct_call(function->uses[0])
                                  : NULL;
    return call != NULL && is_asked_above(call, depth - 1);
}

void
note_unchecked_results(struct conversion *c)
{
    enum { DEPTH = 3 };
    const struct node *first = NULL;
    size_t n = 0;
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct function_plan *plan = plan_of_function(c, function);
        for (size_t k = 0; k < function->n_calls && plan->belongs && plan->is_init; k++) {
            const struct node *call = function->calls[k];
            if ((is_unchecked(c, call) || is_stored_unasked(c, call)) && !is_asked_above(call, DEPTH)
                && !is_asked_at_end(c, call))
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
