/* Who owns the object in a value that is stored: did its function make or take a reference that
 * is the store's, or does something else own it? */
#include "convert/plan/value_ownership.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/handed_references.h"
#include "convert/facts/inactive/words.h"
#include "convert/facts/nodes.h"
#include "convert/facts/stores.h"
#include "convert/plan/filled_values.h"
#include "convert/plan/module.h"
#include "convert/plan/variables.h"
#include "extension/expression.h"
#include "extension/ownership.h"
#include "extension/references.h"
#include "model/extent.h"

/* Is one of NAMES called with USE, or with what it is a part of? */
static bool
is_handed_to(const struct node *use, const char *const *names)
{
    const struct node *node = use->parent;
    while (node != NULL && node->kind >= NODE_NAME && node->kind != NODE_CALL) {
        node = node->parent;
    }
    for (size_t k = 0; node != NULL && node->kind == NODE_CALL && names[k]; k++) {
        if (string_starts(call_name(node), names[k])) {
            return true;
        }
    }
    /* Py_INCREF and its kin are macros in some versions. */
    struct brackets around;
    for (uint32_t at = use->begin;
         use->origin != ORIGIN_MACRO && brackets_around(use->file, at, &around)
         && use->file->text[around.open] != '{';
         at = around.open)
    {
        for (size_t k = 0; names[k] != NULL; k++) {
            if (brackets_have_name(&around, names[k])) {
                return true;
            }
        }
    }
    return false;
}

static const char *const increments[] = {"Py_INCREF",  "Py_XINCREF", "Py_NewRef",
                                         "Py_XNewRef", "_Py_NewRef", "Py_IncRef",
                                         NULL};

bool
is_increment(const struct node *use)
{
    return is_handed_to(use, increments);
}

bool
takes_reference(const struct function *function, const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        if (variable->uses[i]->within == function
            && is_handed_to(variable->uses[i], increments))
        {
            return true;
        }
    }
    return false;
}

/* Does what stands at OFFSET, the argument of a call or of a macro that is written there,
 * have its reference taken by that? */
static bool
is_stolen_at(const struct conversion *c, const struct source_file *file,
             uint32_t offset)
{
    struct brackets around;
    struct range name;
    for (; brackets_around(file, offset, &around) && file->text[around.open] != '{';
         offset = around.open)
    {
        if (brackets_name(&around, &name)) {
            return reference_stolen_by(text_of(c, file, name.begin, name.end))
                   == (int)brackets_number(&around, offset);
        }
    }
    return false;
}

static bool
is_stolen(const struct conversion *c, const struct node *use)
{
    return is_handed_over(c, use)
           || (use->origin != ORIGIN_MACRO && is_stolen_at(c, use->file, use->begin));
}

bool
is_given_away(const struct conversion *c, const struct function *function,
              const struct variable *local)
{
    for (size_t i = 0; i < local->n_uses; i++) {
        const struct node *use = local->uses[i];
        if (use->within == function && is_stolen(c, use)) {
            return true;
        }
    }
    return false;
}

/* Is USE returned, as it is or by Py_NewRef? */
bool
is_returned(const struct node *use)
{
    const struct node *node = use->parent;
    while (node != NULL && node->kind >= NODE_NAME && node->kind != NODE_CONDITIONAL) {
        if (node->kind == NODE_CALL && !is_handed_to(use, increments)) {
            return false;
        }
        node = node->parent;
    }
    return node != NULL && node->kind == NODE_RETURN;
}

/* Does FUNCTION take a reference to VARIABLE that it does not hand on to its caller, or to
 * something that it fills? */
bool
keeps_reference(const struct conversion *c, const struct function *function,
                const struct variable *variable)
{
    size_t n_taken = 0, n_given = 0;
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        if (use->within == function) {
            n_taken += is_handed_to(use, increments);
            n_given += is_returned(use) || is_stolen(c, use);
        }
    }
    return n_taken > n_given;
}

/* Does FUNCTION return VARIABLE more often than it takes a reference for that?  Then its callers
 * borrow what it returns. */
