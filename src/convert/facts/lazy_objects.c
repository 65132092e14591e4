#include "convert/facts/lazy_objects.h"

#include "base/strbuf.h"
#include "convert/facts/nodes.h"
#include "convert/facts/suspension.h"
#include "extension/atomic_macro.h"
#include "extension/calls.h"
#include "extension/expression.h"
#include "extension/ownership.h"
#include "extension/references.h"

/* --- uses by macros ---------------------------------------------- */

/* What macros of the project around NODE do in a build without the GIL. */
static enum atomic_effect
effect_around(const struct conversion *c, const struct node *node)
{
    enum atomic_effect effect = ATOMIC_NOT;
    for (size_t i = 0; i < c->source->n_expansions; i++) {
        const struct expansion *use = &c->source->expansions[i];
        if (use->macro != NULL && use->file == node->file && use->begin <= node->begin
            && node->begin < use->end)
        {
            enum atomic_effect found = macro_atomic_effect(c->source, use->name);
            effect = found > effect ? found : effect;
        }
    }
    return effect;
}

/* --- what conditions say ---------------------------------------------- */

/* The use of PLACE that NODE is, or gives a value to. */
static const struct node *
use_in(const struct shared_place *place, const struct node *node)
{
    const struct node *bare = node_bare(node);
    if (bare != NULL && bare->kind == NODE_ASSIGN && bare->op == '=') {
        bare = node_bare(bare->first);
    }
    for (size_t i = 0; i < place->n_accesses; i++) {
        if (place->accesses[i].node == bare && bare->kind == NODE_MEMBER) {
            return bare;
        }
    }
    return NULL;
}

/* What CONDITION, a comparison with NULL or no operator at all, asks for. */
static const struct node *
asked_use(const struct shared_place *place, const struct node *condition)
{
    const struct node *bare = node_bare(condition);
    if (bare->kind == NODE_BINARY && (bare->op == OP_EQUAL || bare->op == OP_NOT_EQUAL)) {
        const struct node *left = bare->first, *right = left->next;
        return node_is_null(right)  ? use_in(place, left)
               : node_is_null(left) ? use_in(place, right)
                                    : NULL;
    }
    return use_in(place, bare);
}

/* Does CONDITION ask whether PLACE has no object, in a part of it at least, as it is TRUE? */
static bool
asks_for_none(const struct shared_place *place, const struct node *condition, bool truth)
{
    const struct node *bare = node_bare(condition);
    if (bare->kind == NODE_UNARY && bare->op == OP_NOT) {
        return asks_for_none(place, bare->first, !truth);
    }
    if (bare->kind == NODE_BINARY && (bare->op == OP_AND || bare->op == OP_OR)) {
        return asks_for_none(place, bare->first, truth)
               || asks_for_none(place, bare->first->next, truth);
    }
    return asked_use(place, bare) != NULL
           && truth == (bare->kind == NODE_BINARY && bare->op == OP_EQUAL);
}

/* Has PLACE an object for sure where CONDITION is TRUE, or not? */
static bool
tells_object(const struct shared_place *place, const struct node *condition, bool truth)
{
    const struct node *bare = node_bare(condition);
    if (bare->kind == NODE_UNARY && bare->op == OP_NOT) {
        return tells_object(place, bare->first, !truth);
    }
    if (bare->kind == NODE_BINARY && (bare->op == OP_AND || bare->op == OP_OR)) {
        bool one = tells_object(place, bare->first, truth);
        bool other = tells_object(place, bare->first->next, truth);
        return truth == (bare->op == OP_AND) ? one || other : one && other;
    }
    return asked_use(place, bare) != NULL
           && truth != (bare->kind == NODE_BINARY && bare->op == OP_EQUAL);
}

/* --- where the object is there for sure ---------------------------------------------- */

/* Can code between BEGIN and END of FUNCTION be jumped to? */
static bool
has_label(const struct function *function, uint32_t begin, uint32_t end)
{
    const struct node *root = function->body;
    for (const struct node *node = root; node != NULL; node = node_after(node, root)) {
        if ((node->kind == NODE_LABEL || node->kind == NODE_CASE || node->kind == NODE_DEFAULT)
            && begin <= node->begin && node->begin <= end)
        {
            return true;
        }
    }
    return false;
}

/* Has PLACE an object wherever STATEMENT is left at its end? */
static bool
settles(const struct shared_place *place, const struct node *statement)
{
    const struct node *then = statement->kind == NODE_IF ? statement->first->next : NULL;
    if (then == NULL || !tells_object(place, statement->first, false)) {
        return false;
    }
    if (leaves(then)) {
        return true;
    }
    for (const struct node *at = then->kind == NODE_BLOCK ? then->first : NULL; at != NULL;
         at = at->next)
    {
        if (settles(place, at)) {
            return true;
        }
    }
    return false;
}

