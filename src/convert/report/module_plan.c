/* The plan of one module as a value: what moves, who reads it and through what, what
 * stays.  report/ prints it, in Markdown and in JSON. */
#include "convert/report/module_plan.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/plan/foreign_code.h"
#include "convert/plan/functions.h"
#include "convert/plan/gil_claim.h"
#include "convert/plan/gil_slot.h"
#include "convert/plan/guards.h"
#include "convert/plan/lost_attributes.h"
#include "convert/plan/module_slots.h"
#include "convert/plan/names.h"
#include "convert/plan/replaced_definition.h"
#include "convert/plan/retained_globals.h"
#include "convert/plan/stages.h"
#include "convert/plan/state_receivers.h"
#include "convert/plan/module_holders.h"
#include "convert/plan/teardown.h"
#include "convert/plan/type_specs.h"
#include "convert/plan/variable_selection.h"
#include "convert/plan/variables.h"
#include "convert/report/retained_globals.h"
#include "convert/report/stage_costs.h"
#include "convert/report/wording.h"

static struct plan_place
place_of(const struct declaration *declaration)
{
    return plan_place_at(declaration->file, declaration->name);
}

/* The functions that write VARIABLE, or those that read it, as they stand in its uses. */
static void
add_users(const struct conversion *c, struct plan_names *names,
          const struct variable *variable, bool is_written)
{
    const struct function *last = NULL;
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        if (use->within != NULL && use->within != last && use->is_written == is_written)
        {
            last = use->within;
            plan_names_add(c->arena, names, last->name);
        }
    }
}

/* The stage that moves the field, if they are applied one after another. */
static const char *
stage_name(const struct variable_plan *variable)
{
    return variable->group == GROUP_STATE ? "state" : "types";
}

static void
add_variables(const struct conversion *c, struct module_plan *out)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable_plan *plan = moving(c, c->stages->fields[i]);
        if (plan == NULL) {
            continue;
        }
        ARENA_GROW(c->arena, out->variables, out->n_variables, out->variables_capacity);
        struct planned_variable *variable = &out->variables[out->n_variables++];
        *variable = (struct planned_variable){
            .name = plan->variable->name,
            .field = plan->field,
            .place = place_of(variable_declaration(plan->variable)),
            .kind = kind_name(plan),
            .words = kind_words(plan, plan->kind),
            .stage = stage_name(plan),
        };
        add_users(c, &variable->writers, plan->variable, true);
        add_users(c, &variable->readers, plan->variable, false);
    }
}

/* By function id: the functions that need the state and are called, or handed on, by each. */
static struct plan_names *
calls_of_functions(const struct conversion *c)
{
    size_t n = c->source->n_functions;
    struct plan_names *calls = ARENA_ARRAY(c->arena, struct plan_names, n + 1);
    for (size_t i = 0; i < n; i++) {
        const struct function *called = c->source->functions[i];
        if (!plan_of_function(c, called)->needs_state
            || function_definition(called) == NULL)
        {
            continue;
        }
        for (size_t k = 0; k < called->n_uses; k++) {
            const struct function *caller = called->uses[k]->within;
            if (caller == NULL || caller == called || caller->id >= n) {
                continue;
            }
            struct plan_names *names = &calls[caller->id];
            if (names->n_items == 0
                || strcmp(names->items[names->n_items - 1], called->name) != 0)
            {
                plan_names_add(c->arena, names, called->name);
            }
        }
    }
    return calls;
}

static void
add_functions(const struct conversion *c, struct module_plan *out)
{
    const struct plan_names *calls = calls_of_functions(c);
    /* By function id: what each uses of what moves. */
    struct plan_names *uses =
        ARENA_ARRAY(c->arena, struct plan_names, c->source->n_functions + 1);
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->stages->fields[i];
        for (size_t k = 0; moving(c, variable) != NULL && k < variable->n_uses; k++) {
            const struct function *user = variable->uses[k]->within;
            if (user == NULL || user->id >= c->source->n_functions) {
                continue;
            }
            struct plan_names *names = &uses[user->id];
            if (names->n_items == 0
                || names->items[names->n_items - 1] != variable->name) {
                plan_names_add(c->arena, names, variable->name);
            }
        }
    }
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct function_plan *plan = plan_of_function(c, function);
        const struct declaration *place = function_definition(function);
        if (!plan->needs_state || place == NULL) {
            continue;
        }
        struct access_wording access = access_wording(c, function);
        bool is_unreachable = plan->access == ACCESS_UNREACHABLE && plan->why != NULL;
        ARENA_GROW(c->arena, out->functions, out->n_functions, out->functions_capacity);
        struct planned_function *item = &out->functions[out->n_functions++];
        *item = (struct planned_function){
            .name = function->name,
            .place = place_of(place),
            .access = access.name,
            .words = access.words,
            .uses = uses[function->id],
            .calls = calls[function->id],
            .needs_module = plan->makes_types,
            .why = is_unreachable ? plan->why : NULL,
        };
        if (is_unreachable && plan->where != NULL && plan->where->file != NULL) {
            item->where = plan_place_at(plan->where->file, plan->where->begin);
        }
    }
}

