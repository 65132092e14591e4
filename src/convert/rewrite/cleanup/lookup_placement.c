/* Where the look-up of the state stands: at the beginning of the innermost block around
 * all that needs it, so that whoever takes another way does not pay for it.
 *
 * It stays at the function's beginning where a block could be entered behind it (labels,
 * cases), would look it up in each turn of a loop, is torn by `#if`, or comes from a macro;
 * where the look-up clears exceptions, because one may be pending in the block; and where
 * what it is made of may have changed, or be gone, until then. */
#include "convert/rewrite/cleanup/lookup_placement.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/inactive/conditionals.h"
#include "convert/facts/inactive/guards.h"
#include "convert/facts/mentions.h"
#include "convert/facts/nodes.h"
#include "convert/plan/existing_state.h"
#include "convert/plan/functions.h"
#include "convert/plan/limited_api.h"
#include "convert/plan/macros.h"
#include "convert/plan/names.h"
#include "convert/plan/state_receivers.h"
#include "convert/plan/variables.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/cleanup/state_reach.h"
#include "convert/rewrite/cleanup/unused_state.h"
#include "convert/rewrite/functions/function_head.h"
#include "convert/rewrite/functions/state_expressions.h"
#include "convert/text/edited.h"
#include "convert/text/places.h"
#include "model/freeing.h"
#include "model/thread_effect.h"

const char lookup_reason[] = "the function looks up the state";

/* --- blocks that a look-up can stand in --------------------------------------------- */

static bool
holds(const struct node *outer, const struct node *inner)
{
    return outer->begin <= inner->begin && inner->end <= outer->end;
}

static bool
is_loop(const struct node *node)
{
    return node->kind == NODE_FOR || node->kind == NODE_WHILE || node->kind == NODE_DO;
}

/* The place of LABEL in FUNCTION; UINT32_MAX: it has none. */
static uint32_t
label_place(const struct function *function, const char *label)
{
    for (const struct node *n = function->body; n != NULL;
         n = node_after(n, function->body))
    {
        if (n->kind == NODE_LABEL && string_equal(n->text, label)) {
            return n->begin;
        }
    }
    return UINT32_MAX;
}

/* Can BLOCK be entered other than at its beginning? */
static bool
is_entered_within(const struct function *function, const struct node *block)
{
    for (const struct node *n = block; n != NULL; n = node_after(n, block)) {
        if (n->kind == NODE_CASE || n->kind == NODE_DEFAULT) {
            const struct node *owner = n->parent;
            while (owner != block && owner->kind != NODE_SWITCH) {
                owner = owner->parent;
            }
            if (owner == block) {
                return true;
            }
        }
        if (n->kind != NODE_LABEL) {
            continue;
        }
        bool is_named = false;
        for (const struct node *k = function->body; k != NULL;
             k = node_after(k, function->body))
        {
            if (k->kind == NODE_GOTO && string_equal(k->text, n->text)) {
                is_named = true;
                if (!holds(block, k)) {
                    return true;
                }
            }
        }
        if (!is_named) {
            return true; /* its address is taken */
        }
    }
    return false;
}

/* Does whoever enters BLOCK leave LOOP, around it, for good? */
static bool
leaves_loop(const struct function *function, const struct node *block,
            const struct node *loop)
{
    if (!leaves(block)) {
        return false;
    }
    for (const struct node *n = block; n != NULL; n = node_after(n, block)) {
        if (n->kind == NODE_CONTINUE
            || (n->kind == NODE_GOTO
                && (n->text == NULL || label_place(function, n->text) < loop->end
                    || label_place(function, n->text) == UINT32_MAX)))
        {
            return false;
        }
    }
    return true;
}

/* Can BLOCK run more than once in one call of FUNCTION? */
static bool
is_repeated(const struct function *function, const struct node *block)
{
    for (const struct node *loop = block->parent; loop != function->body;
         loop = loop->parent)
    {
        bool is_left = !is_loop(loop);
        for (const struct node *n = block; n != loop && !is_left; n = n->parent) {
            is_left = n->kind == NODE_BLOCK && leaves_loop(function, n, loop);
        }
        if (!is_left) {
            return true;
        }
    }
    for (const struct node *n = function->body; n != NULL;
         n = node_after(n, function->body))
    {
        if (n->kind == NODE_GOTO && n->begin > block->begin
            && (n->text == NULL || label_place(function, n->text) <= block->begin))
        {
            return true;
        }
    }
    return false;
}