/* Is the object there, for this thread too, at NODE? */
static bool
is_settled(const struct shared_place *place, const struct node *node)
{
    for (const struct node *child = node, *at = node->parent; at != NULL;
         child = at, at = at->parent)
    {
        const struct node *first = at->first;
        if ((at->kind == NODE_IF || at->kind == NODE_CONDITIONAL) && child != first
            && tells_object(place, first, first->next == child))
        {
            return true;
        }
        if (at->kind == NODE_BINARY && (at->op == OP_AND || at->op == OP_OR) && child != first
            && tells_object(place, first, at->op == OP_AND))
        {
            return true;
        }
        for (const struct node *before = at->kind == NODE_BLOCK ? first : NULL;
             before != NULL && before != child; before = before->next)
        {
            if (settles(place, before)
                && !has_label(node->within, before->begin, node->begin))
            {
                return true;
            }
        }
    }
    return false;
}

/* --- stores ---------------------------------------------- */

/* What runs only where PLACE was seen to have no object, and has NODE in it; NULL: nothing. */
static const struct node *
behind_test(const struct shared_place *place, const struct node *node)
{
    for (const struct node *child = node, *at = node->parent; at != NULL;
         child = at, at = at->parent)
    {
        if (at->kind == NODE_IF && child != at->first
            && asks_for_none(place, at->first, at->first->next == child))
        {
            return child;
        }
        if (at->kind == NODE_BINARY && (at->op == OP_AND || at->op == OP_OR)
            && child != at->first && asks_for_none(place, at->first, at->op == OP_AND))
        {
            return child;
        }
        for (const struct node *before = at->kind == NODE_BLOCK ? at->first : NULL;
             before != NULL && before != child; before = before->next)
        {
            if (before->kind == NODE_IF && before->first->next->next == NULL
                && leaves(before->first->next) && tells_object(place, before->first, true)
                && !has_label(node->within, before->begin, node->begin))
            {
                return at;
            }
        }
    }
    return NULL;
}

/* Is NODE no more than tested, returned, or a reference taken of it? */
static bool
is_looked_at(const struct node *node)
{
    const struct node *outer = node_outer(node);
    const struct node *call = call_around(node, NULL);
    return node_is_asked(node) || (call != NULL && taken_reference(call) != NULL)
           || (outer->parent != NULL && outer->parent->kind == NODE_RETURN);
}

/* Does REGION do more with the object of PLACE behind STORE, such as to fill it?  Then others
 * may see it half made. */
static bool
is_filled_behind(const struct shared_place *place, const struct node *store,
                 const struct node *region)
{
    for (size_t i = 0; i < place->n_accesses; i++) {
        const struct node *node = place->accesses[i].node;
        if (!node->is_written && is_inside(node, region) && node_may_precede(store, node)
            && !is_looked_at(node))
        {
            return true;
        }
    }
    return false;
}

/* Does CALL give a reference that is the caller's, or NULL? */
static bool
gives_own(const struct conversion *c, const struct node *call)
{
    if (call == NULL || call->kind != NODE_CALL || call->type == NULL
        || !type_is_object_pointer(call->type))
    {
        return false;
    }
    const struct function *target = call_target(call);
    if (target == NULL || !target->in_project || target->body == NULL) {
        const char *name = call_name(call);
        return (string_starts(name, "Py") || string_starts(name, "_Py"))
               && reference_given_by(name) == REFERENCE_NEW;
    }
    const struct ownership *ownership = function_ownership(c->extension, target);
    bool is_own = ownership != NULL && ownership->is_known && ownership->n_ends > 0;
    for (size_t i = 0; is_own && i < ownership->n_ends; i++) {
        const struct ownership_end *end = &ownership->ends[i];
        is_own = end->result == RESULT_NEW || end->result == RESULT_NEW_PARAMETER
                 || end->result == RESULT_NUMBER;
    }
    return is_own;
}

/* The assignment that WRITE, a use of a place, is the target of: `place = value`. */
static const struct node *
assignment_of(const struct node *write)
{
    const struct node *outer = node_outer(write);
    const struct node *parent = outer->parent;
    return parent != NULL && parent->kind == NODE_ASSIGN && parent->op == '='
                   && parent->first == outer
               ? parent
               : NULL;
}

static const struct node *
use_asked_in(const struct shared_place *place, const struct node *condition)
{
    for (const struct node *at = condition; at != NULL; at = node_after(at, condition)) {
        const struct node *use = at->kind == NODE_MEMBER ? use_in(place, at) : NULL;
        if (use != NULL) {
            return use;
        }
    }
    return NULL;
}

/* `place = call;`, other such assignments, and an `if` that leaves where it gave NULL: the use
 * of PLACE in that. */
