/* Functions get the state: as a parameter from their callers, or as a local that
 * comes from what the interpreter hands them. */
#include "convert/rewrite/functions/functions.h"

#include <string.h>

#include "convert/facts/nodes.h"
#include "convert/plan/inactive_functions.h"
#include "convert/plan/macro_arguments.h"
#include "convert/plan/state_receivers.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/cleanup/lookup_placement.h"
#include "convert/rewrite/functions/function_head.h"
#include "convert/rewrite/functions/state_expressions.h"
#include "convert/text/style.h"

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
is_old_head(const struct function *function, size_t open)
{
    const struct node *body = function->body;
    size_t i = body != NULL ? token_closing(body->file, open) : 0;
    for (; body != NULL && i < body->file->n_tokens
           && body->file->tokens[i].begin < body->begin;
         i++)
    {
        if (token_is(body->file, i, ";")) {
            return true;
        }
    }
    return false;
}

static void
edit_signatures(struct conversion *c, const struct function *function)
{
    for (size_t i = 0; i < function->n_declarations; i++) {
        const struct declaration *declaration = &function->declarations[i];
        const struct source_file *file = declaration->file;
        size_t open = token_after(file, token_at(file, declaration->name));
        if (declaration->from_macro || !token_is(file, open, "(")
            || (declaration->is_definition && is_old_head(function, open)))
        {
            refuse(c, "access-not-converted", file, declaration->name, function->name,
                   "the declaration of '%s' is not plain enough to give it a parameter",
                   function->name);
            continue;
        }
        add_parameter(c, file, open, new_parameter(c, function));
    }
}

/* A declaration in a branch that is not compiled: a type's name, or a star, stands
 * before the function's. */
static bool
is_inactive_declaration(const struct source_file *file, size_t i)
{
    size_t before = token_before(file, i);
    if (before >= file->n_tokens) {
        return false;
    }
    return token_is(file, before, "*")
           || (file->tokens[before].kind == TOKEN_IDENTIFIER
               && !token_is(file, before, "return") && !token_is(file, before, "else"));
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
edit_call(struct conversion *c, const struct mention *mention)
{
    const struct function *function = mention->function;
    const struct source_file *file = mention->file;
    size_t open = token_after(file, mention->token);
    uint32_t offset = file->tokens[mention->token].begin;

    if (mention->in_macro != NULL && plan_of_macro(c, mention->in_macro)->is_alias) {
        return;
    }
    if (!token_is(file, open, "(")
        && (plan_of_function(c, function)->is_grouped
            || plan_of_function(c, function)->is_converter || is_tag(c, mention)
            || is_called_by_macro(c, mention)))
    {
        return;
    }
    if (!token_is(file, open, "(")) {
        refuse(c, "access-not-converted", file, offset, function->name,
               "'%s' needs the module state from its callers, but is used here as a "
               "value",
               function->name);
        return;
    }
    if (mention->within == NULL && mention->in_macro == NULL
        && (!inactive_has_state(c, mention)
            || plan_of_function(c, function)->gets_module))
    {
        if (is_inactive_declaration(file, mention->token)) {
            add_parameter(c, file, open, new_parameter(c, function));
        }
        else {
            refuse(c, "access-not-converted", file, offset, function->name,
                   "'%s' is called in a branch that this configuration does not "
                   "compile, outside of any function that is converted",
                   function->name);
        }
        return;
    }
    const char *argument = c->state;
    if (plan_of_function(c, function)->gets_module) {
        argument = mention->within != NULL ? module_name_in(c, mention->within)
                                           : c->new_module;
    }
    uint32_t place = argument_place(file, open);
    change(
        c, file, place, place,
        TEXT(c, token_is(file, token_after(file, open), ")") ? "%s" : "%s, ", argument),
        "hand over the state");
}

/* The module object as FUNCTION can name it, or NULL. */
static const char *
module_known_to(struct conversion *c, const struct function *function)
{
    const struct function_plan *plan =
        function != NULL ? plan_of_function(c, function) : NULL;
    if (plan == NULL || !plan->belongs) {
        return NULL;
    }
    if (function == c->setup || (plan->is_init && plan->module_parameter >= 0)) {
        return module_name_in(c, function);
    }
    bool is_given = plan->has_context && plan->access == ACCESS_MODULE
                    && function->n_parameters > 0
                    && is_plain_object(function->parameters[0]);
    return is_given ? parameter_name(c, function, 0, "module") : NULL;
}

/* A direct call that hands over NULL where the function will look for its module: it
 * gets the module, if the caller knows it. */
static void
edit_null_calls(struct conversion *c, const struct function *function)
{
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct node *call = direct_call(function->uses[i]);
        const struct node *argument = call != NULL ? call_argument(call, 0) : NULL;
        if (argument == NULL || !is_null(argument)) {
            continue;
        }
        enum access access = plan_of_function(c, function)->access;
        const char *module = access == ACCESS_MODULE || access == ACCESS_EITHER
                                 ? module_known_to(c, call->within)
                                 : NULL;
        if (module != NULL && call->origin != ORIGIN_MACRO) {
            change_cover(c, call->file, argument->begin, argument->end, module,
                         "where the function gets its module from");
            continue;
        }
        refuse_at(c, "access-not-converted", call, function->name,
                  "'%s' finds its module through its first argument, which is "
                  "NULL here",
                  function->name);
    }
}