/* Is there a way through FUNCTION that does not go through BLOCK? */
static bool
is_optional(const struct function *function, const struct node *block)
{
    for (const struct node *n = block->parent; n != function->body; n = n->parent) {
        if (n->kind == NODE_IF || n->kind == NODE_SWITCH || n->kind == NODE_FOR
            || n->kind == NODE_WHILE)
        {
            return true;
        }
    }
    return false;
}

/* Do the braces of BLOCK stand in the file, both in the same branch of the same #if? */
static bool
is_whole(const struct node *block)
{
    struct brackets braces;
    return node_braces(block, &braces)
           && text_is_balanced(block->file, block->begin, block->end);
}

/* --- what the look-up is made of ------------------------------------------------------ */

static bool
gives_up(const struct node *call)
{
    static const char *const names[] = {
        "Py_DECREF",  "Py_XDECREF",  "Py_CLEAR",  "Py_SETREF",   "Py_XSETREF",
        "_Py_DECREF", "_Py_XDECREF", "Py_DecRef", "_Py_Dealloc",
    };
    const char *name = call_name(call);
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return *name == '\0' || freeing_of(name) != FREES_NOTHING;
}

/* May PARAMETER mean something else at OFFSET of FUNCTION, or be gone? */
static bool
is_lost_before(const struct variable *parameter, uint32_t offset)
{
    for (size_t i = 0; i < parameter->n_uses; i++) {
        const struct node *use = parameter->uses[i];
        if (use->is_written || use->is_address_taken) {
            return true;
        }
        const struct node *outer = node_outer(use)->parent;
        if (use->begin < offset && outer != NULL && outer->kind == NODE_CALL
            && gives_up(outer)) {
            return true;
        }
    }
    return false;
}

/* Is the thread detached from its interpreter at OFFSET, as far as the text tells? */
static bool
is_detached_at(const struct function *function, uint32_t offset)
{
    bool is_detached = false;
    for (const struct node *n = function->body; n != NULL;
         n = node_after(n, function->body))
    {
        enum thread_state_effect effect =
            n->kind == NODE_CALL && n->begin < offset
                ? thread_state_effect_of(call_name(n))
                : THREAD_STATE_KEPT;
        if (effect != THREAD_STATE_KEPT) {
            is_detached =
                effect == THREAD_STATE_DETACHED || effect == THREAD_STATE_RELEASED;
        }
    }
    return is_detached;
}

/* Does the look-up TEXT leave a pending exception alone? */
static bool
keeps_exceptions(const struct conversion *c, const char *text)
{
    if (string_has_word(text, c->names->get_by_operands)
        || string_has_word(text, c->names->get_by_power))
    {
        return false;
    }
    if (!string_has_word(text, c->names->get_by_type)
        && !string_has_word(text, c->names->get_kept))
    {
        return true;
    }
    if (c->existing->type_getter == NULL) {
        return finds_by_definition(c);
    }
    const struct node *body = c->existing->type_getter->body;
    for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
        if (n->kind == NODE_CALL && string_starts(call_name(n), "PyErr_")) {
            return false;
        }
    }
    return true;
}

static bool
can_place_at(const struct conversion *c, const struct function *function,
             const char *text, const struct node *block)
{
    const struct function_plan *plan = plan_of_function(c, function);
    if ((plan->lookup_behind != NULL && block->begin < plan->lookup_behind->end)
        || (plan->object_local != NULL
            && is_lost_before(plan->object_local, block->begin)))
    {
        return false;
    }
    for (size_t i = 0; i < function->n_parameters; i++) {
        if (string_has_word(text, function->parameters[i]->name)
            && is_lost_before(function->parameters[i], block->begin))
        {
            return false;
        }
    }
    return keeps_exceptions(c, text) && !is_detached_at(function, block->begin);
}

/* --- the block ---------------------------------------------------------------------------- */

static bool
can_stand_in(const struct rewriter *r, const struct function *function,
             const struct node *block)
{
    return is_whole(block) && is_optional(function, block)
           && !is_entered_within(function, block) && !is_repeated(function, block)
           && edited_leaves_first(&r->edits, block->file, block->begin + 1);
}

/* The statement below NODE that holds all of REACH; NULL: it is not in one. */
static const struct node *
statement_with(const struct node *node, const struct reach *reach)
{
    const struct node *child = node->first;
    while (child != NULL
           && (child->begin > reach->first || child->end < reach->last
               || child->file != node->file || child->origin == ORIGIN_MACRO))
    {
        child = child->next;
    }
    switch (child != NULL ? child->kind : NODE_OTHER) {
    case NODE_BLOCK:
    case NODE_IF:
    case NODE_FOR:
    case NODE_WHILE:
    case NODE_DO:
    case NODE_SWITCH:
    case NODE_CASE:
    case NODE_DEFAULT:
    case NODE_LABEL:
        return child;
    default:
        return NULL;
    }
}

