/* Which functions and macros need the module state, grown to a fix-point. */
#include "convert/plan/state_demand.h"

#include <string.h>

#include "convert/facts/inactive/macro_body.h"
#include "convert/facts/mentions.h"
#include "convert/facts/nodes.h"
#include "convert/facts/ready_calls.h"
#include "convert/facts/spec_makers.h"
#include "convert/findings.h"
#include "convert/plan/assertions.h"
#include "convert/plan/callbacks.h"
#include "convert/plan/functions.h"
#include "convert/plan/inactive_functions.h"
#include "convert/plan/initial_values.h"
#include "convert/plan/lazy_types.h"
#include "convert/plan/macros.h"
#include "convert/plan/module.h"
#include "convert/plan/sized_types.h"
#include "convert/plan/state_receivers.h"
#include "convert/plan/state_users.h"
#include "convert/plan/variable_selection.h"
#include "convert/plan/variables.h"
#include "model/extent.h"

/* --- macros --------------------------------------------------------------------- */

static bool
has_no_parameters(const struct macro *macro)
{
    struct range name;
    return !macro_parameter(macro, 0, &name);
}

/* The function in whose body MACRO is defined, or NULL. */
static const struct function *
function_around(const struct conversion *c, const struct macro *macro)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        if (function->body != NULL && function->body->file == macro->file
            && function->body->begin < macro->begin
            && macro->begin < function->body->end)
        {
            return function;
        }
    }
    return NULL;
}

/* Is MENTION of a macro in the function HOME: in its body, in a file that is included
 * there, or in another macro that is defined there? */
static bool
is_at_home(const struct conversion *c, const struct mention *mention,
           const struct function *home)
{
    if (mention->in_macro != NULL) {
        return function_around(c, mention->in_macro) == home;
    }
    return mention->within == home
           || (mention->within == NULL && mention->file != mention->macro->file);
}

/* Macros that are a function's own find the state in its local. */
static void
plan_homes(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_macros; i++) {
        plan_of_macro(c, c->source->macros[i])->home =
            function_around(c, c->source->macros[i]);
    }
    for (size_t i = 0; i < mention_count(c); i++) {
        const struct mention *mention = mention_at(c, i);
        struct macro_plan *plan =
            mention->macro != NULL ? plan_of_macro(c, mention->macro) : NULL;
        if (plan != NULL && plan->home != NULL && !is_at_home(c, mention, plan->home)) {
            plan->home = NULL;
        }
    }
}

/* Does MACRO's text name the definition of the module?  Another file may have one of that name. */
static bool
names_definition(const struct conversion *c, const struct macro *macro)
{
    for (size_t i = 0; i < mention_count(c); i++) {
        const struct mention *mention = mention_at(c, i);
        if (mention->in_macro == macro && mention->variable == c->module->variable) {
            return true;
        }
    }
    return false;
}

static void
plan_macro_kinds(struct conversion *c)
{
    plan_homes(c);
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        if (function->made_by != NULL) {
            plan_of_macro(c, function->made_by)->is_generator = true;
        }
    }
    for (size_t i = 0; i < c->source->n_macros; i++) {
        const struct macro *macro = c->source->macros[i];
        struct macro_plan *plan = plan_of_macro(c, macro);
        if (has_no_parameters(macro) && macro_has_word(macro, "PyState_FindModule")
            && names_definition(c, macro))
        {
            plan->is_accessor = plan->needs_state = true;
        }
    }
}

/* Is the macro that MENTION stands in nothing but the name of a function? */
static bool
is_alias(const struct mention *mention)
{
    return mention->in_macro != NULL && mention->function != NULL
           && !mention->in_macro->function_like
           && macro_is_word(mention->in_macro, mention->begin, mention->end);
}

/* A macro that is nothing but the name of a function that takes the state. */
static void
plan_aliases(struct conversion *c)
{
    for (size_t i = 0; i < mention_count(c); i++) {
        const struct mention *mention = mention_at(c, i);
        if (is_alias(mention) && takes_state(c, mention->function)) {
            plan_of_macro(c, mention->in_macro)->is_alias = true;
        }
    }
}

/* One call in the text of another macro may reach all functions that the macro is ever defined
 * as (`#define CALCULATOR moon_phase`): if one of them takes the state, the others do. */
static bool
grow_aliases(struct conversion *c)
{
    bool grows = false;
    for (size_t i = 0; i < mention_count(c); i++) {
        const struct mention *one = mention_at(c, i);
        if (!is_alias(one) || !takes_state(c, one->function)) {
            continue;
        }
        for (size_t k = 0; k < mention_count(c); k++) {
            const struct mention *other = mention_at(c, k);
            if (is_alias(other) && other->function->body != NULL
                && other->in_macro->file == one->in_macro->file
                && strcmp(other->in_macro->name, one->in_macro->name) == 0)
            {
                grows |= require_state(c, other->function);
            }
        }
    }
    return grows;
}

/* --- the module as a parameter of init functions ---------------------------------- */

