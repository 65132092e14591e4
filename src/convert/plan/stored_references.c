/* A field of the state owns what it points to, because m_clear gives it up.  A static
 * often did not: it lived as long as the process.  So a borrowed value gets a reference
 * when it is stored. */
#include "convert/plan/stored_references.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/argument_formats.h"
#include "convert/facts/handed_references.h"
#include "convert/facts/inactive/words.h"
#include "convert/facts/nodes.h"
#include "convert/facts/stores.h"
#include "convert/findings.h"
#include "convert/plan/functions.h"
#include "convert/plan/module.h"
#include "convert/plan/moved_memory.h"
#include "convert/plan/second_owners.h"
#include "convert/plan/variables.h"
#include "extension/expression.h"
#include "extension/references.h"
#include "model/extent.h"

static const char rule[] = "lifetime-not-converted";

/* --- who owns a value ---------------------------------------------------------------- */

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
static bool
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
static bool
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
static bool
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
static bool
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

enum value { VALUE_NEW, VALUE_BORROWED, VALUE_UNKNOWN };

static enum value value_of_node(const struct conversion *c, const struct node *value,
                                const struct function *function, unsigned depth);

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
static bool
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

/* What LOCAL is given on the ways to PLACE; unknown where that is one thing on one of them and
 * another on the next. */
static enum value
value_given(const struct conversion *c, const struct variable *local, const struct node *place,
            const struct function *function, unsigned depth)
{
    enum value result = VALUE_UNKNOWN;
    bool is_seen = false, is_passed = false;
    for (const struct node *assign = place;
         !is_passed && (assign = assignment_before(local, assign)) != NULL;)
    {
        is_passed = is_passed_before(assign, place);
        if (is_passed || runs_on_to(assign, place)) {
            enum value one = value_of_node(c, assign->first->next, function, depth + 1);
            result = is_seen && one != result ? VALUE_UNKNOWN : one;
            is_seen = true;
        }
    }
    if (!is_passed && local->initial != NULL && (!is_seen || !is_null(local->initial))) {
        enum value one = is_null(local->initial)
                             ? VALUE_NEW
                             : value_of_node(c, local->initial, function, depth + 1);
        result = is_seen && one != result ? VALUE_UNKNOWN : one;
    }
    return result;
}

/* What a local of FUNCTION holds at PLACE, by what is assigned to it. */
static enum value
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
    enum value result = value_given(c, local, place, function, depth);
    if (result == VALUE_NEW && !takes_reference(function, local)
        && is_given_away(c, function, local))
    {
        return VALUE_BORROWED; /* the module's dict has the reference now */
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

static enum value
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
                       : VALUE_NEW;
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
        enum value a = value_of_node(c, one, function, depth + 1);
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

/* --- where its reference is taken ------------------------------------------------------ */

/* Where a reference can be taken behind ASSIGN; false: nowhere. */
static bool
find_taking(const struct node *assign, struct stored_reference *out)
{
    *out = (struct stored_reference){.assign = assign};
    if (is_whole_statement(assign)) {
        out->taking =
            assign->parent->kind == NODE_IF ? TAKES_IN_BRANCH : TAKES_BEHIND;
        return true;
    }
    const struct node *condition = assign;
    while (condition->parent != NULL && condition->parent->kind >= NODE_NAME) {
        condition = condition->parent;
    }
    out->taking = TAKES_BEHIND_CHECK;
    out->statement = condition->parent;
    return out->statement != NULL && out->statement->kind == NODE_IF
           && out->statement->first == condition && out->statement->parent != NULL
           && out->statement->parent->kind == NODE_BLOCK
           && node_child(out->statement, 2) == NULL
           && leaves(node_child(out->statement, 1));
}

enum { FIRST_WITH_NEW_REFERENCES = 0x030A0000 };

/* A name for what a field had before ASSIGN, that nothing in its function has; NULL. */
static const char *
name_of_old(const struct node *assign)
{
    static const char *const names[] = {"old", "previous", "replaced"};
    const struct node *body = assign->within->body;
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        if (!text_has_word(body->file, body->begin, body->end, names[i])) {
            return names[i];
        }
    }
    return NULL;
}

/* STORED in a function that may run again releases what the field had, if nothing there does;
 * false: it cannot. */
