/* The state goes with calls through the module's own pointers: declarations of such
 * pointers, functions that are handed one, and the calls. */
#include "convert/callback_edits.h"

#include <string.h>

#include "convert/changes.h"
#include "convert/function_head.h"

/* The parenthesis of the parameters in `(*NAME)(…)`, NAME at token I. */
static bool
open_behind(const struct source_file *file, size_t i, size_t *out_open)
{
    size_t before = token_before(file, i), after = token_after(file, i);
    while (token_is(file, after, "[")) {
        after = token_after(file, token_closing(file, after));
    }
    if (!token_is(file, before, "*") || !token_is(file, token_before(file, before), "(")
        || !token_is(file, after, ")"))
    {
        return false;
    }
    *out_open = token_after(file, after);
    return token_is(file, *out_open, "(");
}

static bool
find_in(const struct source_file *file, uint32_t begin, uint32_t end, const char *name,
        size_t *out_open)
{
    for (size_t i = token_at(file, begin);
         i < file->n_tokens && file->tokens[i].begin < end; i++)
    {
        if (file->tokens[i].kind == TOKEN_IDENTIFIER && token_is(file, i, name)
            && open_behind(file, i, out_open))
        {
            return true;
        }
    }
    return false;
}

static bool
find_typedef(const struct conversion *c, const char *name,
             const struct source_file **out_file, size_t *out_open)
{
    for (size_t i = 0; i < c->source->n_files; i++) {
        const struct source_file *file = c->source->files[i];
        for (size_t k = 0; k < file->n_tokens; k++) {
            size_t end = k;
            if (!token_is(file, k, "typedef") || file->tokens[k].directive != 0) {
                continue;
            }
            while (end < file->n_tokens && !token_is(file, end, ";")) {
                end = token_is(file, end, "{") ? token_closing(file, end) : end;
                end = token_after(file, end);
            }
            if (end < file->n_tokens
                && find_in(file, file->tokens[k].begin, file->tokens[end].begin, name,
                           out_open))
            {
                *out_file = file;
                return true;
            }
        }
    }
    return false;
}

static const struct function *
owner_of_parameter(const struct conversion *c, const struct variable *parameter,
                   size_t *out_i)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        for (size_t k = 0; k < function->n_parameters; k++) {
            if (function->parameters[k] == parameter) {
                *out_i = k;
                return function;
            }
        }
    }
    return NULL;
}

/* Where the parameters of the function that POINTER points to are written. */
bool
find_declarator(const struct conversion *c, const struct pointer *pointer,
                const struct source_file **out_file, size_t *out_open)
{
    const char *spelling = pointer->type->spelling;
    if (strchr(spelling, '(') == NULL) {
        return find_typedef(c, spelling, out_file, out_open);
    }
    if (pointer->record != NULL) {
        *out_file = pointer->record->file;
        return find_in(pointer->record->file, pointer->record->begin,
                       pointer->record->end, pointer->field, out_open);
    }
    const struct declaration *d = variable_declaration(pointer->variable);
    if (d == NULL || d->from_macro || d->file == NULL) {
        return false;
    }
    *out_file = d->file;
    return open_behind(d->file, token_at(d->file, d->name), out_open);
}

static void
add_to_parameters(struct conversion *c, const struct source_file *file, size_t open)
{
    size_t first = token_after(file, open);
    const char *parameter = TEXT(c, "%s *%s", c->state_type, c->state);
    bool is_void =
        token_is(file, first, "void") && token_is(file, token_after(file, first), ")");
    if (is_void) {
        change(c, file, file->tokens[first].begin, file->tokens[first].end, parameter,
               "the state goes with each call");
        return;
    }
    uint32_t place = argument_place(file, open);
    change(c, file, place, place,
           token_is(file, first, ")") ? parameter : TEXT(c, "%s, ", parameter),
           "the state goes with each call");
}

/* The other declarations of a function that is handed such a pointer. */
static void
edit_prototypes(struct conversion *c, const struct variable *parameter)
{
    size_t i;
    const struct function *function = owner_of_parameter(c, parameter, &i);
    for (size_t k = 0; function != NULL && k < function->n_declarations; k++) {
        const struct declaration *d = &function->declarations[k];
        uint32_t begin, end;
        if (d->is_definition || !parameter_range(d, i, &begin, &end)) {
            continue;
        }
        const struct source_file *file = d->file;
        size_t t = token_at(file, begin);
        while (
            t < file->n_tokens && file->tokens[t].begin < end
            && !(token_is(file, t, "(") && token_is(file, token_after(file, t), "*")))
        {
            t = token_after(file, t);
        }
        size_t close = t < file->n_tokens ? token_closing(file, t) : t;
        size_t open = close < file->n_tokens ? token_after(file, close) : close;
        if (!token_is(file, open, "(")) {
            refuse(c, "access-not-converted", file, begin, function->name,
                   "the declaration of '%s' is not plain enough to give its callback a "
                   "parameter",
                   function->name);
            continue;
        }
        add_to_parameters(c, file, open);
    }
}

void
edit_callbacks(struct conversion *c)
{
    const struct callbacks *g = c->callbacks;
    for (size_t i = 0; i < g->n_pointers; i++) {
        const struct pointer *pointer = &g->pointers[i];
        const struct source_file *file;
        size_t open;
        if (!g->is_needy[root_of(g, pointer->group)]
            || !find_declarator(c, pointer, &file, &open))
        {
            continue;
        }
        add_to_parameters(c, file, open);
        if (pointer->variable != NULL && pointer->variable->is_parameter
            && strchr(pointer->type->spelling, '(') != NULL)
        {
            edit_prototypes(c, pointer->variable);
        }
    }
    for (size_t i = 0; i < g->n_calls; i++) {
        const struct node *call = g->calls[i].node;
        const struct source_file *file = call->file;
        if (!g->is_needy[root_of(g, g->calls[i].group)]) {
            continue;
        }
        size_t open = token_after(file, source_token(file, call->first->end - 1));
        if (!token_is(file, open, "(")) {
            refuse_at(c, "access-not-converted", call, NULL,
                      "this call through a pointer is not plain enough to hand over "
                      "the state");
            continue;
        }
        uint32_t place = argument_place(file, open);
        change(c, file, place, place,
               TEXT(c, token_is(file, token_after(file, open), ")") ? "%s" : "%s, ",
                    c->state),
               "hand over the state");
    }
}

bool
callback_place(const struct conversion *c, size_t i,
               const struct source_file **out_file, uint32_t *out_offset)
{
    const struct callbacks *g = c->callbacks;
    size_t open;
    if (g == NULL || i >= g->n_pointers) {
        return false;
    }
    const struct pointer *pointer = &g->pointers[i];
    *out_file = NULL;
    if (g->is_needy[root_of(g, pointer->group)]
        && find_declarator(c, pointer, out_file, &open))
    {
        *out_offset = pointer->record != NULL && pointer->record->file == *out_file
                          ? pointer->record->begin
                          : (*out_file)->tokens[open].begin;
    }
    return true;
}