static void
add_types(const struct conversion *c, const char *const *added_flags,
          struct module_plan *out)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        const struct variable_plan *plan = moving(c, variable);
        const char *added = added_flags[variable->id];
        if (plan == NULL || (plan->kind != FIELD_TYPE && added == NULL)) {
            continue;
        }
        const struct initializer *flags = variable_initializer(variable, "tp_flags");
        ARENA_GROW(c->arena, out->types, out->n_types, out->types_capacity);
        struct planned_type *type = &out->types[out->n_types++];
        *type = (struct planned_type){
            .name = variable->name,
            .field = plan->field,
            .place = place_of(variable_declaration(variable)),
            .flags =
                flags != NULL ? text_of(c, flags->file, flags->begin, flags->end) : "0",
            .added_flags = added,
            .is_collected = type_adds_gc(c, variable),
        };
        const struct initializer *entry;
        const char *name, *message;
        for (size_t k = 0;
             plan->kind == FIELD_TYPE
             && (entry = lost_attribute(c, variable, k, &name, &message)) != NULL;
             k++)
        {
            ARENA_GROW(c->arena, type->lost, type->n_lost, type->lost_capacity);
            type->lost[type->n_lost++] = (struct lost_attribute){
                name, plan_place_at(entry->file, entry->begin), message};
        }
    }
}

static size_t
n_in_need(const struct conversion *c, enum access access)
{
    size_t n = 0;
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function_plan *plan = plan_of_function(c, c->source->functions[i]);
        n += plan->needs_state && plan->belongs && plan->access == access
             && (access != ACCESS_PARAMETER || takes_state(c, c->source->functions[i]));
    }
    return n;
}

/* Costs are what was measured of the calls themselves; see docs/convert.md. */
static void
add_costs(const struct conversion *c, struct edit_costs costs, struct module_plan *out)
{
    out->costs = (struct planned_costs){
        .n_edits = costs.n_edits,
        .has_new_header = costs.has_new_header,
        .n_by_module = n_in_need(c, ACCESS_MODULE),
        .n_handed = n_in_need(c, ACCESS_PARAMETER),
        .is_once = c->stages->is_once,
        .n_holders = c->module_holders->n_items,
    };
    if (costs.finds_by_type) {
        out->costs.n_by_type = n_in_need(c, ACCESS_SELF) + n_in_need(c, ACCESS_CLASS)
                               + n_in_need(c, ACCESS_OPERANDS);
    }
    for (size_t i = 0; i < out->n_types; i++) {
        out->costs.n_collected += out->types[i].is_collected;
    }
}

/* What no test of the module alone shows. */
static void
add_review(const struct conversion *c, struct module_plan *out)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable_plan *plan = moving(c, c->source->variables[i]);
        if (c->teardown->uses_at_end && only_counts_up(c, c->source->variables[i])) {
            plan_names_add(c->arena, &out->counters, plan->field);
        }
        out->moves_objects |= plan != NULL && plan->kind != FIELD_DATA;
        out->moves_data |= plan != NULL && plan->kind == FIELD_DATA;
    }
    out->moves_types = c->selection->moves_types;
    out->has_mutable_types =
        c->selection->moves_types && (c->options->floor >> 16 & 0xFF) < 10;
}

static bool
moves_any(const struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        if (moving(c, c->source->variables[i]) != NULL) {
            return true;
        }
    }
    return false;
}

/* The value of the slot Py_mod_multiple_interpreters that the module has. */
static const char *
claim_words(const struct module *module)
{
    static const char *const words[] = {
        [CLAIM_NONE] = NULL,
        [CLAIM_ONCE] = "Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED",
        [CLAIM_SHARED_GIL] = "Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED",
        [CLAIM_OWN_GIL] = "Py_MOD_PER_INTERPRETER_GIL_SUPPORTED",
    };
    return words[module->claim];
}

/* The same for who gets the plan of a module whose slot stays as it is. */
static enum support
support_of_claim(enum interpreters_claim claim)
{
    static const enum support supports[] = {
        [CLAIM_NONE] = SUPPORT_NONE,
        [CLAIM_ONCE] = SUPPORT_ONCE,
        [CLAIM_SHARED_GIL] = SUPPORT_SHARED_GIL,
        [CLAIM_OWN_GIL] = SUPPORT_OWN_GIL,
    };
    return supports[claim];
}