static bool
find_replacing(const struct conversion *c, struct stored_reference *stored)
{
    const struct node *assign = stored->assign, *value = node_bare(assign->first->next);
    if (function_runs_only_at_import(c->extension, assign->within)
        || store_releases_old(assign) || store_is_first(assign) || store_target_is_read(assign))
    {
        return true;
    }
    bool has_macro = c->options->abi3 == 0 && c->options->build_abi3 == 0;
    bool has_new = has_macro && c->options->floor >= FIRST_WITH_NEW_REFERENCES
                   && type_is_pointer_to(assign->first->type, "_object");
    stored->taking = value->kind == NODE_NAME && has_macro ? REPLACES_NAMED
                     : has_new                             ? REPLACES_NEW
                                                           : REPLACES_ANY;
    stored->is_branch = assign->parent->kind == NODE_IF;
    stored->old = name_of_old(assign);
    return is_whole_statement(assign)
           && (stored->taking != REPLACES_ANY || stored->old != NULL);
}

/* The assignment whose target is NAME, or a part of it; NULL if it is none. */
static const struct node *
assignment_to(const struct node *name)
{
    const struct node *target = name;
    while (
        target->parent != NULL
        && ((target->parent->kind == NODE_SUBSCRIPT && target->parent->first == target)
            || (target->parent->kind == NODE_MEMBER && target->parent->op == '.')
            || target->parent->kind == NODE_PAREN))
    {
        target = target->parent;
    }
    const struct node *assign = target->parent;
    return assign != NULL && assign->kind == NODE_ASSIGN && assign->first == target
                   && assign->op == '='
               ? assign
               : NULL;
}

/* Does FUNCTION take a reference to what is written as VALUE is, in any of its branches? */
static bool
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

/* Are all references that FUNCTION takes to VALUE, a static or a local that borrows what it has,
 * for calls that steal one each, or for its caller? */
static bool
takes_for_others(const struct conversion *c, const struct function *function,
                 const struct node *value)
{
    const struct variable *variable = value->kind == NODE_NAME ? value->variable : NULL;
    bool is_local = variable != NULL && variable->storage == STORAGE_AUTOMATIC;
    size_t n_taken = 0, n_given = 0;
    if (variable == NULL || variable->is_parameter) {
        return false;
    }
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        if (use->within == function) {
            n_taken += is_handed_to(use, increments);
            n_given += is_stolen(c, use) || (!is_local && is_returned(use));
        }
    }
    return n_taken > 0 && n_taken <= n_given
           && (!is_local || value_of_local(c, variable, value, function, 0) == VALUE_BORROWED);
}

/* Is the reference in VALUE, a local, which ASSIGN stores in VARIABLE, the one that the function
 * returns to its caller? */
static bool
is_returned_too(const struct variable *variable, const struct node *value,
                const struct node *assign)
{
    const struct function *function = assign->within;
    const struct variable *local = value->kind == NODE_NAME ? value->variable : NULL;
    if (local == NULL || local->storage != STORAGE_AUTOMATIC || local->is_parameter
        || takes_reference(function, local) || returns_borrowed(function, variable)
        || gets_what_it_has(local, variable)) /* and callers borrow that */
    {
        return false;
    }
    for (size_t i = 0; i < local->n_uses; i++) {
        if (local->uses[i]->within == function && is_returned(local->uses[i])
            && runs_on_to(assign, local->uses[i]))
        {
            return true;
        }
    }
    return false;
}

static void
plan_assignment(struct conversion *c, struct stored_references *list,
                const struct variable *variable,
                const struct node *use, const struct node *assign)
{
    const struct node *value = assign->first->next;
    struct stored_reference stored;
    if (is_null(store_value(assign)) || keeps_reference(c, use->within, variable)
        || (is_counted(use->within, node_bare(value))
            && !takes_for_others(c, use->within, node_bare(value)))
        || (c->module->create != NULL
            && node_bare(value) == c->module->create)) /* init_module.c */
    {
        return;
    }
    enum value kind = value_of_node(c, value, use->within, 0);
    if (kind == VALUE_NEW) {
        if (is_returned_too(variable, node_bare(value), assign)) {
            refuse_at(c, rule, assign, variable->name,
                      "'%s' returns the only reference to the object that it stores in '%s', "
                      "and the module state would release it again; take a reference for '%s', "
                      "or keep no pointer to what others own",
                      assign->within->name, variable->name, variable->name);
        }
        return;
    }
    struct static_reading reading = {.kind = READS_NO_STATIC};
    if (kind == VALUE_BORROWED && !function_runs_only_at_import(c->extension, use->within)) {
        reading = store_reading(value, assign);
    }
    if (reading.kind == READS_AND_MOVES) {
        return; /* what puts it back: plan_loss */
    }
    bool is_lost = reading.kind == READS_UNCLEAR
                   || (reading.kind == READS_IT && variable_loses_values(c, reading.variable));
    if (kind == VALUE_BORROWED && !is_lost && use->origin == ORIGIN_FILE
        && assign->origin == ORIGIN_FILE && find_taking(assign, &stored)
        && find_replacing(c, &stored))
    {
        ARENA_ADD(c->arena, list->items, list->n_items, list->capacity, &stored);
        return;
    }
    if (is_lost) {
        refuse_at(c, rule, assign, variable->name,
                  "'%s' gets what '%s' has here, and it is unclear which of them owns it; take "
                  "a reference, or set the other to NULL",
                  variable->name, reading.variable->name);
        return;
    }
    bool is_of_macro = kind == VALUE_BORROWED && assign->origin != ORIGIN_FILE;
    refuse_at(c, rule, assign, variable->name,
              is_of_macro ? "the object that a macro stores in '%s' here has no reference for it; "
                            "take one in the macro"
                          : "it is unclear who owns the object that is stored in '%s' here",
              variable->name);
}

