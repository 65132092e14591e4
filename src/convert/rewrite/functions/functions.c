/* Functions get the state: as a parameter from their callers, or as a local that
 * comes from what the interpreter hands them. */
#include "convert/rewrite/functions/functions.h"

#include <string.h>

#include "convert/facts/inactive/macro_body.h"
#include "convert/facts/nodes.h"
#include "convert/plan/inactive_functions.h"
#include "convert/plan/macro_arguments.h"
#include "convert/plan/state_receivers.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/cleanup/lookup_placement.h"
#include "convert/rewrite/functions/function_head.h"
#include "convert/rewrite/functions/state_expressions.h"
#include "convert/text/style.h"
#include "model/extent.h"

static const char from_caller[] = "the caller passes the state";
static const char handed_over[] = "pass the state";

/* --- signatures ------------------------------------------------------------------ */

static const char *
new_parameter(const struct conversion *c, const struct function *function)
{
    return plan_of_function(c, function)->gets_module
               ? TEXT(c, "PyObject *%s", c->new_module)
               : TEXT(c, "%s *%s", c->state_type, c->state);
}

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
edit_signatures(struct rewriter *r, const struct function *function)
{
    for (size_t i = 0; i < function->n_declarations; i++) {
        const struct declaration *declaration = &function->declarations[i];
        struct brackets head;
        if (!declaration_brackets(declaration, &head)
            || (declaration->is_definition && is_old_head(function, &head)))
        {
            refuse(r->late, "access-not-converted", declaration->file,
                   declaration->name, function->name,
                   "the declaration of '%s' is too complex to add a parameter",
                   function->name);
            continue;
        }
        add_parameter(r, &head, new_parameter(r->plan, function), from_caller);
    }
}

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
edit_call(struct rewriter *r, const struct mention *mention)
{
    const struct function *function = mention->function;
    const struct source_file *file = mention->file;
    struct brackets arguments;
    bool is_called = use_brackets(file, mention->begin, &arguments);

    if (mention->in_macro != NULL
        && plan_of_macro(r->plan, mention->in_macro)->is_alias) {
        return;
    }
    if (!is_called
        && (plan_of_function(r->plan, function)->is_grouped
            || plan_of_function(r->plan, function)->is_converter
            || is_tag(r->plan, mention) || is_called_by_macro(r->plan, mention)))
    {
        return;
    }
    if (!is_called) {
        refuse(r->late, "access-not-converted", file, mention->begin, function->name,
               "'%s' needs the module state from its callers, but is used here as a "
               "value",
               function->name);
        return;
    }
    if (mention->within == NULL && mention->in_macro == NULL
        && (!inactive_has_state(r->plan, mention)
            || plan_of_function(r->plan, function)->gets_module))
    {
        if (mention->is_behind_type) {
            add_parameter(r, &arguments, new_parameter(r->plan, function), from_caller);
        }
        else {
            refuse(r->late, "access-not-converted", file, mention->begin,
                   function->name,
                   "'%s' is called in an inactive #if branch, outside any converted "
                   "function",
                   function->name);
        }
        return;
    }
    const char *argument = r->plan->state;
    if (plan_of_function(r->plan, function)->gets_module) {
        argument = mention->within != NULL ? module_name_in(r->plan, mention->within)
                                           : r->plan->new_module;
    }
    add_argument(r, &arguments, argument, handed_over);
}

/* The module object as FUNCTION can name it, or NULL. */
static const char *
module_known_to(struct rewriter *r, const struct function *function)
{
    const struct function_plan *plan =
        function != NULL ? plan_of_function(r->plan, function) : NULL;
    if (plan == NULL || !plan->belongs) {
        return NULL;
    }
    if (function == r->plan->setup || (plan->is_init && plan->module_parameter >= 0)) {
        return module_name_in(r->plan, function);
    }
    bool is_given = plan->has_context && plan->access == ACCESS_MODULE
                    && function->n_parameters > 0
                    && is_plain_object(function->parameters[0]);
    return is_given ? parameter_name(r, function, 0, "module") : NULL;
}

