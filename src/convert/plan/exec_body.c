/* The body of the exec function once what made the module is out of it: is anything left to
 * do, and does that need the module? */
#include "convert/plan/exec_body.h"

#include <string.h>

#include "convert/facts/inactive/code.h"
#include "convert/facts/inactive/conditionals.h"
#include "convert/facts/inactive/words.h"
#include "convert/facts/nodes.h"
#include "convert/plan/bindings.h"
#include "convert/plan/entry_work.h"
#include "convert/plan/functions.h"
#include "convert/plan/gil_slot.h"
#include "convert/plan/init_steps.h"
#include "convert/plan/initial_values.h"
#include "convert/plan/module.h"
#include "convert/plan/module_lookups.h"
#include "convert/plan/replaced_definition.h"
#include "convert/plan/spec_modules.h"
#include "convert/plan/stages.h"
#include "convert/plan/state_passing.h"
#include "convert/plan/state_receivers.h"
#include "convert/plan/type_creations.h"
#include "convert/plan/variable_selection.h"
#include "convert/plan/variables.h"
#include "convert/text/dead_branches.h"
#include "convert/text/places.h"
#include "convert/text/removal.h"
#include "model/extent.h"

/* --- what goes --------------------------------------------------------------------------- */

struct gone {
    struct range range;
    bool leaves_text; /* something else stands there */
};

struct gone_list {
    const struct conversion *c;
    struct gone *items;
    size_t n_items, capacity;
};

static void
add_gone(struct gone_list *list, struct range range, bool leaves_text)
{
    ARENA_GROW(list->c->arena, list->items, list->n_items, list->capacity);
    list->items[list->n_items++] = (struct gone){range, leaves_text};
}

/* Of the statement of STEP, all but VALUE goes. */
static void
add_around(struct gone_list *list, const struct init_step *step,
           const struct node *value)
{
    add_gone(list, (struct range){step->range.begin, value->begin}, true);
    add_gone(list, (struct range){value->end, step->range.end}, true);
}

static void
add_step(struct gone_list *list, const struct init_step *step)
{
    switch (step->kind) {
    case INIT_REMOVES:
        add_gone(list, removal_range(step->file, step->range.begin, step->range.end),
                 false);
        break;
    case INIT_CUTS:
        add_gone(list, step->range, false);
        break;
    case INIT_RETURNS_CHOICE:
        add_around(list, step, node_bare(step->node->first)->first);
        break;
    case INIT_RETURNS_ERROR:
    case INIT_RETURNS_COMMA:
    case INIT_RETURNS_PASSED:
        add_around(list, step, node_bare(step->node->first));
        break;
    case INIT_CHECKS:
        add_around(list, step, step->node);
        break;
    case INIT_ASKS:
        break;
    case INIT_RETURNS_BY:
        break; /* it still imports */
    case INIT_LEAVES_TEXT:
    case INIT_GIVES:
    case INIT_STORES:
    case INIT_KEEPS:
    case INIT_DECLARES:
    case INIT_LENDS:
    case INIT_DECLARES_LENT:
    case INIT_RETURNS:
    case INIT_RETURNS_ASKING:
    case INIT_RETURNS_KEPT:
    case INIT_RETURNS_BRACED:
    case INIT_RETURNS_LENT:
        add_gone(list, step->range, true);
        break;
    }
}

/* What goes of the body of the function that made the module. */
static struct gone_list
gone_of(const struct conversion *c)
{
    struct gone_list list = {.c = c};
    const struct node *body = c->init->setup->body;
    const struct init_step *step;
    for (size_t i = 0; (step = init_step_at(c, i)) != NULL; i++) {
        if (step->file == body->file) {
            add_step(&list, step);
        }
    }
    if (c->gil->slot != NULL) {
        const struct range *call = &c->gil->call;
        add_gone(&list,
                 c->gil->comment != NULL
                     ? *call
                     : removal_range(body->file, call->begin, call->end),
                 false);
    }
    const struct declaration *definition = variable_declaration(c->module->variable);
    if (definition->within == c->init->setup) { /* it goes in front of the function */
        add_gone(&list,
                 removal_range(body->file, definition->begin,
                               after_semicolon(body->file, definition->end)),
                 false);
    }
    struct conditional conditional;
    for (uint32_t at = body->begin;
         conditional_next(body->file, at, body->end, &conditional);
         at = conditional.begin + 1)
    {
        struct range parts[MAX_DEAD_PARTS];
        size_t n = conditional.last < body->end ? dead_parts(c->conditions, &conditional, parts) : 0;
        for (size_t i = 0; i < n; i++) {
            add_gone(&list, parts[i], false);
        }
    }
    return list;
}