bool
returns_borrowed(const struct function *function, const struct variable *variable)
{
    size_t n_taken = 0, n_returned = 0;
    for (size_t i = 0; i < variable->n_uses; i++) {
        if (variable->uses[i]->within == function) {
            n_taken += is_handed_to(variable->uses[i], increments);
            n_returned += is_returned(variable->uses[i]);
        }
    }
    return n_returned > n_taken;
}

/* Is LOCAL given what VARIABLE, or a part of it, has? */
bool
gets_what_it_has(const struct variable *local, const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *place = variable->uses[i];
        while (place->parent != NULL && place->parent->kind >= NODE_NAME
               && place->parent->kind != NODE_ASSIGN && place->parent->kind != NODE_VARIABLE)
        {
            place = place->parent;
        }
        const struct node *user = place->parent;
        const struct node *target =
            user != NULL && user->kind == NODE_ASSIGN ? node_bare(user->first) : NULL;
        if (user != NULL
            && (user->kind == NODE_VARIABLE
                    ? user->variable == local
                    : target != NULL && target != place && target->kind == NODE_NAME
                          && target->variable == local))
        {
            return true;
        }
    }
    return false;
}

/* The static variable that PLACE is, or is a part of; NULL: none. */
static const struct variable *
static_of(const struct node *place)
{
    place = node_bare(place);
    while (place != NULL
           && (place->kind == NODE_MEMBER || place->kind == NODE_SUBSCRIPT
               || (place->kind == NODE_UNARY && place->op == OP_ADDRESS)))
    {
        place = node_bare(place->first);
    }
    return place != NULL && place->kind == NODE_NAME && place->variable != NULL
                   && variable_is_static(place->variable)
               ? place->variable
               : NULL;
}

static const char *const releases[] = {"Py_DECREF", "Py_XDECREF", "Py_CLEAR", "Py_SETREF",
                                       "Py_XSETREF", "Py_DecRef", NULL};

/* Does FUNCTION, which gave LOCAL a new object, store it in a static whose object LOCAL gets
 * otherwise, and keep no reference for itself? */
static bool
is_stored_for_good(const struct function *function, const struct variable *local)
{
    for (size_t i = 0; i < local->n_uses; i++) {
        const struct node *use = local->uses[i];
        const struct node *assign = use->within == function ? node_outer(use)->parent : NULL;
        const struct variable *kept = assign != NULL && assign->kind == NODE_ASSIGN
                                              && node_bare(assign->first) != use
                                          ? static_of(assign->first)
                                          : NULL;
        if (kept != NULL && gets_what_it_has(local, kept)) {
            return true;
        }
    }
    return false;
}

static bool lends_value(const struct function *function, const struct node *value,
                        unsigned depth);

/* Does LOCAL of FUNCTION only ever have what a static keeps? */
static bool
lends_local(const struct function *function, const struct variable *local, unsigned depth)
{
    bool is_stored = is_stored_for_good(function, local);
    bool lends = local->initial != NULL && !is_null(local->initial);
    if (local->is_parameter || takes_reference(function, local)
        || (lends && !is_stored && !lends_value(function, local->initial, depth)))
    {
        return false;
    }
    for (size_t i = 0; i < local->n_uses; i++) {
        const struct node *use = local->uses[i], *assign = use->parent;
        if (use->is_address_taken || is_handed_to(use, releases)) {
            return false;
        }
        if (assign == NULL || assign->kind != NODE_ASSIGN || assign->first != use
            || is_null(assign->first->next))
        {
            continue;
        }
        if (!is_stored && !lends_value(function, assign->first->next, depth)) {
            return false;
        }
        lends = true;
    }
    return lends;
}

/* Does FUNCTION set VARIABLE, or a part of it, to something that it neither makes nor has in a
 * local?  What was there may be the caller's then. */
static bool
parts_with(const struct function *function, const struct variable *variable)
{
    const struct node *body = function->body;
    for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
        const struct node *value =
            n->kind == NODE_ASSIGN && static_of(n->first) == variable ? node_bare(store_value(n))
                                                                      : NULL;
        if (value != NULL && (is_null(value) || value->kind == NODE_MEMBER
                              || value->kind == NODE_SUBSCRIPT || static_of(value) != NULL))
        {
            return true;
        }
    }
    return false;
}