/* A direct call that hands over NULL where the function will look for its module: it
 * gets the module, if the caller knows it. */
static void
edit_null_calls(struct rewriter *r, const struct function *function)
{
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct node *call = direct_call(function->uses[i]);
        const struct node *argument = call != NULL ? call_argument(call, 0) : NULL;
        if (argument == NULL || !is_null(argument)) {
            continue;
        }
        enum access access = plan_of_function(r->plan, function)->access;
        const char *module = access == ACCESS_MODULE || access == ACCESS_EITHER
                                 ? module_known_to(r, call->within)
                                 : NULL;
        if (module != NULL && call->origin != ORIGIN_MACRO) {
            change_cover(r, call->file, argument->begin, argument->end, module,
                         "the function gets its module");
            continue;
        }
        refuse_at(r->late, "access-not-converted", call, function->name,
                  "'%s' gets its module from its first argument, which is NULL here",
                  function->name);
    }
}

/* --- functions that a macro defines ------------------------------------------------ */

static void
edit_made_function(struct rewriter *r, const struct function *function)
{
    const struct declaration *place = function_definition(function);
    const struct macro *macro = function->made_by;
    struct brackets head;
    uint32_t at;

    if (macro == NULL || !macro_made_function(macro, &head, &at)) {
        refuse(r->late, "access-not-converted", place->file, place->name,
               function->name,
               "'%s' needs the module state, but an unsupported macro defines it",
               function->name);
        return;
    }
    if (takes_state(r->plan, function)) {
        add_parameter(r, &head, new_parameter(r->plan, function), from_caller);
        return;
    }
    /* All functions of one macro share its text: what serves one must serve all. */
    for (size_t i = 0; i < r->source->n_functions; i++) {
        const struct function *other = r->source->functions[i];
        const struct function_plan *theirs = plan_of_function(r->plan, other);
        if (other->made_by == macro && theirs->needs_state
            && theirs->access != plan_of_function(r->plan, function)->access)
        {
            refuse(r->late, "access-not-converted", place->file, place->name,
                   function->name,
                   "the macro '%s' defines functions that get the state in different "
                   "ways",
                   macro->name);
            return;
        }
    }
    const char *state = state_expression(r, function);
    if (state != NULL) {
        change(r, macro->file, at, at,
               TEXT(r, " \\\n%s%s *%s = %s;", style_of(r->plan, macro->file)->indent,
                    r->plan->state_type, r->plan->state, state),
               "the state of a function that a macro defines");
    }
}

void
edit_functions(struct rewriter *r)
{
    for (size_t i = 0; i < r->source->n_functions; i++) {
        const struct function *function = r->source->functions[i];
        const struct function_plan *plan = plan_of_function(r->plan, function);
        const struct declaration *place = function_definition(function);
        if (!plan->needs_state || !plan->belongs || place == NULL
            || function == r->plan->setup || function == r->plan->entry
            || is_served_by_names(r->plan, function))
        {
            continue;
        }
        if (place->from_macro || function->made_by != NULL) {
            edit_made_function(r, function);
            continue;
        }
        if (takes_state(r->plan, function) || plan->gets_module) {
            edit_signatures(r, function);
        }
        else {
            edit_null_calls(r, function);
        }
        if (!takes_state(r->plan, function) && !plan->has_own_state
            && names_state(r->plan, function))
        {
            const char *text = lookup_text(r, function);
            if (text != NULL) {
                begin_body(r, function->body, text, lookup_reason);
            }
            if (!plan->may_lack_state && plan->access != ACCESS_HOOK) {
                r->lookups[function->id].text = text;
            }
        }
    }
}

void
edit_calls(struct rewriter *r)
{
    for (size_t i = 0; i < r->plan->n_mentions; i++) {
        const struct mention *mention = &r->plan->mentions[i];
        if (mention->function != NULL && mention_needs_state(r->plan, mention)) {
            edit_call(r, mention);
        }
    }
}