static bool
is_gone(const struct gone_list *list, uint32_t begin, uint32_t end)
{
    for (size_t i = 0; i < list->n_items; i++) {
        const struct gone *gone = &list->items[i];
        if (gone->range.begin <= begin && end <= gone->range.end) {
            return true;
        }
    }
    return false;
}

/* --- is anything left? ------------------------------------------------------------------- */

/* Where what stays from AT on ends, or, at something that goes, AT; *IO_AT: behind that. */
static uint32_t
next_gone(const struct gone_list *list, uint32_t *io_at, uint32_t end)
{
    uint32_t at = *io_at, next = end;
    for (size_t i = 0; i < list->n_items; i++) {
        const struct gone *gone = &list->items[i];
        if (gone->leaves_text || gone->range.end <= at) {
            continue;
        }
        if (gone->range.begin <= at) {
            *io_at = gone->range.end;
            return at;
        }
        next = gone->range.begin < next ? gone->range.begin : next;
    }
    *io_at = next;
    return next;
}

/* The statement that answers that all went well; NULL: it is not one of the body. */
static const struct init_step *
success_of(const struct conversion *c)
{
    const struct init_step *step;
    for (size_t i = 0; (step = init_step_at(c, i)) != NULL; i++) {
        if (step->kind == INIT_RETURNS && step->node != NULL
            && step->node->parent == c->init->setup->body && strcmp(step->text, "0") == 0)
        {
            return step;
        }
    }
    return NULL;
}

/* Is nothing left of the body but the return of SUCCESS, and the comment above it? */
static bool
is_empty(const struct conversion *c, const struct gone_list *list,
         const struct init_step *success)
{
    const struct node *body = c->init->setup->body;
    uint32_t returned = after_semicolon(body->file, success->range.end);
    uint32_t place = place_before(body->file, success->range.begin);
    uint32_t first = place > body->begin ? place : success->range.begin;
    uint32_t at = body->begin + 1;
    size_t depth = 0;
    while (at < body->end - 1) {
        uint32_t begin = at, end = next_gone(list, &at, body->end - 1);
        struct range piece = {begin, begin};
        if (!text_has_paired_pragmas(body->file, begin, end, &depth)) {
            return false;
        }
        while (next_piece(body->file, end, &piece)) {
            if (piece.begin < first || piece.end > returned) {
                return false;
            }
        }
    }
    return depth == 0;
}

static bool
has_work(const struct conversion *c, const struct gone_list *list)
{
    const struct node *body = c->init->setup->body;
    const struct init_step *success = success_of(c);
    if (c->module->entry != c->init->setup || c->selection->moves_types || c->stages->needs_exec || replaces_definition(c)
        || names_state(c, c->init->setup) || has_initial_values(c) || success == NULL
        || text_has_directive(body->file, c->init->setup->declarations[0].begin, body->begin))
    {
        return true;
    }
    return !is_empty(c, list, success);
}

/* --- the module ---------------------------------------------------------------------------- */

bool
exec_needs_state(const struct conversion *c)
{
    if (c->lookups->has_module_field || c->entry_work->last != NULL || has_initial_values(c)
        || names_state(c, c->init->setup) || moving(c, c->init->module_variable) != NULL)
    {
        return true;
    }
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable_plan *plan = moving(c, c->source->variables[i]);
        if (plan != NULL && is_created_first(plan)) {
            return true;
        }
    }
    return false;
}

/* How the module is used at PLACE of the body. */
static enum module_use
use_at(const struct conversion *c, uint32_t place)
{
    const struct node *body = c->init->setup->body;
    struct conditional conditional;
    for (uint32_t at = body->begin;
         conditional_next(body->file, at, place, &conditional);
         at = conditional.begin + 1)
    {
        struct range parts[MAX_DEAD_PARTS];
        if (conditional.last > place && dead_parts(c->conditions, &conditional, parts) == 0) {
            return MODULE_IN_BRANCHES;
        }
    }
    return MODULE_USED;
}

static void
add_use(enum module_use *io_use, enum module_use use)
{
    *io_use = use > *io_use ? use : *io_use;
}

/* Does STEP write the module that exec is handed? */
static bool
writes_module(const struct init_step *step)
{
    return step->kind == INIT_GIVES || step->kind == INIT_STORES || step->kind == INIT_KEEPS
           || step->kind == INIT_DECLARES || step->kind == INIT_LENDS
           || step->kind == INIT_DECLARES_LENT;
}