/* The address of USE, if that is handed to PyArg_…, which stores what it does not own; or
 * NULL. */
static const struct node *
address_for_parser(const struct node *use)
{
    const struct node *address = use->parent;
    return use->is_address_taken && address != NULL && address->kind == NODE_UNARY
                   && address->parent != NULL && address->parent->kind == NODE_CALL
                   && strstr(call_name(address->parent), "PyArg_") != NULL
               ? address
               : NULL;
}

static bool
is_listed(const struct stored_references *list, const struct node *assign)
{
    for (size_t i = 0; i < list->n_items; i++) {
        if (list->items[i].assign == assign) {
            return true;
        }
    }
    return false;
}

static void
plan_use(struct conversion *c, struct stored_references *list,
         const struct variable_plan *plan, const struct node *use)
{
    const struct node *assign = assignment_to(use), *address = address_for_parser(use);
    if (assign != NULL && plan->kind != FIELD_TYPE && assign->first->type != NULL
        && type_is_object_pointer(assign->first->type))
    {
        plan_assignment(c, list, plan->variable, use, assign);
    }
    else if (plan->kind == FIELD_OBJECT && address != NULL
             && !(keeps_reference(c, use->within, plan->variable)
                  && is_stored_last(address->parent, address)))
    {
        refuse_at(c, rule, use, plan->variable->name,
                  "PyArg_… stores a borrowed reference in '%s'; parse into a local and store a "
                  "new reference of it",
                  plan->variable->name);
    }
}

/* Does LIST make the module own what is stored in VARIABLE? */
static bool
is_made_strong(const struct stored_references *list, const struct variable *variable)
{
    for (size_t i = 0; i < list->n_items; i++) {
        for (const struct node *n = list->items[i].assign->first; n != NULL; n = n->first) {
            if (n->kind == NODE_NAME && n->variable == variable) {
                return true;
            }
        }
    }
    return false;
}

/* Does ASSIGN put back what its target had, a value that a local kept? */
static bool
restores(const struct node *assign)
{
    struct static_reading reading = store_reading(assign->first->next, assign);
    return reading.kind == READS_AND_MOVES && reading.is_of_target;
}

/* The last assignment to the target of RESTORE in front of it that each way to it goes through;
 * NULL: none. */
static const struct node *
store_before(const struct variable *variable, const struct node *restore)
{
    const struct node *last = NULL;
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        const struct node *assign =
            use->within == restore->within ? assignment_to(use) : NULL;
        if (assign != NULL && assign->begin < restore->begin && is_whole_statement(assign)
            && assign->parent->kind == NODE_BLOCK && is_inside(restore, assign->parent)
            && (last == NULL || last->begin < assign->begin))
        {
            last = assign;
        }
    }
    return last;
}

/* NULL, or what VARIABLE had before, that is stored in it by ASSIGN: it borrowed what it has,
 * and now owns it. */
static void
plan_loss(struct conversion *c, struct stored_references *list, const struct variable *variable,
          const struct node *use, const struct node *assign)
{
    bool is_forgotten = is_null(store_value(assign)) && !store_target_is_read(assign);
    const struct node *before =
        !is_forgotten && restores(assign) ? store_before(variable, assign) : NULL;
    if (!is_forgotten && (!restores(assign) || (before != NULL && !is_listed(list, before)))) {
        return;
    }
    if (!is_forgotten && before == NULL) {
        refuse_at(c, rule, assign, variable->name,
                  "'%s' gets back here what it had, but not each way to it stores something "
                  "else before, so it is unclear what it loses; use Py_XSETREF, with a "
                  "reference of its own",
                  variable->name);
        return;
    }
    if (!is_whole_statement(assign) || node_bare(assign->first->next)->kind == NODE_ASSIGN
        || assign->origin != ORIGIN_FILE || use->origin != ORIGIN_FILE)
    {
        refuse_at(c, rule, assign, variable->name,
                  "'%s' loses an object inside an expression, which the module state owns; use "
                  "Py_CLEAR or Py_XSETREF",
                  variable->name);
        return;
    }
    ARENA_ADD(c->arena, list->items, list->n_items, list->capacity,
              &(struct stored_reference){.assign = assign,
                                         .taking = is_forgotten ? FORGETS : RESTORES});
}

