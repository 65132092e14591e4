/* Names that a macro puts together: with `py_ ## S`, each use of the macro means another
 * variable.  If all of them move, `state->py_ ## S` means the field of each. */
#include "convert/plan/token_pasting.h"

#include <string.h>

#include "convert/facts/inactive/macro_body.h"
#include "convert/facts/mentions.h"
#include "convert/plan/variables.h"

/* Does the use E mean VARIABLE by a name? */
static bool
means(const struct expansion *e, const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        if (use->file == e->file && use->begin >= e->begin && use->begin < e->end) {
            return true;
        }
    }
    return false;
}

/* The variable of use number *NEXT, or a later one, of MACRO by the name that begins at
 * OFFSET of its body; *NEXT is set behind it; NULL behind the last.  *OUT_OTHER: a use means
 * something else by it. */
static const struct variable *
next_pasted(const struct conversion *c, const struct macro *macro, uint32_t offset,
            size_t *next, bool *out_other)
{
    while (*next < c->source->n_expansions) {
        const struct expansion *e = &c->source->expansions[(*next)++];
        if (e->macro != macro) {
            continue;
        }
        const char *name = macro_pasted_name(c->arena, macro, offset, e);
        const struct variable_plan *plan = name != NULL ? plan_of_field(c, name) : NULL;
        if (plan == NULL || plan->kind == FIELD_TYPE
            || strcmp(plan->variable->name, name) != 0 || !means(e, plan->variable))
        {
            *out_other = true;
            continue;
        }
        return plan->variable;
    }
    return NULL;
}

static void
add_pasted_of(struct conversion *c, const struct macro *macro)
{
    struct word word = {.file = macro->file, .end = macro->body};
    while (macro_next_paste(macro, &word)) {
        size_t next = 0;
        bool is_other = false;
        const struct variable *first =
            next_pasted(c, macro, word.begin, &next, &is_other);
        while (next_pasted(c, macro, word.begin, &next, &is_other) != NULL) {
        }
        if (first != NULL && !is_other) {
            add_pasted_mention(c, &word, first, macro);
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
    for (size_t i = 0; i < mention_count(c); i++) {
        const struct mention *mention = mention_at(c, i);
        size_t next = 0;
        bool ignored;
        const struct variable *other = NULL;
        while (mention->is_pasted && use->within != NULL
               && (other = next_pasted(c, mention->in_macro, mention->begin, &next,
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
    for (size_t i = 0; i < mention_count(c); i++) {
        const struct mention *mention = mention_at(c, i);
        bool is_closed = false, ignored;
        for (int pass = 0; pass < 2 && mention->is_pasted; pass++) {
            const struct variable *variable;
            size_t next = 0;
            while ((variable = next_pasted(c, mention->in_macro, mention->begin, &next,
                                           &ignored))
                   != NULL)
            {
                is_closed |= closed[variable->id];
                closed[variable->id] |= pass == 1 && is_closed;
            }
        }
    }
}
