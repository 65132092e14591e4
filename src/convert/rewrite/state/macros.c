/* Macros whose bodies need the state: those with arguments get it as their first, the
 * others, and those that are defined in a function, use the name that the function gives
 * it. */
#include "convert/rewrite/state/macros.h"

#include <string.h>

#include "convert/facts/places.h"
#include "convert/plan/inactive_functions.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/functions/function_head.h"

/* Put ARGUMENT in front of what stands in the parentheses that open at token I. */
static void
add_first(struct conversion *c, const struct source_file *file, size_t i,
          const char *argument)
{
    bool is_empty = token_is(file, token_after(file, i), ")");
    uint32_t place = argument_place(file, i);
    change(c, file, place, place, TEXT(c, is_empty ? "%s" : "%s, ", argument),
           "hand over the state");
}

/* The accessor's whole #define goes, as each of its uses becomes the state. */
static void
remove_accessor(struct conversion *c, const struct macro *macro)
{
    const struct source_file *file = macro->file;
    change_cover(c, file, line_begin(file, macro->begin), line_end(file, macro->end),
                 "", "the state is handed over instead");
}

static void
edit_definition_of(struct conversion *c, const struct macro *macro)
{
    const struct macro_plan *plan = plan_of_macro(c, macro);
    if (plan->is_accessor) {
        remove_accessor(c, macro);
    }
    else if (macro->function_like && !plan->is_generator && plan->home == NULL) {
        size_t open = token_after(macro->file, token_at(macro->file, macro->begin));
        if (token_is(macro->file, open, "(")) {
            add_first(c, macro->file, open, c->state);
        }
    }
}

static void
edit_use(struct conversion *c, const struct mention *mention)
{
    const struct macro *macro = mention->macro;
    const struct macro_plan *plan = plan_of_macro(c, macro);
    const struct source_file *file = mention->file;
    const struct token *token = &file->tokens[mention->token];

    if (plan->home != NULL && !plan->is_accessor && !plan->is_alias) {
        return;
    }
    if (mention->within == NULL && mention->in_macro == NULL
        && !inactive_has_state(c, mention))
    {
        if (!plan->is_generator) {
            refuse(c, "state-not-converted", file, token->begin, macro->name,
                   "the macro '%s' needs the module state, but is used %s", macro->name,
                   token->inactive ? "in code that this configuration does not compile"
                                   : "outside of any function");
        }
        return;
    }
    if (plan->is_accessor) {
        uint32_t end = token->end;
        if (macro->function_like) {
            end = file->tokens[token_closing(file, token_after(file, mention->token))]
                      .end;
        }
        change_cover(c, file, token->begin, end, c->state, "the state itself");
    }
    else if (plan->is_alias && token_is(file, token_after(file, mention->token), "(")) {
        add_first(c, file, token_after(file, mention->token), c->state);
    }
    else if (macro->function_like && !plan->is_generator) {
        add_first(c, file, token_after(file, mention->token), c->state);
    }
}

/* The same macro may be defined otherwise in branches that are not compiled. */
static void
edit_inactive_definitions(struct conversion *c, const struct source_file *file)
{
    for (size_t i = 0; i + 3 < file->n_tokens; i++) {
        if (!file->tokens[i].inactive || file->tokens[i].directive == 0
            || !token_is(file, i, "define") || !token_is(file, i + 2, "(")
            || file->tokens[i + 2].begin != file->tokens[i + 1].end)
        {
            continue;
        }
        const char *name = token_text(c, file, i + 1);
        for (size_t k = 0; k < c->source->n_macros; k++) {
            const struct macro *macro = c->source->macros[k];
            const struct macro_plan *plan = plan_of_macro(c, macro);
            if (plan->needs_state && !plan->is_generator && macro->function_like
                && strcmp(macro->name, name) == 0)
            {
                add_first(c, file, i + 2, c->state);
                break;
            }
        }
    }
}

void
edit_macros(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_macros; i++) {
        const struct macro *macro = c->source->macros[i];
        if (plan_of_macro(c, macro)->needs_state) {
            edit_definition_of(c, macro);
        }
    }
    for (size_t i = 0; i < c->source->n_files; i++) {
        edit_inactive_definitions(c, c->source->files[i]);
    }
    for (size_t i = 0; i < c->n_mentions; i++) {
        const struct mention *mention = &c->mentions[i];
        if (mention->macro != NULL && plan_of_macro(c, mention->macro)->needs_state) {
            edit_use(c, mention);
        }
    }
}