static const struct variable *
module_of(const struct conversion *c, const struct function *function)
{
    if (function == c->init->setup) {
        if (c->module->is_multi_phase) {
            return function->n_parameters > 0 ? function->parameters[0] : NULL;
        }
        return c->init->keeps_variable ? NULL : c->init->module_variable;
    }
    int i = plan_of_function(c, function)->module_parameter;
    return i >= 0 ? function->parameters[i] : NULL;
}

/* Is USE of FUNCTION one of the module's slots, which CPython calls with the module? */
static bool
is_exec_slot(const struct conversion *c, const struct function *function, const struct node *use)
{
    const struct function_plan *plan = plan_of_function(c, function);
    return use->within == NULL && use->holder != NULL && plan->has_context
           && plan->access == ACCESS_INIT
           && type_is_record(type_element(use->holder->type), "PyModuleDef_Slot");
}

/* Do all calls of FUNCTION hand over the module as argument I? */
static bool
parameter_is_module(const struct conversion *c, const struct function *function,
                    size_t i)
{
    for (size_t k = 0; k < function->n_uses; k++) {
        if (i == 0 && is_exec_slot(c, function, function->uses[k])) {
            continue;
        }
        const struct node *call = direct_call(function->uses[k]);
        const struct node *argument =
            call != NULL ? node_bare(call_argument(call, i)) : NULL;
        const struct function *caller = function->uses[k]->within;
        if (argument == NULL || caller == NULL || argument->kind != NODE_NAME
            || argument->variable == NULL || argument->variable != module_of(c, caller))
        {
            return false;
        }
    }
    return function->n_uses > 0;
}

static void
plan_module_parameters(struct conversion *c)
{
    for (bool grows = true; grows;) {
        grows = false;
        for (size_t i = 0; i < c->source->n_functions; i++) {
            const struct function *function = c->source->functions[i];
            struct function_plan *plan = plan_of_function(c, function);
            if (!plan->is_init || plan->module_parameter >= 0
                || function == c->init->setup)
            {
                continue;
            }
            for (size_t k = 0; k < function->n_parameters; k++) {
                if (parameter_is_module(c, function, k)) {
                    plan->module_parameter = (int)k;
                    grows = true;
                    break;
                }
            }
        }
    }
}

/* Functions that make types need the module itself; so do their callers. */
static bool
grow_makers(struct conversion *c)
{
    bool grows = false;
    for (size_t i = 0; i < mention_count(c); i++) {
        const struct mention *mention = mention_at(c, i);
        if (mention->function == NULL || mention->within == NULL) {
            continue;
        }
        const struct function_plan *called = plan_of_function(c, mention->function);
        struct function_plan *caller = plan_of_function(c, mention->within);
        if (called->gets_module && caller->is_init && mention->within != c->init->setup
            && caller->module_parameter < 0 && !caller->gets_module)
        {
            caller->gets_module = grows = true;
            require_state(c, mention->within);
        }
    }
    return grows;
}

static bool
is_made_ready(const struct node *use)
{
    const struct node *node = use->parent;
    while (node != NULL && node->kind != NODE_CALL) {
        if (node->kind != NODE_UNARY && node->kind != NODE_CAST
            && node->kind != NODE_PAREN)
        {
            return false;
        }
        node = node->parent;
    }
    return node != NULL && strcmp(call_name(node), "PyType_Ready") == 0;
}

/* The use of a type there that PyType_Ready is given, or NULL.  A macro may use its argument
 * more than once. */
static const struct node *
use_made_ready(const struct conversion *c, const struct mention *mention)
{
    const struct variable_plan *plan = moving(c, mention->variable);
    if (plan == NULL || plan->kind != FIELD_TYPE || mention->node == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < plan->variable->n_uses; i++) {
        const struct node *use = plan->variable->uses[i];
        if (use->file == mention->node->file && use->begin == mention->node->begin
            && is_made_ready(use))
        {
            return use;
        }
    }
    return NULL;
}

/* Does FUNCTION make heap types that are to get the module? */
static bool
makes_types_without_module(const struct function *function)
{
    bool makes = false;
    for (size_t i = 0; i < function->n_calls; i++) {
        makes |= maker_without_module(function->calls[i]) != NULL;
    }
    return makes;
}

/* FUNCTION makes the type VARIABLE where MADE, a use of it, stands. */
static void
plan_made(struct conversion *c, const struct function *function, const struct variable *variable,
          const struct node *made)
{
    struct function_plan *plan = plan_of_function(c, function);
    struct variable_plan *type = plan_of_variable(c, variable);
    if (!plan->is_init) {
        plan_lazy_ready(c, variable, ready_call(made));
        type->ready = made;
        return;
    }
    plan->makes_types = true;
    require_state(c, function);
    if (type->ready == NULL || plan_of_function(c, type->ready->within)->is_init) {
        type->ready = made;
    }
    if (function != c->init->setup && plan->module_parameter < 0) {
        plan->gets_module = true;
    }
}

/* `#define Spam_Type (&Spam_Type_)`, and PyType_Ready(Spam_Type): the mention is in the macro. */
static void
plan_made_by_macro_name(struct conversion *c, const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        if (use->within != NULL && use->origin == ORIGIN_MACRO && is_made_ready(use)
            && ready_call(use)->origin == ORIGIN_FILE)
        {
            plan_made(c, use->within, variable, use);
        }
    }
}