/* Is VALUE, of FUNCTION, what a static has, or its address, without a reference? */
static bool
lends_value(const struct function *function, const struct node *value, unsigned depth)
{
    enum { MAX_LENT_DEPTH = 4 };
    value = node_bare(value);
    if (value == NULL || depth > MAX_LENT_DEPTH) {
        return false;
    }
    if (value->kind == NODE_CONDITIONAL) {
        const struct node *one = node_child(value, 1), *two = node_child(value, 2);
        return (is_null(one) || lends_value(function, one, depth + 1))
               && (is_null(two) || lends_value(function, two, depth + 1));
    }
    if (value->kind == NODE_CALL) {
        int given = reference_given_by(call_name(value));
        return given == REFERENCE_BORROWED || given == REFERENCE_POINTER;
    }
    if (value->kind == NODE_NAME && value->variable != NULL
        && value->variable->storage == STORAGE_AUTOMATIC)
    {
        return lends_local(function, value->variable, depth + 1);
    }
    const struct variable *variable =
        static_of(value->kind == NODE_ASSIGN && value->op == '=' ? value->first : value);
    return variable != NULL
           && (returns_borrowed(function, variable)
               || (!takes_reference(function, variable) && !parts_with(function, variable)));
}

/* Do callers of FUNCTION, of the project, borrow what it returns: what a static of it has, or its
 * address, or what it borrows itself? */
static bool
lends(const struct function *function)
{
    const struct node *body = function != NULL ? function->body : NULL;
    bool has_value = false;
    if (body == NULL) {
        return false;
    }
    for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
        const struct node *value = n->kind == NODE_RETURN ? n->first : NULL;
        if (value == NULL || is_null(value)) {
            continue;
        }
        if (!lends_value(function, value, 0)) {
            return false;
        }
        has_value = true;
    }
    return has_value;
}

/* Does FUNCTION, of the project, return a local whose references it has all given away, as to the
 * module's dictionary? */
static bool
returns_what_it_gave(const struct conversion *c, const struct function *function)
{
    const struct node *body = function != NULL ? function->body : NULL;
    for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
        const struct node *value = n->kind == NODE_RETURN ? node_bare(n->first) : NULL;
        const struct variable *local =
            value != NULL && value->kind == NODE_NAME ? value->variable : NULL;
        size_t n_had = 1, n_given = 0;
        if (local == NULL || local->storage != STORAGE_AUTOMATIC || local->is_parameter) {
            continue;
        }
        for (size_t i = 0; i < local->n_uses; i++) {
            const struct node *use = local->uses[i];
            n_had += use->within == function && is_handed_to(use, increments);
            n_given += use->within == function && is_stolen(c, use);
        }
        if (n_given >= n_had) {
            return true;
        }
    }
    return false;
}

enum { MAX_VALUE_DEPTH = 8 };

/* Does A stand in front of B, in the text or in the body of the macro that gives both? */
static bool
stands_before(const struct node *a, const struct node *b)
{
    bool is_of_one_use = a->begin == b->begin && a->origin == ORIGIN_MACRO
                         && b->origin == ORIGIN_MACRO && a->macro_file == b->macro_file;
    return is_of_one_use ? a->macro_offset < b->macro_offset : a->begin < b->begin;
}

static bool
ends_with_return(const struct node *block)
{
    const struct node *last = block->first;
    while (last != NULL && last->next != NULL) {
        last = last->next;
    }
    return last != NULL
           && (last->kind == NODE_RETURN
               || (last->kind == NODE_BLOCK && ends_with_return(last)));
}

/* Can code behind ASSIGN, in the same run, come to NODE, which stands behind it?  No block that
 * is around it alone ends with a return; a goto may lead there. */
bool
runs_on_to(const struct node *assign, const struct node *node)
{
    if (node->begin < assign->end) {
        return false;
    }
    for (const struct node *n = assign->parent; n != NULL; n = n->parent) {
        if (n->begin <= node->begin && node->end <= n->end) {
            return true;
        }
        if (n->kind == NODE_BLOCK && ends_with_return(n)) {
            return false;
        }
    }
    return false;
}