/* What is written into the body uses it. */
static enum module_use
written_use(const struct conversion *c)
{
    enum module_use use = MODULE_UNUSED;
    const struct init_step *step;
    for (size_t i = 0; (step = init_step_at(c, i)) != NULL; i++) {
        if (writes_module(step)) {
            add_use(&use, use_at(c, step->range.begin));
        }
    }
    for (size_t i = 0; i < c->state_passing->n_items; i++) {
        const struct passing *passing = &c->state_passing->items[i];
        if (passing->kind == PASSING_MODULE && passing->caller == c->init->setup) {
            add_use(&use, use_at(c, passing->argument->begin));
        }
    }
    for (size_t i = 0; i < c->state_calls->n_items; i++) {
        const struct passing *passing = &c->state_calls->items[i];
        if (passing->kind == PASSING_ARGUMENT && passing->caller == c->init->setup
            && plan_of_function(c, passing->function)->gets_module)
        {
            add_use(&use, use_at(c, passing->brackets.open));
        }
    }
    for (size_t i = 0; i < c->spec_modules->n_items; i++) {
        if (c->spec_modules->items[i].function == c->init->setup) {
            add_use(&use, use_at(c, c->spec_modules->items[i].arguments.open));
        }
    }
    for (size_t i = 0; i < c->bindings->n_items; i++) {
        const struct binding *binding = &c->bindings->items[i];
        if (binding->function == c->init->setup) {
            add_use(&use, use_at(c, binding->argument.begin));
        }
    }
    return use;
}

/* What stays of the body uses it: by VARIABLE, of that name. */
static enum module_use
kept_use(const struct conversion *c, const struct gone_list *list,
         const struct variable *variable)
{
    const struct node *body = c->init->setup->body;
    enum module_use use = MODULE_UNUSED;
    struct word word = {.file = body->file, .end = body->begin};
    while (word_next(&word, variable->name, body->end)) {
        if (!word.is_in_directive && !word.is_member_or_tag
            && !is_gone(list, word.begin, word.end))
        {
            add_use(&use, use_at(c, word.begin));
        }
    }
    /* Those that macros spell. */
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *node = variable->uses[i];
        if (node->within == c->init->setup && node->origin == ORIGIN_MACRO
            && node->file == body->file && !is_gone(list, node->begin, node->begin))
        {
            add_use(&use, use_at(c, node->begin));
        }
    }
    return use;
}

static enum module_use
module_use_of(const struct conversion *c, const struct gone_list *list)
{
    const struct variable *variable = c->init->module_variable;
    if (exec_needs_state(c)) {
        return MODULE_USED;
    }
    enum module_use use = written_use(c);
    if (variable != NULL && !c->init->keeps_variable
        && variable->storage == STORAGE_AUTOMATIC)
    {
        add_use(&use, kept_use(c, list, variable));
    }
    return use;
}

/* --- what an earlier stage wrote ------------------------------------------------------ */

/* `(void)module;`, a statement of the body, in no branch. */
static const struct node *
void_statement(const struct conversion *c, const struct variable *module)
{
    for (const struct node *n = c->init->setup->body->first; n != NULL; n = n->next) {
        const struct node *name = n->kind == NODE_CAST ? node_bare(n->first) : NULL;
        if (name != NULL && name->variable == module && n->type != NULL
            && n->type->kind == TYPE_VOID && n->origin == ORIGIN_FILE
            && use_at(c, n->begin) == MODULE_USED)
        {
            return n;
        }
    }
    return NULL;
}

/* That statement, if it alone used the module for all builds, and now others do. */
static const struct node *
stale_void_of(const struct conversion *c)
{
    const struct variable *module =
        c->init->setup->n_parameters > 0 ? c->init->setup->parameters[0] : NULL;
    const struct node *statement = module != NULL ? void_statement(c, module) : NULL;
    if (statement == NULL
        || (!exec_needs_state(c) && written_use(c) != MODULE_USED))
    {
        return NULL;
    }
    for (size_t i = 0; i < module->n_uses; i++) {
        const struct node *use = module->uses[i];
        if (!is_inside(use, statement) && use_at(c, use->begin) == MODULE_USED) {
            return NULL;
        }
    }
    return statement;
}

static uint32_t
declared_outside(const struct conversion *c)
{
    const struct declaration *definition = variable_declaration(c->module->variable);
    const struct declaration *exec = function_definition(c->init->setup);
    if (definition->within != NULL || exec == NULL || exec->file != definition->file) {
        return 0;
    }
    uint32_t place =
        above_namespaces(definition->file, definition->begin, exec->name, true);
    return place != definition->begin ? place : 0;
}

void
plan_exec_body(struct conversion *c)
{
    struct exec_body *plan = ARENA_NEW(c->arena, struct exec_body);
    *plan = (struct exec_body){.has_work = true, .module_use = MODULE_USED};
    c->exec_body = plan;
    if (c->is_refused || c->init->setup == NULL || c->init->setup->body == NULL) {
        return;
    }
    if (c->module->is_multi_phase) {
        plan->stale_void = stale_void_of(c);
        return;
    }
    struct gone_list list = gone_of(c);
    plan->has_work = has_work(c, &list);
    plan->module_use = module_use_of(c, &list);
    plan->declared = declared_outside(c);
}
