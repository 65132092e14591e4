/* The returns of the function that made the module: exec answers 0 or -1.
 *
 * Macros return out of it, too: INITERROR; ADD_TYPE(m, …).  What is nothing but a return
 * gives way to one; in others the return itself is changed, where it is defined. */
#include "convert/plan/init_returns.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/inactive/macro_body.h"
#include "convert/facts/missing_module.h"
#include "convert/facts/module_outcome.h"
#include "convert/facts/modules.h"
#include "convert/facts/nodes.h"
#include "convert/findings.h"
#include "convert/plan/init_module.h"
#include "convert/plan/init_steps.h"
#include "convert/plan/module.h"
#include "convert/plan/unchecked_results.h"
#include "extension/expression.h"
#include "extension/failed_returns.h"
#include "extension/units.h"

static const char rule[] = "init-not-converted";
static const char answers[] = "the exec function returns 0 or -1";

/* --- macros ------------------------------------------------------------------------------ */

/* The whole of the macro use that NODE comes from. */
static const struct node *
use_around(const struct node *node)
{
    const struct node *top = node;
    while (top->parent != NULL && top->parent->origin == ORIGIN_MACRO
           && top->parent->file == node->file && top->parent->begin == node->begin)
    {
        top = top->parent;
    }
    return top;
}

/* Does NODE give the module up? */
static bool
is_drop_call(const struct conversion *c, const struct node *node)
{
    const struct node *released = node->kind == NODE_CALL ? released_reference(node) : NULL;
    return released != NULL && c->init->module_variable != NULL
           && node_variable(released) == c->init->module_variable;
}

/* Does NODE, made by a macro, do nothing but return, and give the module up? */
static bool
only_returns(const struct conversion *c, const struct node *node)
{
    switch (node->kind) {
    case NODE_RETURN:
        return true;
    case NODE_DO:
    case NODE_BLOCK:
        for (const struct node *n = node->first; n != NULL; n = n->next) {
            if (n->kind == NODE_RETURN || n->kind == NODE_BLOCK) {
                return only_returns(c, n);
            }
            if (!is_drop_call(c, n) && n->kind != NODE_EMPTY) {
                return false;
            }
        }
        return false;
    default:
        return false;
    }
}

static bool
is_only_return(const struct conversion *c, const struct node *node)
{
    return only_returns(c, use_around(node));
}

static bool
makes_a_module(const struct conversion *c, const struct function *function)
{
    for (size_t i = 0; i < c->n_modules; i++) {
        if (c->modules[i]->setup == function && !c->modules[i]->is_multi_phase) {
            return true;
        }
    }
    return false;
}

/* Another function than those that make modules, which has the return at OFFSET of
 * FILE in its body; NULL if there is none. */
static const struct function *
other_user(const struct conversion *c, const struct source_file *file, uint32_t offset)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        if (function->body == NULL || !shares_unit(function->file, file)
            || makes_a_module(c, function))
        {
            continue;
        }
        for (const struct node *n = function->body; n != NULL;
             n = node_after(n, function->body))
        {
            if (n->kind == NODE_RETURN && n->origin == ORIGIN_MACRO
                && n->macro_file == file && n->macro_offset == offset)
            {
                return function;
            }
        }
    }
    return NULL;
}

/* NODE, up to END, becomes what KIND says with TEXT and OTHER. */
static void
add_return(struct conversion *c, enum init_step_kind kind, const struct node *node,
           uint32_t end, const char *text, const char *other)
{
    add_init_step(c, (struct init_step){.kind = kind,
                                        .node = node,
                                        .file = node->file,
                                        .range = {node->begin, end},
                                        .text = text,
                                        .other = other,
                                        .reason = answers});
}

/* Macros of NumPy's headers that import its C API and return NULL if that fails, and those
 * that return what they are told: "Array API", Importing the API. */
static const struct {
    const char *name, *telling;
} importers[] = {
    {"import_array", "import_array1"},
    {"import_umath", "import_umath1"},
    {"import_array1", "import_array1"}, /* import_array1(NULL) */
    {"import_umath1", "import_umath1"},
};

bool
plan_importer(struct conversion *c, const struct source_file *file, uint32_t begin,
              const struct node *node)
{
    struct brackets arguments;
    if (!use_brackets(file, begin, &arguments)) {
        return false;
    }
    struct word name = {.file = file, .end = begin};
    if (!word_next(&name, NULL, arguments.open)) {
        return false;
    }
    for (size_t i = 0; i < ARRAY_LENGTH(importers); i++) {
        if (word_is(&name, importers[i].name)) {
            add_init_step(
                c, (struct init_step){.kind = INIT_RETURNS_BY,
                                      .node = node,
                                      .file = file,
                                      .range = {begin, arguments.close + 1},
                                      .text = TEXT(c, "%s(-1)", importers[i].telling),
                                      .reason = answers});
            return true;
        }
    }
    return false;
}

/* The return NODE in a macro's body says RESULT. */
static void
plan_return_in_macro(struct conversion *c, const struct node *node, const char *result)
{
    const struct macro *macro = node_macro(c->source, node);
    struct range statement;
    if (macro == NULL && strcmp(result, "-1") == 0 && node->file != NULL
        && plan_importer(c, node->file, node->begin, node))
    {
        return;
    }
    if (macro == NULL || !macro_return(macro, node->macro_offset, &statement)) {
        refuse_at(c, rule, node, c->init->setup->name,
                  "an unsupported macro returns from '%s' here", c->init->setup->name);
        return;
    }
    const struct function *other = other_user(c, macro->file, node->macro_offset);
    if (other != NULL) {
        refuse_at(c, rule, node, c->init->setup->name,
                  "the macro '%s' returns from '%s' here, and also from '%s', which "
                  "does not return 0 or -1",
                  macro->name, c->init->setup->name, other->name);
        return;
    }
    add_init_step(c, (struct init_step){.kind = INIT_RETURNS,
                                        .file = macro->file,
                                        .range = statement,
                                        .text = result,
                                        .reason = answers});
}