static const struct node *
test_behind(const struct shared_place *place, const struct node *assignment)
{
    const struct node *next = assignment->next;
    while (next != NULL && next->kind == NODE_ASSIGN && next->op == '='
           && node_bare(next->first)->kind == NODE_MEMBER
           && node_bare(next->first->next)->kind == NODE_CALL)
    {
        next = next->next;
    }
    if (next == NULL || next->kind != NODE_IF || next->origin != ORIGIN_FILE
        || !leaves(next->first->next) || !tells_object(place, next->first, false))
    {
        return NULL;
    }
    const struct node *use = use_asked_in(place, next->first);
    return use != NULL && !use->is_written && use->origin == ORIGIN_FILE ? use : NULL;
}

static bool
is_put_into_local(const struct node *node)
{
    const struct node *outer = node_outer(node);
    const struct node *parent = outer->parent;
    return parent != NULL
           && (parent->kind == NODE_VARIABLE
               || (parent->kind == NODE_ASSIGN && parent->first != outer));
}

/* Is a use of PLACE that may run behind STORE a test, or perhaps tested by another name? */
static bool
is_tested_behind(const struct shared_place *place, const struct node *store)
{
    for (size_t i = 0; i < place->n_accesses; i++) {
        const struct node *node = place->accesses[i].node;
        if (node != node_bare(store->first) && node->within == store->within
            && (node_is_asked(node) || is_put_into_local(node)) && node_may_precede(store, node))
        {
            return true;
        }
    }
    return false;
}

static bool
add_store(const struct conversion *c, const struct shared_place *place,
          const struct node *write, struct lazy_object *out)
{
    const struct node *assignment = assignment_of(write);
    const struct node *region =
        assignment != NULL ? behind_test(place, assignment) : NULL;
    if (region == NULL || assignment->origin != ORIGIN_FILE || write->origin != ORIGIN_FILE
        || !gives_own(c, node_bare(assignment->first->next))
        || is_filled_behind(place, assignment, region))
    {
        return false;
    }
    for (size_t i = 0; i < out->n_stores; i++) {
        const struct node *other = out->stores[i].node;
        if (other->within == assignment->within
            && (node_may_precede(other, assignment) || node_may_precede(assignment, other)))
        {
            return false; /* the second one replaces an object */
        }
    }
    struct lazy_store store = {assignment, NULL};
    if (is_whole_statement(assignment)) {
        store.test = test_behind(place, assignment);
        if (store.test == NULL && is_tested_behind(place, assignment)) {
            return false; /* it may find the object of a thread that did not fail */
        }
    }
    else if (!node_is_asked(assignment)) {
        return false;
    }
    ARENA_ADD(c->arena, out->stores, out->n_stores, out->stores_capacity, &store);
    return true;
}

/* --- all ---------------------------------------------- */

static bool
is_tested_by(const struct lazy_object *object, const struct node *node)
{
    for (size_t i = 0; i < object->n_stores; i++) {
        if (object->stores[i].test == node) {
            return true;
        }
    }
    return false;
}

/* Macros repeat their arguments. */
static bool
is_read_already(const struct lazy_object *object, const struct node *node)
{
    for (size_t i = 0; i < object->n_reads; i++) {
        if (object->reads[i]->file == node->file && object->reads[i]->begin == node->begin) {
            return true;
        }
    }
    return false;
}

bool
lazy_object_read(const struct conversion *c, const struct shared_place *place,
                 struct lazy_object *out)
{
    bool is_stored = false;
    *out = (struct lazy_object){.stores = NULL};
    if (place->field == NULL || place->escape != NULL || place->type->kind != TYPE_POINTER
        || place->type->is_volatile || !type_is_record(place->type->target, "PyObject"))
    {
        return false;
    }
    for (size_t i = 0; i < place->n_accesses; i++) {
        const struct node *node = place->accesses[i].node;
        enum atomic_effect effect =
            node->kind == NODE_MEMBER ? effect_around(c, node) : ATOMIC_LOAD;
        bool is_written = node->is_written && node->kind == NODE_MEMBER;
        if (is_written ? effect == ATOMIC_EXCHANGE : effect != ATOMIC_NOT) {
            is_stored |= is_written || effect == ATOMIC_EXCHANGE;
            continue;
        }
        if (node->is_address_taken || (is_written && !add_store(c, place, node, out))) {
            return false;
        }
        is_stored |= is_written;
    }
    for (size_t i = 0; i < place->n_accesses; i++) {
        const struct node *node = place->accesses[i].node;
        if (node->kind != NODE_MEMBER || node->is_written || is_tested_by(out, node)
            || effect_around(c, node) != ATOMIC_NOT || is_settled(place, node)
            || is_read_already(out, node))
        {
            continue;
        }
        if (node->origin == ORIGIN_MACRO) {
            return false;
        }
        ARENA_ADD(c->arena, out->reads, out->n_reads, out->reads_capacity, &node);
    }
    return is_stored;
}
