/* Functions that a macro is given by name, to call them: GET(dec, declination, make_angle).
 * One of them may need the state where another does not, so the macro stays as it is, and
 * is given the name of a macro that hands the state over. */
#include "convert/plan/macro_arguments.h"

#include "convert/facts/nodes.h"
#include "convert/plan/state_receivers.h"

/* The innermost use of a project's macro around OFFSET that has arguments, or NULL. */
static const struct expansion *
use_around(const struct conversion *c, const struct source_file *file, uint32_t offset)
{
    const struct expansion *best = NULL;
    for (size_t i = 0; i < c->source->n_expansions; i++) {
        const struct expansion *use = &c->source->expansions[i];
        if (use->file == file && use->macro != NULL && use->macro->function_like
            && use->begin < offset && offset < use->end
            && (best == NULL || use->begin >= best->begin))
        {
            best = use;
        }
    }
    return best;
}

/* The number of the argument of USE that is TOKEN and nothing else; -1: there is none. */
static int
argument_number(const struct expansion *use, size_t token)
{
    const struct source_file *file = use->file;
    size_t i = token_after(file, token_at(file, use->begin));
    size_t close = token_is(file, i, "(") ? token_closing(file, i) : file->n_tokens;
    size_t before = token_before(file, token), after = token_after(file, token);
    int number = 0;

    if (close >= file->n_tokens || token < i || token > close
        || (!token_is(file, before, "(") && !token_is(file, before, ","))
        || (!token_is(file, after, ")") && !token_is(file, after, ",")))
    {
        return -1;
    }
    for (i = token_after(file, i); i < token; i = token_after(file, i)) {
        if (token_is(file, i, "(") || token_is(file, i, "{") || token_is(file, i, "["))
        {
            i = token_closing(file, i);
            if (i > token) {
                return -1; /* inside of an argument's own parentheses */
            }
        }
        number += token_is(file, i, ",");
    }
    return number;
}

/* Parameter NUMBER of MACRO, or NULL. */
static const char *
macro_parameter(const struct conversion *c, const struct macro *macro, int number)
{
    const struct source_file *file = macro->file;
    size_t i = token_after(file, token_after(file, token_at(file, macro->begin)));
    for (; i < file->n_tokens && file->tokens[i].begin < macro->body && number > 0;
         i = token_after(file, i))
    {
        number -= token_is(file, i, ",");
    }
    return i < file->n_tokens && file->tokens[i].begin < macro->body
                   && file->tokens[i].kind == TOKEN_IDENTIFIER
               ? token_text(c, file, i)
               : NULL;
}

/* Is PARAMETER called wherever the body of MACRO has it, or the last there, so that the
 * macro around calls it? */
static bool
is_only_called(const struct macro *macro, const char *parameter)
{
    const struct source_file *file = macro->file;
    for (size_t i = token_at(file, macro->body);
         i < file->n_tokens && file->tokens[i].begin < macro->end;
         i = token_after(file, i))
    {
        size_t before = token_before(file, i);
        bool is_called = token_is(file, token_after(file, i), "(")
                         || file->tokens[i].end == macro->end;
        if (token_is(file, i, parameter)
            && (!is_called || token_is(file, before, "#")
                || token_is(file, before, "##") || token_is(file, before, ".")
                || token_is(file, before, "->")))
        {
            return false;
        }
    }
    return true;
}

/* Is every use of FUNCTION that is spelled at OFFSET of FILE a call? */
static bool
is_callee(const struct function *function, const struct source_file *file,
          uint32_t offset)
{
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct node *use = function->uses[i];
        if (use->file == file && use->begin == offset && direct_call(use) == NULL) {
            return false;
        }
    }
    return true;
}

bool
is_called_by_macro(const struct conversion *c, const struct mention *mention)
{
    const struct source_file *file = mention->file;
    if (mention->function == NULL || mention->node == NULL || mention->in_macro != NULL
        || token_is(file, token_after(file, mention->token), "("))
    {
        return false;
    }
    uint32_t offset = file->tokens[mention->token].begin;
    const struct expansion *use = use_around(c, file, offset);
    int number = use != NULL ? argument_number(use, mention->token) : -1;
    const char *parameter = number >= 0 ? macro_parameter(c, use->macro, number) : NULL;
    /* What hands the state over stands behind the function. */
    const struct declaration *definition = function_definition(mention->function);
    return parameter != NULL && is_only_called(use->macro, parameter)
           && is_callee(mention->function, file, offset) && definition != NULL
           && definition->file == file && !definition->from_macro
           && mention->function->body->end <= offset;
}

bool
is_served_by_names(const struct conversion *c, const struct function *function)
{
    if (takes_state(c, function) || function->made_by == NULL
        || plan_of_function(c, function)->gets_module)
    {
        return false;
    }
    bool is_found = false;
    for (size_t i = 0; i < c->n_mentions; i++) {
        const struct mention *mention = &c->mentions[i];
        const struct node *node = mention->node;
        if (mention->in_macro == function->made_by && mention_needs_state(c, mention)) {
            return false;
        }
        if (node != NULL && node->within == function && mention_needs_state(c, mention))
        {
            if (!is_called_by_macro(c, mention)) {
                return false;
            }
            is_found = true;
        }
    }
    return is_found;
}