/* Where the look-up TEXT of FUNCTION is to stand. */
static const struct node *
block_of(const struct rewriter *r, const struct function *function, const char *text,
         const struct reach *reach)
{
    const struct node *best = function->body;

    if (reach->is_unknown || reach->first == UINT32_MAX
        || function->body->origin == ORIGIN_MACRO)
    {
        return best;
    }
    for (const struct node *n = statement_with(best, reach); n != NULL;
         n = statement_with(n, reach))
    {
        if (n->kind == NODE_BLOCK && can_stand_in(r, function, n)
            && can_place_at(r->plan, function, text, n))
        {
            best = n;
        }
    }
    return best;
}

/* Put the look-up at the beginning of another block than the function's. */
static void
move_lookup(struct rewriter *r, const struct function *function)
{
    const struct node *body = function->body;
    const struct lookup *lookup = &r->lookups[function->id];
    uint32_t old, place;
    const char *old_text = lookup_line(r, function, body, lookup->text, &old);
    const char *text = body_text(r->plan, lookup->block, lookup->text, &place);
    change_place(r, body->file, old, old_text, place, text);
}

static void
place_lookup(struct rewriter *r, const struct function *function,
             const struct reach *reach)
{
    struct lookup *lookup = &r->lookups[function->id];
    const struct lookup *whole = r->whole != NULL && !r->whole->plan->is_refused
                                     ? &r->whole->lookups[function->id]
                                     : NULL;

    lookup->block = whole != NULL && whole->block != NULL
                        ? whole->block
                        : block_of(r, function, lookup->text, reach);
    if (lookup->block != function->body) {
        move_lookup(r, function);
    }
}

/* --- one that stands in a block already --------------------------------------------------- */

/* Are the texts alike but for white space? */
static bool
is_alike(const char *a, const char *b)
{
    for (;; a++, b++) {
        a += strspn(a, " \t\r\n");
        b += strspn(b, " \t\r\n");
        if (*a != *b || *a == '\0') {
            return *a == *b;
        }
    }
}

/* Is all of REACH in the block and the branch of #if that DECLARATION stands in? */
static bool
reaches_only(const struct rewriter *r, const struct node *body,
             const struct node *declaration, const struct reach *reach)
{
    struct guard guard = guard_at(r->plan, body->file, body->begin, declaration->begin);
    bool is_only = !reach->is_unknown && declaration->end <= reach->first
                   && reach->last <= declaration->parent->end;
    for (size_t i = 0; is_only && i < reach->n_uses; i++) {
        struct guard use = guard_at(r->plan, body->file, body->begin, reach->uses[i]);
        is_only = guard_holds(&guard, &use);
    }
    return is_only;
}

/* The local that holds FUNCTION's state in a block is needed outside of that, too. */
static void
lift_lookup(struct rewriter *r, const struct function *function,
            const struct reach *reach)
{
    const struct node *body = function->body;
    const struct node *declaration =
        plan_of_function(r->plan, function)->nested_state->initial;

    while (declaration->kind != NODE_DECLARATIONS) {
        declaration = declaration->parent;
    }
    if (reach->first == UINT32_MAX || reaches_only(r, body, declaration, reach)) {
        return;
    }
    const char *text = lookup_text(r, function);
    uint32_t end = after_semicolon(body->file, declaration->end);
    if (text == NULL) {
        return;
    }
    if (is_alike(text_of(r->plan, body->file, declaration->begin, end), text)) {
        remove_text(r, body->file, declaration->begin, end,
                    "it is already looked up above");
    }
    begin_body(r, body, text, lookup_reason);
}

void
place_lookups(struct rewriter *r)
{
    struct reach *reaches = meant_reaches(r->plan);
    for (size_t i = 0; i < r->source->n_functions; i++) {
        const struct function *function = r->source->functions[i];
        const struct function_plan *plan = plan_of_function(r->plan, function);
        struct reach *reach = &reaches[function->id];
        bool has_lookup = r->lookups[function->id].text != NULL;
        bool is_new = has_lookup || takes_state(r->plan, function) || begins_exec(r, function);
        if (function->body == NULL || (!is_new && plan->nested_state == NULL)) {
            continue;
        }
        add_written_uses(r, function->body, reach);
        if (!is_new) {
            lift_lookup(r, function, reach);
            continue;
        }
        if (has_lookup) {
            place_lookup(r, function, reach);
        }
        avoid_unused_state(r, function, reach);
    }
}