/* Does whatever comes to PLACE go through ASSIGN, which stands in front of it? */
static bool
is_passed_before(const struct node *assign, const struct node *place)
{
    const struct node *child = assign;
    for (const struct node *n = assign->parent; n != NULL && !is_inside(place, child);
         child = n, n = n->parent)
    {
        bool is_choice = n->kind == NODE_IF || n->kind == NODE_FOR || n->kind == NODE_WHILE
                         || n->kind == NODE_SWITCH || n->kind == NODE_CONDITIONAL
                         || (n->kind == NODE_BINARY && (n->op == OP_AND || n->op == OP_OR));
        if (is_choice && n->first != child && !is_inside(place, child)) {
            return false;
        }
    }
    return true;
}

/* The assignment to LOCAL that stands last in front of END, but those of NULL; NULL: none. */
static const struct node *
assignment_before(const struct variable *local, const struct node *end)
{
    const struct node *last = NULL;
    for (size_t i = 0; i < local->n_uses; i++) {
        const struct node *assign = local->uses[i]->parent;
        if (assign != NULL && assign->kind == NODE_ASSIGN && assign->first == local->uses[i]
            && stands_before(assign, end) && !is_null(assign->first->next)
            && (last == NULL || stands_before(last, assign)))
        {
            last = assign;
        }
    }
    return last;
}

/* Does the text run on from PLACE to NODE, without a way out and without a label that others come
 * by? */
static bool
is_reached_from(const struct node *place, const struct node *node)
{
    const struct node *first = place;
    while (first->parent != NULL && !is_inside(node, first->parent)) {
        first = first->parent;
    }
    for (const struct node *n = first; n != NULL; n = n->next) {
        bool is_way_out = n != first && (n->kind == NODE_RETURN || n->kind == NODE_GOTO);
        if (is_way_out || (n != first && n->kind == NODE_LABEL)) {
            return false;
        }
        if (is_inside(node, n)) {
            return true;
        }
    }
    return false;
}

/* Does whatever comes from PLACE, where LOCAL is read, release the object in it behind that? */
static bool
is_released_behind(const struct variable *local, const struct node *place)
{
    for (size_t i = 0; i < local->n_uses; i++) {
        const struct node *use = local->uses[i];
        const struct node *between = assignment_before(local, use);
        if (use->within == place->within && stands_before(place, use)
            && is_handed_to(use, releases) && is_passed_before(use, place)
            && runs_on_to(place, use) && is_reached_from(place, use)
            && (between == NULL || !stands_before(place, between)))
        {
            return true;
        }
    }
    return false;
}

/* What LOCAL is given on the ways to PLACE; unknown where that is one thing on one of them and
 * another on the next. */
static enum stored_value
value_given(const struct conversion *c, const struct variable *local, const struct node *place,
            const struct function *function, unsigned depth)
{
    enum stored_value result = VALUE_UNKNOWN;
    const struct node *last = assignment_before(local, place);
    bool is_seen = false, is_passed = false;
    for (const struct node *assign = place;
         !is_passed && (assign = assignment_before(local, assign)) != NULL;)
    {
        is_passed = is_passed_before(assign, place);
        if (is_passed || runs_on_to(assign, place)) {
            enum stored_value one = value_of_node(c, assign->first->next, function, depth + 1);
            result = is_seen && one != result ? VALUE_UNKNOWN : one;
            is_seen = true;
        }
    }
    if (!is_passed && local->initial != NULL && (!is_seen || !is_null(local->initial))) {
        enum stored_value one = is_null(local->initial)
                             ? VALUE_NEW
                             : value_of_node(c, local->initial, function, depth + 1);
        result = is_seen && one != result ? VALUE_UNKNOWN : one;
        is_seen |= !is_null(local->initial);
    }
    for (const struct node *filling = filling_before(local, place);
         filling != NULL && (last == NULL || stands_before(last, filling));
         filling = filling_before(local, filling))
    {
        if (runs_on_to(filling, place)) {
            enum stored_value one = value_filled(c, filling, depth);
            /* What is borrowed so may be put back before its owner goes: who owns it is not
             * clear. */
            result = one != VALUE_NEW || (is_seen && one != result) ? VALUE_UNKNOWN : one;
            is_seen = true;
        }
    }
    return result;
}