/* --- returns --------------------------------------------------------------------------- */

/* Is VALUE what makes the module, and no more than that? */
static bool
only_creates(const struct conversion *c, const struct node *value)
{
    if (value->kind == NODE_ASSIGN && names_module(c, value->first)) {
        value = node_bare(value->first->next);
    }
    return value == c->module->create;
}

/* What a return of VALUE gives: of Py_NewRef(module) the module.  Exec gives nobody a reference. */
static const struct node *
returned_object(const struct node *value)
{
    const struct node *bare = node_bare(value);
    bool is_api = bare != NULL && bare->kind == NODE_CALL && bare->function != NULL
                  && !bare->function->in_project;
    const struct node *taken = is_api ? taken_reference(bare) : NULL;
    return taken != NULL ? node_bare(taken) : bare;
}

/* What exec returns where the function returned VALUE; NULL if that is not known. */
static const char *
result_of(const struct conversion *c, const struct node *value)
{
    const struct node *bare = returned_object(value);
    if (bare == NULL || is_null(bare)
        || (names_module(c, bare)
            && is_before_creation(
                (struct made_module){c->module->create, c->init->module_variable}, bare)))
    {
        return "-1";
    }
    if (names_module(c, bare) || only_creates(c, bare)) {
        return "0";
    }
    return NULL;
}

/* Does FUNCTION give back what it gets as PARAMETER, or NULL, and keep its hands off the
 * caller's reference? */
static bool
hands_back(const struct function *function, const struct variable *parameter)
{
    bool is_given = false;
    for (const struct node *n = function->body; n != NULL; n = node_after(n, function->body)) {
        const struct node *released = n->kind == NODE_CALL ? released_reference(n) : NULL;
        if (released != NULL && node_variable(released) == parameter) {
            return false;
        }
        if (n->kind == NODE_NAME && n->variable == parameter
            && (n->is_written || n->is_address_taken))
        {
            return false;
        }
        if (n->kind == NODE_RETURN) {
            const struct node *value = node_bare(n->first);
            bool is_parameter = value != NULL && value->kind == NODE_NAME
                                && value->variable == parameter;
            if (!is_parameter && !is_null(value)) {
                return false;
            }
            is_given |= is_parameter;
        }
    }
    return is_given;
}

/* Is VALUE a call that is handed the module and gives it back, or NULL? */
static bool
passes_module(const struct conversion *c, const struct node *value)
{
    const struct function *helper =
        value != NULL && value->kind == NODE_CALL ? value->function : NULL;
    for (size_t i = 0; helper != NULL && helper->body != NULL && i < helper->n_parameters; i++) {
        const struct node *argument = node_bare(call_argument(value, i));
        if (argument != NULL && names_module(c, argument)
            && hands_back(helper, helper->parameters[i]))
        {
            return true;
        }
    }
    return false;
}

void
plan_init_return(struct conversion *c, const struct node *node)
{
    const struct node *value = returned_object(node->first);

    if (value != NULL && value->kind == NODE_CONDITIONAL) {
        const char *one = result_of(c, node_child(value, 1));
        const char *two = result_of(c, node_child(value, 2));
        if (one != NULL && two != NULL && node->origin == ORIGIN_FILE
            && !is_inside(c->module->create, value->first))
        {
            add_return(c, INIT_RETURNS_CHOICE, node, node->end, one, two);
            return;
        }
    }
    if (value != NULL && value->kind == NODE_CALL
        && string_starts(call_name(value), "PyErr_") && node->origin == ORIGIN_FILE)
    {
        bool is_alone = node->parent != NULL && node->parent->kind == NODE_BLOCK;
        add_return(c, is_alone ? INIT_RETURNS_ERROR : INIT_RETURNS_COMMA, node, node->end,
                   NULL, NULL);
        return;
    }
    if (node->origin == ORIGIN_FILE && passes_module(c, value)) {
        add_return(c, INIT_RETURNS_PASSED, node, node->end, NULL, NULL);
        return;
    }
    const char *result = result_of(c, node->first);
    if (result != NULL && return_answers_failure(node)) {
        result = "-1";
    }
    if (result != NULL && strcmp(result, "0") == 0 && success_asks(c, node)) {
        add_return(c, INIT_RETURNS_ASKING, node, node->end, NULL, NULL);
        return;
    }
    if (result == NULL && node->origin == ORIGIN_FILE && !c->init->reassigns_variable
        && is_module_outcome(node_variable(value), c->init->module_variable))
    {
        result = TEXT(c, "%s != NULL ? 0 : -1", value->variable->name);
    }
    if (result == NULL) {
        refuse_at(c, rule, node, c->init->setup->name,
                  "'%s' returns a value other than the module or NULL here",
                  c->init->setup->name);
        return;
    }
    if (node->origin == ORIGIN_MACRO && !is_only_return(c, node)) {
        plan_return_in_macro(c, node, result);
        return;
    }
    /* A macro that returns: INITERROR; or init_return(NULL); */
    struct brackets arguments;
    bool has_brackets = node->origin != ORIGIN_FILE
                        && use_brackets(node->file, node->begin, &arguments);
    add_return(c, INIT_RETURNS, node, has_brackets ? arguments.close + 1 : node->end,
               result, NULL);
}