static void
plan_losses(struct conversion *c, struct stored_references *list,
            const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        const struct node *assign = use->within != NULL ? assignment_to(use) : NULL;
        bool is_object = assign != NULL && assign->first->type != NULL
                         && type_is_object_pointer(assign->first->type);
        if (is_object && !function_runs_only_at_import(c->extension, use->within)
            && !store_releases_old(assign))
        {
            plan_loss(c, list, variable, use, assign);
        }
    }
}

/* --- through pointers --------------------------------------------------------------- */

/* Does evaluating TARGET twice do more than once? */
static bool
has_effects(const struct node *target)
{
    for (const struct node *n = target; n != NULL; n = node_after(n, target)) {
        if (n->kind == NODE_CALL || n->kind == NODE_ASSIGN
            || (n->kind == NODE_UNARY && (n->op == OP_INCREMENT || n->op == OP_DECREMENT)))
        {
            return true;
        }
    }
    return false;
}

/* The variable that the place behind POINTER is reached from; NULL: none. */
static const struct variable *
origin_of(const struct node *pointer)
{
    while (pointer != NULL && pointer->kind != NODE_NAME) {
        pointer = node_bare(pointer->first);
    }
    return pointer != NULL ? pointer->variable : NULL;
}

/* ASSIGN stores an object through POINTER, which may lead to what moves. */
static void
plan_pointed(struct conversion *c, struct stored_references *list,
             const struct function *function, const struct node *assign,
             const struct node *pointer)
{
    const struct variable *origin = origin_of(pointer);
    const struct node *value = store_value(assign);
    bool is_forgotten = is_null(value)
                        && !function_runs_only_at_import(c->extension, function)
                        && !store_releases_old(assign) && !store_target_is_read(assign);
    if (!is_forgotten
        && (is_null(value) || (origin != NULL && keeps_reference(c, function, origin))
            || is_counted(function, node_bare(value))
            || value_of_node(c, value, function, 0) == VALUE_NEW))
    {
        return;
    }
    if (!is_forgotten && memory_of(c, pointer) == MEMORY_MOVED && origin != NULL
        && assign->origin == ORIGIN_FILE && pointer->origin == ORIGIN_FILE
        && !has_effects(assign->first))
    {
        plan_assignment(c, list, origin, pointer, assign);
        return;
    }
    refuse_at(c, rule, assign, origin != NULL ? origin->name : function->name,
              is_forgotten ? "an object that the module state may own is lost here; use "
                             "Py_CLEAR"
                           : "it is unclear who owns the object that is stored here, perhaps in "
                             "the module state; take a reference");
}

/* Stores through pointers to what moves. */
static void
plan_all_pointed(struct conversion *c, struct stored_references *list)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        if (!plan_of_function(c, function)->belongs || function->body == NULL) {
            continue;
        }
        for (const struct node *n = function->body; n != NULL;
             n = node_after(n, function->body))
        {
            /* Py_CLEAR and Py_XSETREF give up what was there, and are given what they store. */
            bool is_of_api = n->origin == ORIGIN_MACRO && n->macro_file == NULL;
            const struct node *pointer =
                n->kind == NODE_ASSIGN && n->op == '=' && !is_of_api && n->first->type != NULL
                        && type_is_object_pointer(n->first->type)
                    ? pointer_of_target(n->first)
                    : NULL;
            if (pointer != NULL && memory_of(c, pointer) != MEMORY_OTHER) {
                plan_pointed(c, list, function, n, pointer);
            }
        }
    }
}

void
plan_stored_references(struct conversion *c)
{
    struct stored_references *list = ARENA_NEW(c->arena, struct stored_references);
    *list = (struct stored_references){0};
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        const struct variable_plan *plan = moving(c, variable);
        if (plan == NULL || plan->kind == FIELD_DATA || plan->is_free_list) {
            continue;
        }
        for (size_t k = 0; k < variable->n_uses; k++) {
            if (variable->uses[k]->within != NULL) {
                plan_use(c, list, plan, variable->uses[k]);
            }
        }
        const struct node *second =
            plan->kind == FIELD_OBJECT ? second_owner(c, variable) : NULL;
        struct stored_reference stored;
        if (second != NULL && second->origin == ORIGIN_FILE && find_taking(second, &stored)) {
            ARENA_ADD(c->arena, list->items, list->n_items, list->capacity, &stored);
        }
        if (is_made_strong(list, variable)) {
            plan_losses(c, list, variable);
        }
    }
    plan_all_pointed(c, list);
    c->stored_references = list;
}
