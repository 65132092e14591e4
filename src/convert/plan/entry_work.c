/* What PyInit does in multi-phase initialisation, before it hands over the definition. It
 * runs as often as the exec function, once for each module object, but there is no
 * module yet: what needs the state moves to the beginning of that function. */
#include "convert/plan/entry_work.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/inactive/conditionals.h"
#include "convert/facts/nodes.h"
#include "convert/findings.h"
#include "convert/plan/functions.h"
#include "convert/plan/module.h"
#include "convert/plan/names.h"
#include "convert/plan/state_receivers.h"

static const char rule[] = "init-not-converted";

static bool
hands_over_definition(const struct node *statement)
{
    return statement->kind == NODE_RETURN && calls(statement, "PyModuleDef_Init");
}

/* The last statement in front of the final `return PyModuleDef_Init(…)`; NULL if there is
 * none, or the body has no such end. */
static const struct node *
last_work(const struct function *entry)
{
    const struct node *last = NULL;
    for (const struct node *n = entry->body->first; n != NULL; n = n->next) {
        if (n->next == NULL) {
            return hands_over_definition(n) ? last : NULL;
        }
        last = n;
    }
    return NULL;
}

/* Does the exec function know a local or parameter of the name that LOCAL has? */
static bool
is_taken(const struct conversion *c, const struct variable *local)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        if (variable->owner == c->init->setup
            && strcmp(variable->name, local->name) == 0)
        {
            return true;
        }
    }
    return strcmp(local->name, c->names->state) == 0;
}

/* Why the statements up to LAST cannot move, or NULL. */
static const char *
obstacle_of(const struct conversion *c, const struct node *last)
{
    const struct node *body = c->module->entry->body;
    if (c->init->setup == NULL || c->init->setup->body == NULL) {
        return "and it has no exec function";
    }
    if (last == NULL || body->origin != ORIGIN_FILE
        || !text_is_balanced(body->file, body->begin, last->end))
    {
        return "and the code before the definition is returned is too complex";
    }
    for (const struct node *n = body->first; n != NULL; n = node_after(n, body)) {
        if (n->kind == NODE_VARIABLE && n->variable != NULL && is_taken(c, n->variable))
        {
            return TEXT(c, "and its exec function already has a variable '%s'",
                        n->variable->name);
        }
        if (n->kind == NODE_GOTO || n->kind == NODE_LABEL
            || (n->kind == NODE_RETURN && n->begin <= last->end
                && (n->origin != ORIGIN_FILE || !is_null(node_bare(n->first)))))
        {
            return "and it returns in a way that the exec function cannot";
        }
    }
    return NULL;
}

static void
add_values(struct conversion *c, struct entry_work *work)
{
    const struct node *body = c->module->entry->body;
    for (const struct node *n = body->first; n != NULL; n = node_after(n, body)) {
        if (n->kind == NODE_RETURN && n->begin <= work->last->end) {
            ARENA_ADD(c->arena, work->values, work->n_values, work->capacity, &n->first);
        }
    }
}

void
plan_entry_work(struct conversion *c)
{
    struct entry_work *work = ARENA_NEW(c->arena, struct entry_work);
    *work = (struct entry_work){0};
    c->entry_work = work;
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct declaration *place = function_definition(function);
        bool is_entry =
            function == c->module->entry || string_starts(function->name, "PyInit_");
        if (!is_entry || place == NULL || !c->module->is_multi_phase
            || !plan_of_function(c, function)->belongs
            || !names_state(c, function))
        {
            continue;
        }
        const char *why = function == c->module->entry
                              ? obstacle_of(c, last_work(function))
                              : "before the definition is returned";
        if (function == c->module->entry) {
            work->last = last_work(function);
            if (why == NULL) {
                add_values(c, work);
            }
        }
        if (why != NULL) {
            refuse(c, rule, place->file, place->name, function->name,
                   "'%s' needs the module state before the module exists, %s; move the "
                   "code to the Py_mod_exec function",
                   function->name, why);
        }
    }
}
