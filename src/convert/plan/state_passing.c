/* How the state gets into the functions that need it: as a parameter from their callers,
 * or as a local that comes from what the interpreter hands them. */
#include "convert/plan/state_passing.h"

#include <string.h>

#include "convert/facts/cxx.h"
#include "convert/facts/inactive/conditionals.h"
#include "convert/facts/inactive/guards.h"
#include "convert/facts/inactive/macro_body.h"
#include "convert/facts/inactive/words.h"
#include "convert/facts/mentions.h"
#include "convert/facts/nodes.h"
#include "convert/facts/parameters.h"
#include "convert/findings.h"
#include "convert/plan/call_contexts.h"
#include "convert/plan/functions.h"
#include "convert/plan/inactive_functions.h"
#include "convert/plan/macro_arguments.h"
#include "convert/plan/macros.h"
#include "convert/plan/module.h"
#include "convert/plan/names.h"
#include "convert/plan/state_receivers.h"

static const char rule[] = "access-not-converted";

static void
add(struct conversion *c, struct passing_list *list, struct passing passing)
{
    ARENA_ADD(c->arena, list->items, list->n_items, list->capacity, &passing);
}

/* --- look-ups -------------------------------------------------------------------- */

static bool
has_name(const struct conversion *c, const struct function *function, size_t i)
{
    return i < function->n_parameters
           && parameter_naming_of(c, function, i, "self").name != NULL;
}

bool
check_lookup(struct conversion *c, const struct function *function)
{
    const struct function_plan *plan = plan_of_function(c, function);
    const struct declaration *place = function_definition(function);

    if ((plan->is_init && !plan->has_context) || plan->object_local != NULL
        || plan->access == ACCESS_INTERPRETER)
    {
        return true; /* by the name of its module, or of a local; or by none */
    }
    if (has_name(c, function, 0)
        && (plan->access != ACCESS_OBJECT
            || has_name(c, function, (size_t)plan->object_parameter)))
    {
        return true;
    }
    refuse(c, rule, place->file, place->name, function->name,
           "'%s' needs the module state, but has no parameter to get it from",
           function->name);
    return false;
}

/* --- signatures ------------------------------------------------------------------ */

/* Do declarations of the parameters stand behind the head, as in K&R C? */
static bool
is_old_head(const struct function *function, const struct brackets *head)
{
    for (size_t i = 0; i < function->n_parameters; i++) {
        const struct declaration *d = variable_declaration(function->parameters[i]);
        if (function->body != NULL && d != NULL && d->file == head->file
            && d->name > head->close && d->name < function->body->begin)
        {
            return true;
        }
    }
    return false;
}

static void
plan_signatures(struct conversion *c, struct passing_list *list,
                const struct function *function)
{
    for (size_t i = 0; i < function->n_declarations; i++) {
        const struct declaration *declaration = &function->declarations[i];
        struct passing passing = {.kind = PASSING_PARAMETER, .function = function};
        if (!declaration_brackets(declaration, &passing.brackets)
            || (declaration->is_definition && is_old_head(function, &passing.brackets)))
        {
            refuse(c, rule, declaration->file, declaration->name, function->name,
                   "the declaration of '%s' is too complex to add a parameter",
                   function->name);
            continue;
        }
        add(c, list, passing);
    }
}

/* --- calls that hand over NULL ------------------------------------------------------ */

/* Can FUNCTION name the module object? */
static bool
knows_module(const struct conversion *c, const struct function *function)
{
    const struct function_plan *plan =
        function != NULL ? plan_of_function(c, function) : NULL;
    if (plan == NULL || !plan->belongs) {
        return false;
    }
    return function == c->init->setup || (plan->is_init && plan->module_parameter >= 0)
           || (has_module_first(c, function)
               && parameter_naming_of(c, function, 0, "module").name != NULL);
}

/* A direct call that hands over NULL where the function will look for its module: it
 * gets the module, if the caller knows it, or the caller's instance. */
static void
plan_null_calls(struct conversion *c, struct passing_list *list,
                const struct function *function)
{
    enum access access = plan_of_function(c, function)->access;
    bool is_module =
        access == ACCESS_MODULE || access == ACCESS_EITHER || access == ACCESS_HOOK;
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct node *call = direct_call(function->uses[i]);
        const struct node *argument = call != NULL ? call_argument(call, 0) : NULL;
        if (argument == NULL || !is_null(argument)) {
            continue;
        }
        if ((is_module && call->origin != ORIGIN_MACRO && knows_module(c, call->within))
            || (access == ACCESS_EITHER && hands_over_instance(c, call)
                && has_name(c, call->within, 0)))
        {
            add(c, list,
                (struct passing){.kind = PASSING_MODULE,
                                 .function = function,
                                 .caller = call->within,
                                 .argument = argument});
            continue;
        }
        refuse_at(c, rule, call, function->name,
                  "'%s' gets its module from its first argument, which is NULL here",
                  function->name);
    }
}

