/* Which variables stay static so that the rest of their module can move: those that the
 * obstacles are about, and what depends on them.  It may be more than is needed, as the result
 * is only what is left over; it must not be less than depends on them. */
#include "convert/kept_statics.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/guarded_statics.h"
#include "convert/facts/process_constants.h"
#include "convert/facts/type_contents.h"
#include "convert/plan/functions.h"
#include "convert/plan/reached_statics.h"
#include "convert/plan/variables.h"

const char **
kept_statics_new(const struct conversion *c)
{
    return ARENA_ARRAY(c->arena, const char *, c->source->n_variables + 1);
}

static bool
keep(const struct conversion *c, const char **kept, const struct variable *variable,
     const char *reason)
{
    bool is_new = kept[variable->id] == NULL && variable_is_static(variable)
                  && plan_of_variable(c, variable)->belongs;
    if (is_new) {
        kept[variable->id] = reason;
    }
    return is_new;
}

/* --- types and their functions -------------------------------------------------------- */

static bool
is_type(const struct variable *variable)
{
    return variable->type != NULL && type_is_record(variable->type, "PyTypeObject");
}

/* A static type has static bases, and its functions cannot find the state. */
static bool
keep_with_type(const struct conversion *c, const struct variable *type,
               const char **kept)
{
    bool *variables = ARENA_ARRAY(c->arena, bool, c->source->n_variables + 1);
    bool *functions = ARENA_ARRAY(c->arena, bool, c->source->n_functions + 1);
    mark_type_contents(c->source, type, variables, functions);
    const bool *reached = reached_statics(c, functions, REACH_EVERYTHING);
    bool grows = false;
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *other = c->source->variables[i];
        if (variables[other->id] && is_type(other)) {
            grows |= keep(c, kept, other, TEXT(c, "'%s' refers to it", type->name));
        }
        else if (reached[other->id] && moving(c, other) != NULL) {
            grows |= keep(c, kept, other,
                          TEXT(c, "functions of '%s' need it", type->name));
        }
    }
    return grows;
}

/* --- what an obstacle is about ---------------------------------------------------------- */

/* The types that have FUNCTION or TABLE. */
static bool
keep_owners(const struct conversion *c, const struct function *function,
            const struct variable *table, const char *reason, const char **kept)
{
    bool is_any = false;
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable_plan *plan = moving(c, c->source->variables[i]);
        if (plan == NULL || plan->kind != FIELD_TYPE) {
            continue;
        }
        bool *variables = ARENA_ARRAY(c->arena, bool, c->source->n_variables + 1);
        bool *functions = ARENA_ARRAY(c->arena, bool, c->source->n_functions + 1);
        mark_type_contents(c->source, plan->variable, variables, functions);
        if ((function != NULL && functions[function->id])
            || (table != NULL && variables[table->id]))
        {
            keep(c, kept, plan->variable, reason);
            is_any = true;
        }
    }
    return is_any;
}

/* What moves of the variables in REACHED. */
static bool
keep_reached(const struct conversion *c, const bool *reached, const char *reason,
             const char **kept)
{
    bool is_any = false;
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        if (reached[variable->id] && moving(c, variable) != NULL) {
            keep(c, kept, variable, reason);
            is_any = true;
        }
    }
    return is_any;
}

static bool
keep_needs(const struct conversion *c, const struct function *function,
           const char *reason, const char **kept)
{
    bool *roots = ARENA_ARRAY(c->arena, bool, c->source->n_functions + 1);
    roots[function->id] = true;
    return keep_reached(c, reached_statics(c, roots, REACH_WITHOUT_CONTEXT), reason, kept);
}

static bool
keep_named(const struct conversion *c, const struct finding *obstacle,
           const char **kept)
{
    const char *reason =
        TEXT(c, "%s (%s:%u)", obstacle->message, obstacle->path, obstacle->line);
    const bool is_access = strcmp(obstacle->rule, "access-not-converted") == 0;
    bool is_any = false;
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        const struct variable_plan *plan = plan_of_variable(c, variable);
        if (!string_equal(variable->name, obstacle->symbol) || !plan->belongs
            || !variable_is_static(variable) || variable == c->module->variable)
        {
            continue;
        }
        bool is_table = plan->kind == FIELD_NONE && variable->type != NULL
                        && type_is_api_table(variable->type);
        if (!is_table) {
            keep(c, kept, variable, reason);
        }
        is_any |= !is_table || keep_owners(c, NULL, variable, reason, kept);
    }
    for (size_t i = 0; i < c->source->n_functions && obstacle->symbol != NULL; i++) {
        const struct function *function = c->source->functions[i];
        if (strcmp(function->name, obstacle->symbol) == 0
            && plan_of_function(c, function)->belongs)
        {
            is_any |= is_access ? keep_needs(c, function, reason, kept)
                                : keep_owners(c, function, NULL, reason, kept);
        }
    }
    for (size_t i = 0; i < c->source->n_macros && is_access; i++) {
        const struct macro *macro = c->source->macros[i];
        if (string_equal(macro->name, obstacle->symbol)) {
            is_any |= keep_reached(c, statics_of_macro(c, macro), reason, kept);
        }
    }
    return is_any;
}

