/* Closures of getters and setters: {"Error", get_error, NULL, NULL, &spam_error}.  All modules
 * share the table, so the address of what moves becomes its place in the state, and the function
 * that gets it adds it to its state. */
#include "convert/plan/closures.h"

#include "convert/facts/closure_rows.h"
#include "convert/facts/inactive/words.h"
#include "convert/facts/mentions.h"
#include "convert/plan/functions.h"
#include "convert/plan/state_users.h"
#include "convert/plan/variables.h"
#include "convert/text/includes.h"

/* Is the closure of ROW the address of what moves into the state? */
static bool
moves(const struct conversion *c, const struct closure_row *row)
{
    const struct variable_plan *plan = moving(c, row->variable);
    return plan != NULL && plan->kind != FIELD_TYPE && plan->kind != FIELD_VECTOR
           && row->value->origin == ORIGIN_FILE && moving(c, row->table) == NULL;
}

/* --- who gets them --------------------------------------------------------------------------- */

/* How often FUNCTION stands beside a closure that moves: as a getter, or else as a setter. */
static size_t
count_rows(const struct conversion *c, const struct function *function, bool is_getter)
{
    struct closure_row row = {0};
    size_t n = 0;
    while (closure_row_next(c->source, &row)) {
        n += moves(c, &row) && (is_getter ? row.get : row.set) == function;
    }
    return n;
}

static bool
is_named_in_inactive_code(const struct conversion *c, const struct function *function)
{
    for (size_t i = 0; i < mention_count(c); i++) {
        const struct mention *mention = mention_at(c, i);
        if (mention->function == function && mention->is_inactive) {
            return true;
        }
    }
    return false;
}

static const struct variable *
closure_parameter(const struct function *function, bool is_getter)
{
    size_t last = is_getter ? 1 : 2;
    return function->n_parameters == last + 1 ? function->parameters[last] : NULL;
}

/* Can FUNCTION take places in the state as closures?  Then it gets nothing else, and only reads
 * them. */
static bool
can_take_places(const struct conversion *c, const struct function *function, bool is_getter)
{
    if (function == NULL) {
        return true;
    }
    const struct variable *parameter = closure_parameter(function, is_getter);
    if (function->body == NULL || function->made_by != NULL || parameter == NULL
        || function->n_uses != count_rows(c, function, is_getter)
        || is_named_in_inactive_code(c, function))
    {
        return false;
    }
    for (size_t i = 0; i < parameter->n_uses; i++) {
        const struct node *use = parameter->uses[i];
        if (use->is_written || use->is_address_taken || use->origin != ORIGIN_FILE) {
            return false;
        }
    }
    return true;
}

/* --- the plan -------------------------------------------------------------------------------- */

static void
add_uses(struct conversion *c, struct closures *list, const struct function *function,
         bool is_getter)
{
    const struct variable *parameter =
        function != NULL ? closure_parameter(function, is_getter) : NULL;
    if (parameter == NULL || uses_closure(c, function)) {
        return;
    }
    for (size_t i = 0; i < parameter->n_uses; i++) {
        const struct node *use = parameter->uses[i], *parent = use->parent;
        bool is_cast =
            parent != NULL && parent->kind == NODE_CAST && parent->origin == ORIGIN_FILE;
        ARENA_ADD(c->arena, list->uses, list->n_uses, list->uses_capacity,
                  &(struct closure_use){use, is_cast});
        require_state(c, function);
    }
}

/* Python.h does not declare offsetof in each release; a file that uses it knows it. */
static void
add_include(struct conversion *c, struct closures *list, const struct variable *table)
{
    const struct declaration *d = variable_declaration(table);
    uint32_t place = include_place(d->file, d->begin);
    for (size_t i = 0; i < list->n_includes; i++) {
        if (list->includes[i].file == d->file) {
            return;
        }
    }
    if (place != UINT32_MAX && !text_has_word(d->file, 0, d->file->size, "offsetof")) {
        ARENA_ADD(c->arena, list->includes, list->n_includes, list->includes_capacity,
                  &(struct closure_include){d->file, place});
    }
}

void
plan_closures(struct conversion *c)
{
    struct closures *list = ARENA_NEW(c->arena, struct closures);
    struct closure_row row = {0};
    c->closures = list;
    while (closure_row_next(c->source, &row)) {
        if (moves(c, &row) && can_take_places(c, row.get, true)
            && can_take_places(c, row.set, false))
        {
            ARENA_ADD(c->arena, list->items, list->n_items, list->capacity,
                      &(struct closure){row.table, row.value, row.variable});
            add_uses(c, list, row.get, true);
            add_uses(c, list, row.set, false);
            add_include(c, list, row.table);
        } /* else the mention is left, and refused */
    }
}

bool
uses_closure(const struct conversion *c, const struct function *function)
{
    for (size_t i = 0; i < c->closures->n_uses; i++) {
        if (c->closures->uses[i].node->within == function) {
            return true;
        }
    }
    return false;
}

bool
is_in_closure(const struct conversion *c, const struct source_file *file, uint32_t offset)
{
    for (size_t i = 0; i < c->closures->n_items; i++) {
        const struct node *value = c->closures->items[i].value;
        if (value->file == file && value->begin <= offset && offset < value->end) {
            return true;
        }
    }
    return false;
}