/* What a local of FUNCTION holds at PLACE, by what is assigned to it. */
static enum stored_value
value_of_local(const struct conversion *c, const struct variable *local,
               const struct node *place, const struct function *function,
               unsigned depth)
{
    if (keeps_reference(c, function, local)) {
        return VALUE_NEW;
    }
    bool is_module = local == c->init->module_variable && !c->module->is_multi_phase;
    if (is_module || (local->is_parameter && function == c->init->setup)) {
        return VALUE_BORROWED; /* exec is handed the module, and does not own it */
    }
    if (local->is_parameter) {
        return VALUE_UNKNOWN;
    }
    if (depth > MAX_VALUE_DEPTH) {
        return VALUE_UNKNOWN;
    }
    enum stored_value result = value_given(c, local, place, function, depth);
    if (result == VALUE_NEW && !takes_reference(function, local)
        && (is_given_away(c, function, local) || is_released_behind(local, place)))
    {
        return VALUE_BORROWED; /* the module's dict has the reference now, or nobody */
    }
    return result;
}

/* Is PAIR `(Py_INCREF(o), o)`, or `(o = f(), Py_INCREF(o), o)`? */
static bool
takes_what_follows(const struct node *pair)
{
    const struct node *call = node_bare(pair->first);
    while (call->kind == NODE_BINARY && call->op == ',') {
        call = node_bare(call->first->next);
    }
    const struct node *taken = call->kind == NODE_CALL ? taken_reference(call) : NULL;
    return taken != NULL && nodes_are_alike(taken, node_resolved(pair->first->next));
}

/* Does FUNCTION set a member, an element or a static to NULL?  It may hand on what that had. */
static bool
empties_place(const struct function *function)
{
    for (const struct node *n = function->body; n != NULL; n = node_after(n, function->body)) {
        const struct node *target = n->kind == NODE_ASSIGN ? node_bare(n->first) : NULL;
        bool is_local = target != NULL && target->kind == NODE_NAME && target->variable != NULL
                        && target->variable->storage == STORAGE_AUTOMATIC;
        if (target != NULL && !is_local && is_null(n->first->next)) {
            return true;
        }
    }
    return false;
}

/* What CALL, in FUNCTION, gives its caller, by what the called function of the project returns on
 * its paths; new where that is not known. */
static enum stored_value
value_of_result(const struct conversion *c, const struct node *call,
                const struct function *function, unsigned depth)
{
    const struct ownership *ownership =
        call->function != NULL && call->function->body != NULL
                && !empties_place(call->function)
            ? function_ownership(c->extension, call->function)
            : NULL;
    enum stored_value result = VALUE_NEW;
    bool is_seen = false;
    for (size_t i = 0; ownership != NULL && ownership->is_known && i < ownership->n_ends; i++) {
        const struct ownership_end *end = &ownership->ends[i];
        enum stored_value one = VALUE_NEW;
        switch (end->result) {
        case RESULT_NUMBER:
            continue; /* NULL */
        case RESULT_BORROWED:
            one = VALUE_BORROWED;
            break;
        case RESULT_PARAMETER:
            one = value_of_node(c, call_argument(call, (size_t)end->number), function, depth + 1);
            break;
        default:
            break;
        }
        result = is_seen && one != result ? VALUE_UNKNOWN : one;
        is_seen = true;
    }
    return result;
}

