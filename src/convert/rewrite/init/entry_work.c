/* What PyInit does in multi-phase initialisation, before it hands over the definition. It
 * runs as often as the exec function, once for each module object, but there is no
 * module yet: what needs the state moves to the beginning of that function. */
#include "convert/rewrite/init/entry_work.h"

#include <string.h>

#include "convert/text/branch_lines.h"
#include "convert/facts/inactive/conditionals.h"
#include "convert/facts/nodes.h"
#include "convert/text/places.h"
#include "convert/plan/state_receivers.h"
#include "convert/rewrite/changes.h"
#include "model/extent.h"

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
        if (variable->owner == c->setup && strcmp(variable->name, local->name) == 0) {
            return true;
        }
    }
    return strcmp(local->name, c->state) == 0;
}

/* Why the statements up to LAST cannot move, or NULL. */
static const char *
obstacle_of(const struct conversion *c, const struct node *last)
{
    const struct node *body = c->entry->body;
    if (c->setup == NULL || c->setup->body == NULL) {
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

/* Let the failing returns up to LAST say what exec says. */
static void
edit_returns(struct rewriter *r, const struct node *last)
{
    const struct node *body = r->plan->entry->body;
    for (const struct node *n = body->first; n != NULL; n = node_after(n, body)) {
        if (n->kind == NODE_RETURN && n->begin <= last->end) {
            change_cover(r, n->file, n->first->begin, n->first->end, "-1",
                         "the exec function returns 0 or -1");
        }
    }
}

void
check_entry(struct rewriter *r)
{
    for (size_t i = 0; i < r->source->n_functions; i++) {
        const struct function *function = r->source->functions[i];
        const struct declaration *place = function_definition(function);
        bool is_entry =
            function == r->plan->entry || string_starts(function->name, "PyInit_");
        if (!is_entry || place == NULL || !r->plan->is_multi_phase
            || !plan_of_function(r->plan, function)->belongs
            || !names_state(r->plan, function))
        {
            continue;
        }
        const char *why = function == r->plan->entry
                              ? obstacle_of(r->plan, last_work(function))
                              : "before the definition is returned";
        if (why != NULL) {
            refuse(r->late, rule, place->file, place->name, function->name,
                   "'%s' needs the module state before the module exists, %s; move the "
                   "code to the Py_mod_exec function",
                   function->name, why);
        }
    }
}

const char *
take_entry_work(struct rewriter *r)
{
    if (r->plan->is_refused || !r->plan->is_multi_phase || r->plan->entry == NULL
        || r->plan->entry->body == NULL || !names_state(r->plan, r->plan->entry))
    {
        return "";
    }
    const struct node *last = last_work(r->plan->entry);
    if (last == NULL) {
        return "";
    }
    const struct source_file *file = r->plan->entry->body->file;
    uint32_t begin = line_end(file, r->plan->entry->body->begin);
    uint32_t end = after_semicolon(file, last->end);
    if (begin > r->plan->entry->body->first->begin) {
        begin = r->plan->entry->body->first->begin;
    }
    uint32_t with_comment =
        line_end(file, end) <= last->next->begin ? line_end(file, end) : end;
    edit_returns(r, last);
    const char *work = rendered(r, file, begin, with_comment);
    size_t size = strlen(work);
    while (size > 0 && strchr(" \t\r\n", work[size - 1]) != NULL) {
        size--;
    }
    work =
        TEXT(r, "%s%.*s\n", *work == ' ' || *work == '\t' ? "" : "\t", (int)size, work);
    remove_text(r, file, begin, end,
                "it needs the state, so it moves to the exec function");
    return work;
}