/* Does the module go on declaring what it declares, if anything?  Without a plan for its slots
 * nothing of them is changed. */
static bool
keeps_claim(const struct conversion *c)
{
    const struct slot_table_plan *plan = c->slot_table;
    if (!c->module->is_multi_phase || replaces_definition(c)) {
        return false;
    }
    return c->module->claim != CLAIM_NONE
               ? plan == NULL || (plan->table != NULL && plan->step == SLOTS_STAY)
               : plan == NULL || (!plan->has_claim && plan->step == SLOTS_STAY);
}

/* Is all that stays in OUT, and is there any, set once to what is the same for the whole
 * process? */
static bool
remains_isolated(const struct module_plan *out)
{
    for (size_t i = 0; i < out->n_retained; i++) {
        if (out->retained[i].cause != RETAINED_SET_ONCE) {
            return false;
        }
    }
    return out->n_retained > 0 && out->n_libraries == 0;
}

static void
add_module(const struct conversion *c, struct module_plan *out)
{
    *out = (struct module_plan){
        .name = c->full_name,
        .definition = c->module->variable->name,
        .place = place_of(variable_declaration(c->module->variable)),
        .entry = c->module->entry != NULL ? c->module->entry->name : NULL,
        .init = c->module->is_multi_phase ? INIT_MULTI : INIT_SINGLE,
        .new_init = c->module->is_multi_phase ? INIT_MULTI : INIT_SINGLE,
        .claim = claim_words(c->module),
    };
}

void
module_plan_of_broken(const struct conversion *c, struct module_plan *out)
{
    add_module(c, out);
    out->name = c->module->variable->name;
    out->init = out->new_init = INIT_UNKNOWN;
    out->is_broken = out->is_refused = true;
}

static void
add_guards(const struct conversion *c, struct module_plan *out)
{
    static const char *const owners[] = {
        [PLACE_STATE] = "state", [PLACE_INSTANCE] = "instance", [PLACE_STATIC] = "process"};
    static const char *const guards[] = {
        [GUARD_SECTION] = "critical-section", [GUARD_ATOMIC] = "atomic",
        [GUARD_ONCE] = "once"};
    out->has_guards = c->guards != NULL;
    for (size_t i = 0; out->has_guards && i < c->guards->n_places; i++) {
        const struct guarded_place *guarded = &c->guards->places[i];
        const struct shared_place *place = guarded->place;
        const struct declaration *d =
            place->variable != NULL ? variable_declaration(place->variable) : NULL;
        ARENA_GROW(c->arena, out->guards, out->n_guards, out->guards_capacity);
        out->guards[out->n_guards++] = (struct planned_guard){
            .name = place->name,
            .owner = owners[place->kind],
            .type = place->record != NULL ? place->record->name : NULL,
            .place = d != NULL ? place_of(d)
                               : plan_place_at(place->record->file, place->field->place),
            .guard = guards[guarded->guard],
            .is_there = guarded->is_there,
            .why = guarded->why,
        };
    }
    for (size_t i = 0; out->has_guards && i < c->guards->n_functions; i++) {
        plan_names_add(c->arena, &out->sections, c->guards->functions[i].function->name);
    }
    out->is_gil_unused =
        out->has_guards && (c->gil_claim->is_made || c->gil_claim->is_there);
}

void
module_plan_from(const struct conversion *c, struct edit_costs costs,
                 struct module_plan *out)
{
    add_module(c, out);
    out->waits_for_types = c->options->stage == STAGE_STATE && c->whole != NULL
                           && !moves_any(c) && moves_any(c->whole);
    out->rung = c->rung;
    out->not_isolated = c->retained->not_isolated;
    out->libraries = c->foreign_code->libraries;
    out->n_libraries = c->foreign_code->n_libraries;
    add_variables(c, out);
    if (out->n_variables > 0) {
        out->state_type = c->names->state_type;
    }
    add_functions(c, out);
    plan_retained_globals(c, out);
    add_guards(c, out);
    if (c->is_refused) {
        module_plan_refuse(out);
        return;
    }
    add_types(c, costs.added_flags, out);
    out->new_init = replaces_definition(c) ? INIT_EXPORT : INIT_MULTI;
    out->declares = declared_support(c);
    out->interpreters = interpreters_value(c);
    if (keeps_claim(c)) {
        out->not_isolated = remains_isolated(out) ? NULL : out->not_isolated;
        out->declares = support_of_claim(c->module->claim);
        out->interpreters = out->claim;
    }
    out->gil = c->gil->slot != NULL ? c->gil->slot
               : out->is_gil_unused ? "Py_MOD_GIL_NOT_USED"
                                    : NULL;
    add_costs(c, costs, out);
    plan_stage_costs(c, out);
    add_review(c, out);
}