/* --- functions that a macro defines ------------------------------------------------ */

/* The parenthesis of the parameters and the brace of the body in the macro's body. */
static bool
find_made_body(const struct macro *macro, size_t *out_open, size_t *out_brace)
{
    const struct source_file *file = macro->file;
    for (size_t i = token_at(file, macro->body);
         i < file->n_tokens && file->tokens[i].begin < macro->end;
         i = token_after(file, i))
    {
        if (!token_is(file, i, "(")) {
            continue;
        }
        size_t close = token_closing(file, i);
        size_t brace = close < file->n_tokens ? token_after(file, close) : close;
        if (brace < file->n_tokens && token_is(file, brace, "{")) {
            *out_open = i;
            *out_brace = brace;
            return true;
        }
        i = close;
        if (i >= file->n_tokens) {
            break;
        }
    }
    return false;
}

static void
edit_made_function(struct conversion *c, const struct function *function)
{
    const struct declaration *place = function_definition(function);
    const struct macro *macro = function->made_by;
    size_t open, brace;

    if (macro == NULL || !find_made_body(macro, &open, &brace)) {
        refuse(c, "access-not-converted", place->file, place->name, function->name,
               "'%s' needs the module state, but a macro defines it in a way that is "
               "not understood",
               function->name);
        return;
    }
    if (takes_state(c, function)) {
        add_parameter(c, macro->file, open, new_parameter(c, function));
        return;
    }
    /* All functions of one macro share its text: what serves one must serve all. */
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *other = c->source->functions[i];
        const struct function_plan *theirs = plan_of_function(c, other);
        if (other->made_by == macro && theirs->needs_state
            && theirs->access != plan_of_function(c, function)->access)
        {
            refuse(c, "access-not-converted", place->file, place->name, function->name,
                   "the macro '%s' defines functions that get the state in different "
                   "ways",
                   macro->name);
            return;
        }
    }
    const char *state = state_expression(c, function);
    if (state != NULL) {
        uint32_t at = macro->file->tokens[brace].end;
        change(c, macro->file, at, at,
               TEXT(c, " \\\n%s%s *%s = %s;", style_of(c, macro->file)->indent,
                    c->state_type, c->state, state),
               "the state of a function that a macro defines");
    }
}

void
edit_functions(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct function_plan *plan = plan_of_function(c, function);
        const struct declaration *place = function_definition(function);
        if (!plan->needs_state || !plan->belongs || place == NULL
            || function == c->setup || function == c->entry
            || is_served_by_names(c, function))
        {
            continue;
        }
        if (place->from_macro || function->made_by != NULL) {
            edit_made_function(c, function);
            continue;
        }
        if (takes_state(c, function) || plan->gets_module) {
            edit_signatures(c, function);
        }
        else {
            edit_null_calls(c, function);
        }
        if (!takes_state(c, function) && !plan->has_own_state
            && names_state(c, function)) {
            const char *text = lookup_text(c, function);
            if (text != NULL) {
                begin_body(c, function->body->file,
                           token_at(function->body->file, function->body->begin), text,
                           lookup_reason);
            }
            if (!plan->may_lack_state && plan->access != ACCESS_HOOK) {
                plan_of_function(c, function)->lookup = text;
            }
        }
    }
}

void
edit_calls(struct conversion *c)
{
    for (size_t i = 0; i < c->n_mentions; i++) {
        const struct mention *mention = &c->mentions[i];
        if (mention->function != NULL && mention_needs_state(c, mention)) {
            edit_call(c, mention);
        }
    }
}