static void
plan_makers(struct conversion *c)
{
    for (size_t i = 0; i < mention_count(c); i++) {
        const struct mention *mention = mention_at(c, i);
        const struct node *made = use_made_ready(c, mention);
        if (mention->within != NULL && made != NULL) {
            plan_made(c, mention->within, mention->variable, made);
        }
    }
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable_plan *plan = moving(c, c->source->variables[i]);
        if (plan != NULL && plan->kind == FIELD_TYPE && plan->ready == NULL) {
            plan_made_by_macro_name(c, plan->variable);
        }
    }
    for (size_t i = 0; i < c->source->n_functions && c->selection->has_state; i++) {
        const struct function *function = c->source->functions[i];
        struct function_plan *plan = plan_of_function(c, function);
        if ((plan->binds || makes_types_without_module(function)) && plan->is_init && function != c->init->setup
            && plan->module_parameter < 0) {
            plan->gets_module = true;
            require_state(c, function);
        }
    }
    while (grow_makers(c)) {
    }
    struct state_demand *demand = ARENA_NEW(c->arena, struct state_demand);
    demand->new_module = "module";
    /* What a stage before called it. */
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        int k = plan_of_function(c, function)->module_parameter;
        if (k >= 0 && plan_of_function(c, function)->is_init
            && strcmp(function->parameters[k]->name, "this_module") == 0)
        {
            demand->new_module = "this_module";
        }
    }
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        if (variable->owner != NULL && strcmp(variable->name, "module") == 0
            && plan_of_function(c, variable->owner)->gets_module)
        {
            demand->new_module = "this_module";
        }
    }
    c->demand = demand;
}

/* --- the fix-point ------------------------------------------------------------------ */

static bool
mark_users(struct conversion *c, const struct node *const *uses, size_t n_uses)
{
    bool grows = false;
    for (size_t i = 0; i < n_uses; i++) {
        if (uses[i]->within != NULL && !is_left_out(c, uses[i]->file, uses[i]->begin)) {
            grows |= require_state(c, uses[i]->within);
        }
    }
    return grows;
}

/* Those that use VARIABLE through the body of a macro; its mentions show the others. */
static bool
mark_users_of_variable(struct conversion *c, const struct variable *variable)
{
    bool grows = false;
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        bool is_mention = use->within != NULL && use->origin != ORIGIN_MACRO
                          && (plan_of_function(c, use->within)->own_type == variable
                              || is_sized_type(c, use));
        if (!is_mention && !is_in_lazy_ready(c, use->file, use->begin)) {
            grows |= mark_users(c, &variable->uses[i], 1);
        }
    }
    return grows;
}

static bool
grow_demand(struct conversion *c)
{
    const struct source *source = c->source;
    bool grows = false;

    for (size_t i = 0; i < mention_count(c); i++) {
        const struct mention *mention = mention_at(c, i);
        if (!mention_needs_state(c, mention)
            || is_left_out(c, mention->file, mention->begin))
        {
            continue;
        }
        if (mention->in_macro != NULL) {
            struct macro_plan *plan = plan_of_macro(c, mention->in_macro);
            grows |= !plan->needs_state;
            plan->needs_state = true;
        }
        else if (mention->within != NULL) {
            grows |= require_state(c, mention->within);
        }
    }
    for (size_t i = 0; i < source->n_macros; i++) {
        const struct macro_plan *plan = plan_of_macro(c, source->macros[i]);
        if (plan->needs_state && plan->home != NULL) {
            grows |= require_state(c, plan->home);
        }
    }
    /* Uses through macro bodies. */
    for (size_t i = 0; i < source->n_variables; i++) {
        if (moving(c, source->variables[i]) != NULL) {
            grows |= mark_users_of_variable(c, source->variables[i]);
        }
    }
    for (size_t i = 0; i < source->n_functions; i++) {
        if (takes_state(c, source->functions[i])
            && !plan_of_function(c, source->functions[i])->is_grouped)
        {
            grows |=
                mark_users(c, source->functions[i]->uses, source->functions[i]->n_uses);
        }
    }
    return grows;
}

void
plan_state_demand(struct conversion *c)
{
    plan_macro_kinds(c);
    plan_module_parameters(c);
    plan_makers(c);
    while (grow_demand(c) || grow_aliases(c) || grow_callbacks(c) || grow_inactive_functions(c))
    {
    }
    if (c->init->setup != NULL && (c->selection->moves_types || has_initial_values(c)))
    {
        require_state(c, c->init->setup);
    }
    plan_aliases(c);
}

/* Functions that will be handed the module for their types are handed it now, and find
 * the state by it. */
void
plan_new_modules(struct conversion *c)
{
    if (c->whole == NULL) {
        return;
    }
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        struct function_plan *plan = plan_of_function(c, function);
        if (plan_of_function(c->whole, function)->gets_module && plan->needs_state
            && takes_state(c, function))
        {
            plan->gets_module = true;
        }
    }
    if (c->whole->demand->new_module != NULL) {
        c->demand = c->whole->demand;
    }
}
