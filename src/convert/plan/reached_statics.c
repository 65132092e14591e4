/* What some functions need of the state: by what they use themselves, and what they call. */
#include "convert/plan/reached_statics.h"

#include "convert/arena_text.h"
#include "convert/facts/closure_rows.h"
#include "convert/facts/mentions.h"
#include "convert/plan/functions.h"
#include "convert/plan/token_pasting.h"
#include "convert/plan/variables.h"

struct reach {
    bool *functions, *macros, *variables; /* by id */
    enum reach_extent extent;
};

/* Has FUNCTION a way of its own to the state, so that it asks its callers for nothing? */
static bool
is_beyond(const struct conversion *c, const struct reach *reach,
          const struct function *function)
{
    return reach->extent == REACH_WITHOUT_CONTEXT
           && plan_of_function(c, function)->has_context;
}

static bool
reach_target(const struct conversion *c, struct reach *reach,
             const struct mention *mention)
{
    bool *flag;
    if (mention->variable != NULL) {
        flag = &reach->variables[mention->variable->id];
    }
    else if (mention->macro != NULL) {
        flag = &reach->macros[mention->macro->id];
    }
    else if (is_beyond(c, reach, mention->function)) {
        return false;
    }
    else {
        flag = &reach->functions[mention->function->id];
    }
    bool grows = !*flag;
    *flag = true;
    return grows;
}

static bool
is_reached(const struct reach *reach, const struct mention *mention)
{
    if (mention->in_macro != NULL) {
        return reach->macros[mention->in_macro->id];
    }
    return mention->within != NULL && reach->functions[mention->within->id];
}

/* Calls that no mention tells of: of functions that a macro makes, and by names that are
 * macros. */
static bool
reach_calls(const struct conversion *c, struct reach *reach)
{
    bool grows = false;
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        for (size_t k = 0; k < function->n_uses && !reach->functions[i]; k++) {
            const struct function *within = function->uses[k]->within;
            if (within != NULL && reach->functions[within->id]
                && !is_beyond(c, reach, function))
            {
                reach->functions[i] = grows = true;
            }
        }
    }
    return grows;
}

/* Uses that no mention tells of: pasted together in a macro. */
static void
reach_uses(const struct conversion *c, struct reach *reach)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        for (size_t k = 0; k < variable->n_uses; k++) {
            const struct function *within = variable->uses[k]->within;
            if (within != NULL && reach->functions[within->id]) {
                reach->variables[variable->id] = true;
            }
        }
    }
}

/* What functions get as closures. */
static void
reach_closures(const struct conversion *c, struct reach *reach)
{
    struct closure_row row = {0};
    while (closure_row_next(c->source, &row)) {
        if (row.variable != NULL
            && ((row.get != NULL && reach->functions[row.get->id])
                || (row.set != NULL && reach->functions[row.set->id])))
        {
            reach->variables[row.variable->id] = true;
        }
    }
}

static struct reach
reach_begin(const struct conversion *c, enum reach_extent extent)
{
    return (struct reach){
        .functions = ARENA_ARRAY(c->arena, bool, c->source->n_functions + 1),
        .macros = ARENA_ARRAY(c->arena, bool, c->source->n_macros + 1),
        .variables = ARENA_ARRAY(c->arena, bool, c->source->n_variables + 1),
        .extent = extent};
}

static bool *
reach_all(const struct conversion *c, struct reach *reach)
{
    for (bool grows = true; grows;) {
        grows = reach_calls(c, reach);
        for (size_t i = 0; i < mention_count(c); i++) {
            if (is_reached(reach, mention_at(c, i))) {
                grows |= reach_target(c, reach, mention_at(c, i));
            }
        }
    }
    reach_uses(c, reach);
    reach_closures(c, reach);
    close_pasted(c, reach->variables);
    return reach->variables;
}

bool *
reached_statics(const struct conversion *c, const bool *roots, enum reach_extent extent)
{
    struct reach reach = reach_begin(c, extent);
    for (size_t i = 0; i < c->source->n_functions; i++) {
        reach.functions[i] = roots[i];
    }
    return reach_all(c, &reach);
}

bool *
statics_of_macro(const struct conversion *c, const struct macro *macro)
{
    struct reach reach = reach_begin(c, REACH_WITHOUT_CONTEXT);
    reach.macros[macro->id] = true;
    return reach_all(c, &reach);
}

const char *
only_need(const struct conversion *c, const struct function *function)
{
    const struct variable_plan *only = NULL;
    bool *roots = ARENA_ARRAY(c->arena, bool, c->source->n_functions + 1);
    roots[function->id] = true;
    const bool *reached = reached_statics(c, roots, REACH_WITHOUT_CONTEXT);
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable_plan *plan = moving(c, c->source->variables[i]);
        if (plan == NULL || !reached[plan->variable->id]) {
            continue;
        }
        if (only != NULL) {
            return NULL;
        }
        only = plan;
    }
    return only == NULL ? NULL
                        : TEXT(c, "the static %s '%s'",
                               only->kind == FIELD_TYPE ? "type" : "variable",
                               only->variable->name);
}
