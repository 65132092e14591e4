/* Macros whose bodies need the state: those with arguments get it as their first, the
 * others, and those that are defined in a function, use the name that the function gives
 * it. */
#include "convert/rewrite/state/macros.h"

#include <string.h>

#include "convert/facts/inactive/macro_body.h"
#include "convert/text/places.h"
#include "convert/plan/inactive_functions.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/functions/function_head.h"
#include "model/extent.h"

static const char handed_over[] = "pass the state";

/* The accessor's whole #define goes, as each of its uses becomes the state. */
static void
remove_accessor(struct rewriter *r, const struct macro *macro)
{
    const struct source_file *file = macro->file;
    change_cover(r, file, line_begin(file, macro->begin), line_end(file, macro->end),
                 "", "the state is passed instead");
}

static void
edit_definition_of(struct rewriter *r, const struct macro *macro)
{
    const struct macro_plan *plan = plan_of_macro(r->plan, macro);
    if (plan->is_accessor) {
        remove_accessor(r, macro);
    }
    else if (macro->function_like && !plan->is_generator && plan->home == NULL) {
        struct brackets parameters;
        if (use_brackets(macro->file, macro->begin, &parameters)) {
            add_argument(r, &parameters, r->plan->state, handed_over);
        }
    }
}

static void
edit_use(struct rewriter *r, const struct mention *mention)
{
    const struct macro *macro = mention->macro;
    const struct macro_plan *plan = plan_of_macro(r->plan, macro);
    const struct source_file *file = mention->file;
    struct brackets arguments;
    bool is_called = use_brackets(file, mention->begin, &arguments);

    if (plan->home != NULL && !plan->is_accessor && !plan->is_alias) {
        return;
    }
    if (mention->within == NULL && mention->in_macro == NULL
        && !inactive_has_state(r->plan, mention))
    {
        if (!plan->is_generator) {
            refuse(r->late, "state-not-converted", file, mention->begin, macro->name,
                   "the macro '%s' needs the module state, but is used %s", macro->name,
                   mention->is_inactive ? "in an inactive #if branch"
                                        : "outside any function");
        }
        return;
    }
    if (plan->is_accessor) {
        uint32_t end =
            macro->function_like && is_called ? arguments.close + 1 : mention->end;
        change_cover(r, file, mention->begin, end, r->plan->state, "the state itself");
    }
    else if (is_called
             && (plan->is_alias || (macro->function_like && !plan->is_generator))) {
        add_argument(r, &arguments, r->plan->state, handed_over);
    }
}

/* The same macro may be defined otherwise in branches that are not compiled. */
static void
edit_inactive_definitions(struct rewriter *r, const struct source_file *file)
{
    struct word word = {.file = file};
    struct brackets parameters;
    while (inactive_macro_next(&word, &parameters)) {
        for (size_t k = 0; k < r->source->n_macros; k++) {
            const struct macro *macro = r->source->macros[k];
            const struct macro_plan *plan = plan_of_macro(r->plan, macro);
            if (plan->needs_state && !plan->is_generator && macro->function_like
                && word_is(&word, macro->name))
            {
                add_argument(r, &parameters, r->plan->state, handed_over);
                break;
            }
        }
    }
}

void
edit_macros(struct rewriter *r)
{
    for (size_t i = 0; i < r->source->n_macros; i++) {
        const struct macro *macro = r->source->macros[i];
        if (plan_of_macro(r->plan, macro)->needs_state) {
            edit_definition_of(r, macro);
        }
    }
    for (size_t i = 0; i < r->source->n_files; i++) {
        edit_inactive_definitions(r, r->source->files[i]);
    }
    for (size_t i = 0; i < r->plan->n_mentions; i++) {
        const struct mention *mention = &r->plan->mentions[i];
        if (mention->macro != NULL
            && plan_of_macro(r->plan, mention->macro)->needs_state) {
            edit_use(r, mention);
        }
    }
}
