/* A field of the state owns what it points to, because m_clear gives it up.  A static
 * often did not: it lived as long as the process.  So a borrowed value gets a reference
 * when it is stored. */
#include "convert/plan/stored_references.h"

#include <string.h>

#include "convert/facts/argument_formats.h"
#include "convert/facts/inactive/words.h"
#include "convert/facts/nodes.h"
#include "convert/facts/stores.h"
#include "convert/findings.h"
#include "convert/plan/counted_ways.h"
#include "convert/plan/functions.h"
#include "convert/plan/moved_memory.h"
#include "convert/plan/second_owners.h"
#include "convert/plan/value_ownership.h"
#include "convert/plan/variables.h"

static const char rule[] = "lifetime-not-converted";

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

/* Refuse ASSIGN to VARIABLE, or to what that leads to, where a reference is taken on a condition. */
static bool
refuse_some_ways(struct conversion *c, const struct variable *variable,
                 const struct node *assign)
{
    if (!is_counted_on_some_ways(c, variable, assign)) {
        return false;
    }
    refuse_at(c, rule, assign, variable->name,
              "a reference for '%s' is taken on some of the ways on which it is stored, and the "
              "module state would release one on all; take it on each",
              variable->name);
    return true;
}

static void
plan_assignment(struct conversion *c, struct stored_references *list,
                const struct variable *variable,
                const struct node *use, const struct node *assign)
{
    const struct node *value = assign->first->next;
    struct stored_reference stored;
    if (refuse_some_ways(c, variable, assign)) {
        return;
    }
    if (is_null(store_value(assign)) || keeps_reference(c, use->within, variable)
        || (is_counted(use->within, node_bare(value))
            && !takes_for_others(c, use->within, node_bare(value)))
        || (c->module->create != NULL
            && node_bare(value) == c->module->create)) /* init_module.c */
    {
        return;
    }
    enum stored_value kind = value_of_node(c, value, use->within, 0);
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

/* Does the function NAME of the C API store what it does not own where it is told? */
static bool
stores_borrowed(const char *name)
{
    return strstr(name, "PyArg_") != NULL || string_ends(name, "PyDict_Next")
           || string_ends(name, "PySet_NextEntry");
}

/* The address of USE, or of a part of it, if that is handed to a function that stores what it does
 * not own; or NULL. */
static const struct node *
address_for_borrower(const struct node *use)
{
    const struct node *place = use;
    while (place->parent != NULL && place->parent->first == place
           && (place->parent->kind == NODE_SUBSCRIPT || place->parent->kind == NODE_PAREN
               || (place->parent->kind == NODE_MEMBER && place->parent->op == '.')))
    {
        place = place->parent;
    }
    const struct node *address = place->parent;
    const struct node *call =
        address != NULL && address->kind == NODE_UNARY && address->op == OP_ADDRESS
            ? node_outer(address)->parent
            : NULL;
    return call != NULL && call->kind == NODE_CALL && stores_borrowed(call_name(call))
                   && place->type != NULL && type_is_object_pointer(place->type)
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
refuse_borrower(struct conversion *c, const struct variable *variable, const struct node *use,
                const struct node *address)
{
    const struct node *call = node_outer(address)->parent;
    bool is_parser = strstr(call_name(call), "PyArg_") != NULL;
    if (!is_parser) {
        refuse_at(c, rule, use, variable->name,
                  "%s stores a borrowed reference in '%s'; give it a local, and store a new "
                  "reference of that",
                  call_name(call), variable->name);
    }
    else if (!keeps_reference(c, use->within, variable) || !is_stored_last(call, address)) {
        refuse_at(c, rule, use, variable->name,
                  "PyArg_… stores a borrowed reference in '%s'; parse into a local and store a "
                  "new reference of it",
                  variable->name);
    }
}

static void
plan_use(struct conversion *c, struct stored_references *list,
         const struct variable_plan *plan, const struct node *use)
{
    const struct node *assign = assignment_to(use), *address = address_for_borrower(use);
    if (assign != NULL && plan->kind != FIELD_TYPE && assign->first->type != NULL
        && type_is_object_pointer(assign->first->type))
    {
        plan_assignment(c, list, plan->variable, use, assign);
    }
    else if (plan->kind != FIELD_TYPE && address != NULL) {
        refuse_borrower(c, plan->variable, use, address);
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
    if (origin != NULL && memory_of(c, pointer) == MEMORY_MOVED
        && refuse_some_ways(c, origin, assign))
    {
        return;
    }
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