/* --- all of it --------------------------------------------------------------------------- */

/* An initialiser can only have addresses of what is static. */
static bool
keep_initial_addresses(const struct conversion *c, const struct variable *variable,
                       const char **kept)
{
    bool grows = false;
    for (size_t i = 0; i < variable->n_initializers; i++) {
        const struct node *referent = node_referent(variable->initializers[i].value);
        const struct variable *other =
            referent != NULL && referent->kind == NODE_NAME ? referent->variable : NULL;
        grows |= moving(c, other) != NULL
                 && keep(c, kept, other,
                         TEXT(c, "the initialiser of '%s' has its address",
                              variable->name));
    }
    return grows;
}

/* Structs that have its address are given away with it, as by a capsule. */
static bool
keep_holders(const struct conversion *c, const struct variable *variable,
             const char **kept)
{
    bool grows = false;
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct variable *holder = variable->uses[i]->holder;
        const struct variable_plan *plan = moving(c, holder);
        if (plan != NULL && plan->kind != FIELD_TYPE && holder->type->kind == TYPE_RECORD) {
            grows |= keep(c, kept, holder,
                          TEXT(c, "its initialiser has the address of '%s'",
                               variable->name));
        }
    }
    return grows;
}

/* False: nothing depends on VARIABLE that is not kept. */
static bool
keep_dependents(const struct conversion *c, const struct variable *variable,
                const char **kept)
{
    bool grows = is_type(variable) && keep_with_type(c, variable, kept);
    grows |= keep_initial_addresses(c, variable, kept);
    grows |= keep_holders(c, variable, kept);
    const bool *guarded = guarded_statics(c, variable);
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *other = c->source->variables[i];
        grows |= guarded[other->id] && moving(c, other) != NULL
                 && keep(c, kept, other,
                         TEXT(c, "it is set where '%s' is tested", variable->name));
    }
    return grows;
}

static void
keep_all_dependents(const struct conversion *c, const char **kept)
{
    bool *is_done = ARENA_ARRAY(c->arena, bool, c->source->n_variables + 1);
    for (bool grows = true; grows;) {
        grows = false;
        for (size_t i = 0; i < c->source->n_variables; i++) {
            const struct variable *variable = c->source->variables[i];
            if (kept[variable->id] != NULL && !is_done[variable->id]) {
                is_done[variable->id] = true;
                grows |= keep_dependents(c, variable, kept);
            }
        }
    }
}

static size_t
count_kept(const struct conversion *c, const char *const *kept)
{
    size_t n = 0;
    for (size_t i = 0; i < c->source->n_variables; i++) {
        n += kept[c->source->variables[i]->id] != NULL;
    }
    return n;
}

static bool
is_any_left(const struct conversion *c, const char *const *kept)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        if (moving(c, variable) != NULL && kept[variable->id] == NULL) {
            return true;
        }
    }
    return false;
}

bool
kept_statics_grow(const struct conversion *c, const struct findings *obstacles,
                  const char **kept)
{
    const size_t n_kept = count_kept(c, kept);
    for (size_t i = 0; i < obstacles->n_items; i++) {
        const struct finding *obstacle = &obstacles->items[i];
        if (obstacle->is_obstacle && !keep_named(c, obstacle, kept)) {
            return false;
        }
    }
    keep_all_dependents(c, kept);
    return count_kept(c, kept) > n_kept && is_any_left(c, kept);
}

const bool *
constants_in_the_way(const struct conversion *c, const struct findings *obstacles)
{
    const char **named = kept_statics_new(c);
    bool *constants = ARENA_ARRAY(c->arena, bool, c->source->n_variables + 1);
    bool is_any = false;
    for (size_t i = 0; i < obstacles->n_items; i++) {
        if (obstacles->items[i].is_obstacle) {
            keep_named(c, &obstacles->items[i], named);
        }
    }
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        bool is_constant = named[variable->id] != NULL && moving(c, variable) != NULL
                           && is_process_constant(c, variable);
        constants[variable->id] = is_constant;
        is_any |= is_constant;
    }
    return is_any ? constants : NULL;
}
