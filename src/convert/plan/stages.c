/* What a stage leaves to the next: init leaves every static; state leaves the static
 * types, and what only their instances' functions could reach, as a static type does not
 * know its module. */
#include "convert/plan/stages.h"

#include "convert/arena_text.h"
#include "convert/facts/ready_calls.h"
#include "convert/plan/functions.h"
#include "convert/plan/initial_values.h"
#include "convert/plan/opt_out.h"
#include "convert/plan/reached_statics.h"
#include "convert/plan/retained_globals.h"
#include "convert/plan/tables.h"
#include "convert/plan/variable_selection.h"
#include "convert/plan/variables.h"

/* What is decided so far, to be changed. */
static struct stage_plan *
change_stages(struct conversion *c)
{
    struct stage_plan *copy = ARENA_NEW(c->arena, struct stage_plan);
    *copy = *c->stages;
    c->stages = copy;
    return copy;
}

/* --- who cannot reach the state while the types are static --------------------------- */

static bool
is_reached_by_type(const struct function_plan *plan)
{
    return plan->has_context
           && (plan->access == ACCESS_SELF || plan->access == ACCESS_EITHER
               || plan->access == ACCESS_CLASS || plan->access == ACCESS_OPERANDS
               || plan->access == ACCESS_TEARDOWN
               || plan->access == ACCESS_UNREACHABLE);
}

static const bool *
closed_variables(const struct conversion *c)
{
    bool *roots = ARENA_ARRAY(c->arena, bool, c->source->n_functions + 1);
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        roots[function->id] = is_reached_by_type(plan_of_function(c, function));
    }
    return reached_statics(c, roots, REACH_WITHOUT_CONTEXT);
}

/* Is the type made by a PyType_Ready that is written out? */
static bool
is_readied(const struct variable *type)
{
    for (size_t i = 0; i < type->n_uses; i++) {
        if (ready_call(type->uses[i]) != NULL) {
            return true;
        }
    }
    return false;
}

/* Does the table begin with a type that is made later than exec begins?  It is filled
 * when that is made, by the stage that does so. */
static bool
awaits_type(const struct conversion *c, const struct variable *table)
{
    for (size_t i = 0; i < table->n_initializers; i++) {
        const struct variable *type = moved_type_at(c, &table->initializers[i]);
        if (type != NULL && is_readied(type)) {
            return true;
        }
    }
    return false;
}

/* --- the order of fields -------------------------------------------------------------- */

void
stages_begin(struct conversion *c)
{
    struct stage_plan *stages = ARENA_NEW(c->arena, struct stage_plan);
    stages->fields = (const struct variable *const *)c->source->variables;
    c->stages = stages;
}

void
plan_groups(struct conversion *c)
{
    if (!c->selection->moves_types) {
        return;
    }
    const bool *closed = closed_variables(c);
    for (size_t i = 0; i < c->source->n_variables; i++) {
        struct variable_plan *plan = moving(c, c->source->variables[i]);
        if (plan != NULL) {
            bool is_late = closed[plan->variable->id] || awaits_type(c, plan->variable);
            plan->group = plan->kind == FIELD_TYPE ? GROUP_TYPES
                          : is_late                ? GROUP_TYPES_ONLY
                                                   : GROUP_STATE;
        }
    }
    /* In groups, each in the order of the declarations. */
    size_t n = 0;
    const struct variable **order =
        ARENA_ARRAY(c->arena, const struct variable *, c->source->n_variables + 1);
    for (enum field_group group = GROUP_STATE; group <= GROUP_TYPES; group++) {
        for (size_t i = 0; i < c->source->n_variables; i++) {
            const struct variable *variable = c->source->variables[i];
            if (plan_of_variable(c, variable)->group == group) {
                order[n++] = variable;
            }
        }
    }
    change_stages(c)->fields = order;
}

/* --- what stays ----------------------------------------------------------------------- */

static void
keep(struct conversion *c, struct variable_plan *plan)
{
    change_stages(c)->leaves_objects |= plan->kind != FIELD_DATA;
    plan->awaits = plan->kind;
    leave_static(c, plan->variable);
    share_globals(c, TEXT(c, "'%s' is process-wide", plan->variable->name));
}

/* What stays so that the rest can move may lead to objects. */
static void
share_rest(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        if (plan_of_variable(c, variable)->kept_for != KEPT_FOR_REST) {
            continue;
        }
        uint8_t kind = type_element(variable->type)->kind;
        if (kind != TYPE_INTEGER && kind != TYPE_FLOAT) {
            change_stages(c)->leaves_objects = true;
            change_stages(c)->is_once = true;
        }
    }
}

/* An opt-out goes in one piece when nothing stays; what stays may be what it is there for. */
static void
keep_opt_out_of_rest(struct conversion *c)
{
    for (size_t i = 0; c->opt_out->exec != NULL && i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        if (plan_of_variable(c, variable)->kept_for == KEPT_FOR_OBSTACLE) {
            change_stages(c)->is_once = true;
        }
    }
}

void
keep_statics(struct conversion *c)
{
    size_t n_findings = c->n_earlier_findings;
    share_rest(c);
    keep_opt_out_of_rest(c);
    if (c->options->stage != STAGE_INIT) {
        return;
    }
    change_stages(c)->needs_exec = c->selection->moves_types || has_initial_values(c);
    if (c->findings->n_items > n_findings) {
        c->findings->n_items = n_findings;
        c->is_refused = false;
        change_stages(c)->leaves_objects = true;
        share_globals(c, "some statics are shared by the whole process");
    }
    for (size_t i = 0; i < c->source->n_variables; i++) {
        struct variable_plan *plan = plan_of_variable(c, c->source->variables[i]);
        if (plan->kind != FIELD_NONE) {
            keep(c, plan);
        }
    }
    keep_tables(c);
    change_stages(c)->is_once = c->retained->not_isolated != NULL;
}

void
keep_types(struct conversion *c)
{
    if (c->options->stage != STAGE_STATE) {
        return;
    }
    change_stages(c)->needs_exec = c->selection->moves_types || has_initial_values(c);
    for (size_t i = 0; i < c->source->n_variables; i++) {
        struct variable_plan *plan = moving(c, c->source->variables[i]);
        if (plan != NULL && plan->group != GROUP_STATE) {
            keep(c, plan);
            change_stages(c)->is_once = true;
        }
    }
    keep_tables(c);
}

bool
opt_out_is_given_back(const struct conversion *c)
{
    return c->stages->is_once && !c->stages->leaves_objects;
}
