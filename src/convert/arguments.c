/* Functions that a macro is given by name, to call them: GET(dec, declination, make_angle).
 * One of them may need the state where another does not, so the macro stays as it is, and
 * is given the name of a macro that hands the state over. */
#include "convert/arguments.h"

#include <string.h>

#include "convert/changes.h"
#include "convert/index.h"
#include "convert/nodes.h"
#include "convert/places.h"
#include "convert/state_expressions.h"
#include "convert/state_receivers.h"
#include "convert/style.h"

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
        if (token_is(file, i, "(") || token_is(file, i, "{") || token_is(file, i, "[")) {
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
         i < file->n_tokens && file->tokens[i].begin < macro->end; i = token_after(file, i))
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
    const char *parameter =
        number >= 0 ? macro_parameter(c, use->macro, number) : NULL;
    /* What hands the state over stands behind the function. */
    const struct declaration *definition = function_definition(mention->function);
    return parameter != NULL && is_only_called(use->macro, parameter)
           && is_callee(mention->function, file, offset) && definition != NULL && definition->file == file
           && !definition->from_macro && mention->function->body->end <= offset;
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
        if (mention->in_macro == function->made_by && mention_is_needy(c, mention)) {
            return false;
        }
        if (node != NULL && node->within == function && mention_is_needy(c, mention)) {
            if (!is_called_by_macro(c, mention)) {
                return false;
            }
            is_found = true;
        }
    }
    return is_found;
}

/* --- the edits -------------------------------------------------------------------- */

enum { MAX_WIDTH = 79 };

/* A macro that calls FUNCTION with STATE as its first argument. */
struct wrapper {
    const struct function *function;
    const char *state, *name;
};

struct wrapper_list {
    struct wrapper *items;
    size_t n_items, capacity;
};

static const char *
wrapper_of(struct conversion *c, struct wrapper_list *list,
           const struct function *function, const char *state)
{
    size_t n_others = 0;
    for (size_t i = 0; i < list->n_items; i++) {
        const struct wrapper *known = &list->items[i];
        if (known->function == function && strcmp(known->state, state) == 0) {
            return known->name;
        }
        n_others += known->function == function;
    }
    const char *name = TEXT(c, "%s_with_state", function->name);
    while (name_is_used(c, name) || n_others > 0) {
        name = TEXT(c, "%s_%zu", name, n_others + 1);
        n_others = 0;
    }
    ARENA_GROW(c->arena, list->items, list->n_items, list->capacity);
    list->items[list->n_items++] = (struct wrapper){function, state, name};

    const struct node *body = function->body;
    uint32_t place = line_end(body->file, body->end);
    bool has_more = function->n_parameters > 0;
    const char *head = TEXT(c, "#define %s(%s)", name, has_more ? "..." : "");
    const char *call = TEXT(c, "%s(%s%s)", function->name, state,
                            has_more ? ", __VA_ARGS__" : "");
    bool is_wide = strlen(head) + strlen(call) + 1 > MAX_WIDTH;
    change(c, body->file, place, place,
           TEXT(c, "\n%s %s%s%s\n", head, is_wide ? "\\\n" : "",
                is_wide ? style_of(c, body->file)->indent : "", call),
           "macros that are given the function call it without the state");
    return name;
}

void
edit_arguments(struct conversion *c)
{
    struct wrapper_list list = {NULL, 0, 0};
    for (size_t i = 0; i < c->n_mentions; i++) {
        const struct mention *mention = &c->mentions[i];
        if (mention->function == NULL || !mention_is_needy(c, mention)
            || !is_called_by_macro(c, mention))
        {
            continue;
        }
        const struct function *within = mention->node->within;
        const char *state = within != NULL && is_served_by_names(c, within)
                                ? state_expression(c, within)
                                : c->state;
        if (state == NULL) {
            return;
        }
        const struct token *token = &mention->file->tokens[mention->token];
        change(c, mention->file, token->begin, token->end,
               wrapper_of(c, &list, mention->function, state), "hand over the state");
    }
}