enum stored_value
value_of_node(const struct conversion *c, const struct node *value,
              const struct function *function, unsigned depth)
{
    value = node_bare(value);
    if (value == NULL || depth > MAX_VALUE_DEPTH) {
        return VALUE_UNKNOWN;
    }
    switch (value->kind) {
    case NODE_CALL:
        switch (reference_given_by(call_name(value))) {
        case REFERENCE_BORROWED:
        case REFERENCE_POINTER:
            return VALUE_BORROWED;
        default:
            return lends(value->function) || returns_what_it_gave(c, value->function)
                       ? VALUE_BORROWED
                       : value_of_result(c, value, function, depth);
        }
    case NODE_NAME:
        if (value->variable == NULL) {
            return VALUE_UNKNOWN;
        }
        if (value->variable->storage == STORAGE_AUTOMATIC) {
            return value_of_local(c, value->variable, value, function, depth);
        }
        return VALUE_BORROWED;
    case NODE_MEMBER:
    case NODE_SUBSCRIPT:
    case NODE_UNARY:
        return VALUE_BORROWED;
    case NODE_CONDITIONAL: {
        const struct node *one = node_child(value, 1), *two = node_child(value, 2);
        if (is_null(one) || is_null(two)) {
            return value_of_node(c, is_null(one) ? two : one, function, depth + 1);
        }
        enum stored_value a = value_of_node(c, one, function, depth + 1);
        return a == value_of_node(c, two, function, depth + 1) ? a : VALUE_UNKNOWN;
    }
    case NODE_BINARY:
        if (value->op != ',') {
            return VALUE_UNKNOWN;
        }
        return takes_what_follows(value)
                   ? VALUE_NEW
                   : value_of_node(c, value->first->next, function, depth + 1);
    case NODE_ASSIGN:
        return VALUE_BORROWED; /* another variable has it too */
    case NODE_STATEMENT_EXPRESSION:
        return VALUE_NEW;
    default:
        return VALUE_UNKNOWN;
    }
}

/* Does FUNCTION take a reference to what is written as VALUE is, in any of its branches? */
bool
is_counted(const struct function *function, const struct node *value)
{
    const struct source_file *file = function->body->file;
    size_t size = value->end - value->begin;
    if (value->file != file || value->origin == ORIGIN_MACRO) {
        return false;
    }
    for (size_t k = 0; increments[k] != NULL; k++) {
        struct word word = {.file = file, .end = function->body->begin};
        struct brackets arguments;
        while (word_next(&word, increments[k], function->body->end)) {
            if (!use_brackets(file, word.begin, &arguments)) {
                continue;
            }
            struct range given = brackets_content(&arguments);
            if (given.end - given.begin == size
                && memcmp(file->text + given.begin, file->text + value->begin, size)
                       == 0)
            {
                return true;
            }
        }
    }
    return false;
}

/* The name at the root of PLACE; NULL: none. */
static const struct node *
root_of(const struct node *place)
{
    while (place != NULL
           && (place->kind == NODE_MEMBER || place->kind == NODE_SUBSCRIPT
               || (place->kind == NODE_UNARY && place->op == OP_ADDRESS)))
    {
        place = node_bare(place->first);
    }
    return place != NULL && place->kind == NODE_NAME && place->variable != NULL ? place : NULL;
}

/* USE, or what it is a part of, if that is written as VALUE is; NULL: it is not. */
static const struct node *
same_place(const struct node *use, const struct node *value)
{
    for (const struct node *n = use; n != NULL && n->kind >= NODE_NAME; n = n->parent) {
        if (n->kind == value->kind) {
            return nodes_are_alike(n, value) ? n : NULL;
        }
    }
    return NULL;
}

/* Are all references that FUNCTION takes to VALUE, a static, its address, a part of it or a local
 * that borrows what it has, for calls that steal one each, or for its caller? */
bool
takes_for_others(const struct conversion *c, const struct function *function,
                 const struct node *value)
{
    const struct node *root = root_of(value);
    const struct variable *variable = root != NULL ? root->variable : NULL;
    bool is_local = variable != NULL && variable->storage == STORAGE_AUTOMATIC;
    size_t n_taken = 0, n_given = 0;
    if (variable == NULL || variable->is_parameter || (is_local && root != value)) {
        return false;
    }
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        const struct node *place =
            use->within == function ? same_place(use, value) : NULL;
        if (place != NULL) {
            n_taken += is_handed_to(place, increments);
            n_given += is_stolen(c, place) || (!is_local && is_returned(place));
        }
    }
    return n_taken > 0 && n_taken <= n_given
           && (!is_local || value_of_local(c, variable, value, function, 0) == VALUE_BORROWED);
}