/* --- functions that a macro defines ------------------------------------------------ */

static void
plan_made_function(struct conversion *c, struct passing_list *list,
                   const struct function *function)
{
    const struct declaration *place = function_definition(function);
    const struct macro *macro = function->made_by;
    struct passing passing = {.kind = PASSING_PARAMETER, .function = function};

    if (macro == NULL
        || !macro_made_function(macro, &passing.brackets, &passing.offset)) {
        refuse(c, rule, place->file, place->name, function->name,
               "'%s' needs the module state, but an unsupported macro defines it",
               function->name)
            ->cause = macro_cause(c, macro);
        return;
    }
    if (takes_state(c, function)) {
        add(c, list, passing);
        return;
    }
    /* All functions of one macro share its text: what serves one must serve all. */
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *other = c->source->functions[i];
        const struct function_plan *theirs = plan_of_function(c, other);
        if (other->made_by == macro && theirs->needs_state
            && theirs->access != plan_of_function(c, function)->access)
        {
            refuse(c, rule, place->file, place->name, function->name,
                   "the macro '%s' defines functions that get the state in different "
                   "ways",
                   macro->name)
                ->cause = macro_cause(c, macro);
            return;
        }
    }
    if (check_lookup(c, function)) {
        passing.kind = PASSING_MACRO_LOCAL;
        add(c, list, passing);
    }
}

/* Is the local that holds the state in one block, or in one branch of #if, needed outside of
 * that, too? */
static bool
is_needed_outside(const struct conversion *c, const struct function_plan *plan)
{
    const struct node *body = plan->function->body, *block = plan->nested_state->initial;
    struct guard guard = guard_at(c, body->file, body->begin, block->begin);
    while (block != NULL && block->kind != NODE_BLOCK) {
        block = block->parent;
    }
    for (const struct mention *mention = NULL;
         block != NULL
         && (mention = next_mention_in(c, plan->function, mention)) != NULL;)
    {
        struct guard inner = guard_at(c, body->file, body->begin, mention->begin);
        if (mention_needs_state(c, mention)
            && (mention->begin < block->begin || mention->end > block->end
                || !guard_holds(&guard, &inner)))
        {
            return true;
        }
    }
    return false;
}

/* Another build may declare the same name in FUNCTION. */
static void
check_inactive_name(struct conversion *c, const struct function *function)
{
    const struct node *body = function->body;
    struct word word = {.file = body->file, .end = body->begin};
    while (word_next(&word, c->names->state, body->end)) {
        if (word.is_inactive && !word.is_in_directive && word.is_behind_type
            && !word.is_member_or_tag && !is_dead(c, body->file, word.begin))
        {
            refuse(c, rule, body->file, word.begin, function->name,
                   "'%s' needs the module state, but an inactive #if branch declares '%s'",
                   function->name, c->names->state);
            return;
        }
    }
}

static void
plan_function(struct conversion *c, struct passing_list *list,
              const struct function *function)
{
    const struct function_plan *plan = plan_of_function(c, function);
    const struct declaration *place = function_definition(function);

    if (!plan->needs_state || !plan->belongs || place == NULL
        || function == c->init->setup || function == c->module->entry
        || is_served_by_names(c, function))
    {
        return;
    }
    if (place->from_macro || function->made_by != NULL) {
        plan_made_function(c, list, function);
        return;
    }
    if (function->body != NULL && !plan->has_own_state) {
        check_inactive_name(c, function);
    }
    if (takes_state(c, function) || plan->gets_module) {
        plan_signatures(c, list, function);
    }
    else {
        plan_null_calls(c, list, function);
    }
    if (!takes_state(c, function) && !plan->has_own_state && names_state(c, function)
        && check_lookup(c, function))
    {
        add(c, list, (struct passing){.kind = PASSING_LOCAL, .function = function});
    }
    else if (plan->nested_state != NULL && is_needed_outside(c, plan)) {
        check_lookup(c, function);
    }
}

/* Does LAMBDA use the state, or hand it over? */
static bool
lambda_needs_state(const struct conversion *c, const struct function *function,
                   const struct node *lambda)
{
    for (const struct mention *mention = NULL;
         (mention = next_mention_in(c, function, mention)) != NULL;)
    {
        if (mention->file == lambda->file && mention->begin >= lambda->begin
            && mention->begin < lambda->end && mention_needs_state(c, mention))
        {
            return true;
        }
    }
    return false;
}

/* Is what NODE, a lambda or a local that is one, is given to through with it when that returns?
 * It is called; or a function that is no member of anything gets it, as algorithms do. */
