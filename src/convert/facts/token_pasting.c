/* Names that a macro puts together: with `py_ ## S`, each use of the macro means another
 * variable.  If all of them move, `state->py_ ## S` means the field of each. */
#include "convert/facts/token_pasting.h"

#include <string.h>

#include "convert/facts/mentions.h"

/* The tokens of argument number I of the macro use E, as one token; false if it is none
 * or more. */
static bool
argument_token(const struct expansion *e, size_t i, size_t *out_token)
{
    const struct source_file *file = e->file;
    size_t open = token_after(file, token_at(file, e->begin));
    size_t close =
        token_is(file, open, "(") ? token_closing(file, open) : file->n_tokens;
    size_t n_commas = 0, n_tokens = 0;
    if (close >= file->n_tokens) {
        return false;
    }
    for (size_t k = token_after(file, open); k < close; k = token_after(file, k)) {
        if (token_is(file, k, ",")) {
            n_commas++;
        }
        else if (token_is(file, k, "(")) {
            n_tokens += n_commas == i ? 2 : 0;
            k = token_closing(file, k);
            if (k >= close) {
                return false;
            }
        }
        else if (n_commas == i) {
            *out_token = k;
            n_tokens++;
        }
    }
    return n_tokens == 1;
}

/* The number of the parameter of MACRO that token I of its body is; -1: none. */
static int
parameter_number(const struct macro *macro, size_t i)
{
    const struct source_file *file = macro->file;
    size_t open = token_after(file, token_at(file, macro->begin));
    size_t close = token_closing(file, open);
    const struct token *token = &file->tokens[i];
    size_t size = token->end - token->begin;
    int n = 0;
    for (size_t k = token_after(file, open); k < close; k = token_after(file, k)) {
        const struct token *name = &file->tokens[k];
        if (token_is(file, k, ",")) {
            n++;
        }
        else if (name->end - name->begin == size
                 && memcmp(file->text + name->begin, file->text + token->begin, size)
                        == 0)
        {
            return n;
        }
    }
    return -1;
}

/* Does a name that is put together begin at token I of a macro's body? */
static bool
begins_paste(const struct macro *macro, size_t i)
{
    const struct source_file *file = macro->file;
    return file->tokens[i].kind == TOKEN_IDENTIFIER && token_is(file, i + 1, "##")
           && !token_is(file, i - 1, "##") && !token_is(file, i - 1, "#");
}

/* What the name that begins at token I is for the use E; NULL: not a plain name. */
static const char *
pasted_name(const struct conversion *c, const struct macro *macro, size_t i,
            const struct expansion *e)
{
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    const struct source_file *file = macro->file;
    for (;; i += 2) {
        const struct source_file *from = file;
        size_t part = i;
        int number = parameter_number(macro, i);
        if (number >= 0) {
            from = e->file;
            if (!argument_token(e, (size_t)number, &part)) {
                return NULL;
            }
        }
        strbuf_add(&out, from->text + from->tokens[part].begin,
                   from->tokens[part].end - from->tokens[part].begin);
        if (!token_is(file, i + 1, "##") || i + 2 >= file->n_tokens) {
            break;
        }
    }
    return arena_copy(c->arena, out.text, out.size);
}

/* The variable that the use E means by NAME, or NULL. */
static const struct variable *
variable_at(const struct conversion *c, const struct expansion *e, const char *name)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        if (strcmp(variable->name, name) != 0) {
            continue;
        }
        for (size_t k = 0; k < variable->n_uses; k++) {
            const struct node *use = variable->uses[k];
            if (use->file == e->file && use->begin >= e->begin && use->begin < e->end) {
                return variable;
            }
        }
    }
    return NULL;
}

/* The variable of use number *NEXT, or a later one, of MACRO by the name that begins at
 * token I; *NEXT is set behind it; NULL behind the last.  *OUT_OTHER: a use means
 * something else by it. */
static const struct variable *
next_pasted(const struct conversion *c, const struct macro *macro, size_t i,
            size_t *next, bool *out_other)
{
    while (*next < c->source->n_expansions) {
        const struct expansion *e = &c->source->expansions[(*next)++];
        if (e->macro != macro) {
            continue;
        }
        const char *name = pasted_name(c, macro, i, e);
        const struct variable *variable = name != NULL ? variable_at(c, e, name) : NULL;
        const struct variable_plan *plan = moving(c, variable);
        if (plan == NULL || plan->kind == FIELD_TYPE || strcmp(plan->field, name) != 0)
        {
            *out_other = true;
            continue;
        }
        return variable;
    }
    return NULL;
}

static void
add_pasted_of(struct conversion *c, const struct macro *macro)
{
    const struct source_file *file = macro->file;
    for (size_t i = token_at(file, macro->body);
         i + 2 < file->n_tokens && file->tokens[i].begin < macro->end; i++)
    {
        size_t next = 0;
        bool is_other = false;
        if (!begins_paste(macro, i)) {
            continue;
        }
        const struct variable *first = next_pasted(c, macro, i, &next, &is_other);
        while (next_pasted(c, macro, i, &next, &is_other) != NULL) {
        }
        if (first != NULL && !is_other) {
            add_mention(c, (struct mention){.file = file,
                                            .token = i,
                                            .variable = first,
                                            .in_macro = macro,
                                            .is_pasted = true});
        }
    }
}

void
plan_token_pasting(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_macros; i++) {
        if (c->source->macros[i]->function_like) {
            add_pasted_of(c, c->source->macros[i]);
        }
    }
}

bool
is_converted_pasting(const struct conversion *c, const struct variable *variable,
                     const struct node *use)
{
    for (size_t i = 0; i < c->n_mentions; i++) {
        const struct mention *mention = &c->mentions[i];
        size_t next = 0;
        bool ignored;
        const struct variable *other = NULL;
        while (mention->is_pasted && use->within != NULL
               && (other = next_pasted(c, mention->in_macro, mention->token, &next,
                                       &ignored))
                      != NULL)
        {
            const struct expansion *e = &c->source->expansions[next - 1];
            if (other == variable && use->file == e->file && use->begin >= e->begin
                && use->begin < e->end)
            {
                return true;
            }
        }
    }
    return false;
}

void
close_pasted(const struct conversion *c, bool *closed)
{
    for (size_t i = 0; i < c->n_mentions; i++) {
        const struct mention *mention = &c->mentions[i];
        bool is_closed = false, ignored;
        for (int pass = 0; pass < 2 && mention->is_pasted; pass++) {
            const struct variable *variable;
            size_t next = 0;
            while ((variable = next_pasted(c, mention->in_macro, mention->token, &next,
                                           &ignored))
                   != NULL)
            {
                is_closed |= closed[variable->id];
                closed[variable->id] |= pass == 1 && is_closed;
            }
        }
    }
}