static bool
is_called_only(const struct node *node)
{
    const struct node *child = node, *at = node->parent;
    while (at != NULL
           && (at->kind == NODE_PAREN || at->kind == NODE_CAST
               || (at->kind == NODE_OTHER && at->op != OP_LAMBDA && at->type != NULL
                   && node->type != NULL
                   && strcmp(at->type->canonical, node->type->canonical) == 0)))
    {
        child = at;
        at = at->parent;
    }
    if (at == NULL) {
        return false;
    }
    if (at->kind == NODE_CALL) {
        return at->first == child || node_bare(at->first)->kind == NODE_NAME;
    }
    if (at->kind == NODE_OTHER) {
        return at->function != NULL && strcmp(at->function->name, "operator()") == 0;
    }
    if (node->kind == NODE_NAME || at->kind != NODE_VARIABLE || at->variable == NULL
        || at->variable->storage != STORAGE_AUTOMATIC || at->variable->type == NULL
        || strcmp(at->variable->type->canonical, node->type->canonical) != 0)
    {
        return false;
    }
    for (size_t i = 0; i < at->variable->n_uses; i++) {
        if (!is_called_only(at->variable->uses[i])) {
            return false;
        }
    }
    return true;
}

static void
plan_captures(struct conversion *c, struct passing_list *list, const struct function *function)
{
    const struct node *body = c->language->is_cxx ? function->body : NULL;
    for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
        struct passing passing = {.kind = PASSING_CAPTURE, .function = function};
        if (n->kind != NODE_OTHER || n->op != OP_LAMBDA || !lambda_needs_state(c, function, n)) {
            continue;
        }
        if (n->type == NULL || !is_called_only(n)) {
            refuse_at(c, rule, n, function->name,
                      "a lambda in '%s' needs the module state, and may be kept and called when "
                      "that is gone; give it an object that leads to the state, and holds the "
                      "module",
                      function->name);
        }
        else if (lambda_captures(n, &passing.brackets)) {
            add(c, list, passing);
        }
    }
}

void
plan_state_passing(struct conversion *c)
{
    struct passing_list *list = ARENA_NEW(c->arena, struct passing_list);
    *list = (struct passing_list){0};
    for (size_t i = 0; i < c->source->n_functions; i++) {
        plan_function(c, list, c->source->functions[i]);
        plan_captures(c, list, c->source->functions[i]);
    }
    c->state_passing = list;
}

/* --- calls -------------------------------------------------------------------------- */

/* A macro's argument that the tree does not know as a function, and that is the tag of
 * a struct: OFFSET(name, field). */
static bool
is_tag(const struct conversion *c, const struct mention *mention)
{
    for (size_t i = 0; i < c->source->n_records && mention->node == NULL; i++) {
        if (strcmp(c->source->records[i]->tag, mention->function->name) == 0) {
            return true;
        }
    }
    return false;
}

static void
plan_call(struct conversion *c, struct passing_list *list,
          const struct mention *mention)
{
    const struct function *function = mention->function;
    const struct function_plan *plan = plan_of_function(c, function);
    const struct source_file *file = mention->file;
    struct passing passing = {
        .kind = PASSING_ARGUMENT, .function = function, .caller = mention->within};
    bool is_called = use_brackets(file, mention->begin, &passing.brackets);

    if (mention->in_macro != NULL && plan_of_macro(c, mention->in_macro)->is_alias) {
        return;
    }
    if (!is_called
        && (plan->is_grouped || plan->is_converter || is_tag(c, mention)
            || is_called_by_macro(c, mention)))
    {
        return;
    }
    if (!is_called) {
        refuse(c, rule, file, mention->begin, function->name,
               "'%s' needs the module state from its callers, but is used here as a "
               "value",
               function->name);
        return;
    }
    if (mention->within == NULL && mention->in_macro == NULL
        && (!inactive_has_state(c, mention) || plan->gets_module))
    {
        if (!mention->is_behind_type) {
            refuse(c, rule, file, mention->begin, function->name,
                   "'%s' is called in an inactive #if branch, outside any converted "
                   "function",
                   function->name);
            return;
        }
        passing.kind = PASSING_PARAMETER; /* it is declared there */
    }
    add(c, list, passing);
}

void
plan_state_calls(struct conversion *c)
{
    struct passing_list *list = ARENA_NEW(c->arena, struct passing_list);
    *list = (struct passing_list){0};
    for (size_t i = 0; i < mention_count(c); i++) {
        const struct mention *mention = mention_at(c, i);
        if (mention->function != NULL && mention_needs_state(c, mention)) {
            plan_call(c, list, mention);
        }
    }
    c->state_calls = list;
}
