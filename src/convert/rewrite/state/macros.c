/* Macros whose bodies need the state: those with arguments get it as their first, the
 * others, and those that are defined in a function, use the name that the function gives
 * it. */
#include "convert/rewrite/state/macros.h"

#include "convert/facts/mentions.h"
#include "convert/plan/macro_uses.h"
#include "convert/plan/macros.h"
#include "convert/plan/names.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/functions/function_head.h"
#include "convert/text/places.h"
#include "model/extent.h"

static const char handed_over[] = "pass the state";

/* The accessor's whole #define goes, as each of its uses becomes the state; with the blank line
 * behind it, if one stands in front. */
static void
remove_accessor(struct rewriter *r, const struct macro *macro)
{
    const struct source_file *file = macro->file;
    uint32_t begin = line_begin(file, macro->begin), end = line_end(file, macro->end);
    if (begin > 0 && end < file->size && line_is_blank(file, line_begin(file, begin - 1))
        && line_is_blank(file, end))
    {
        end = line_end(file, end);
    }
    change_cover(r, file, begin, end, "", "the state is passed instead");
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
            add_argument(r, &parameters, r->plan->names->state, handed_over);
        }
    }
}

static void
edit_use(struct rewriter *r, const struct macro_use *use)
{
    const struct mention *mention = use->mention;
    if (use->is_replaced) {
        change_cover(r, mention->file, mention->begin, use->end, r->plan->names->state,
                     "the state itself");
    }
    else {
        add_argument(r, &use->arguments, r->plan->names->state, handed_over);
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
    for (size_t i = 0; i < r->plan->macro_uses->n_inactive; i++) {
        add_argument(r, &r->plan->macro_uses->inactive[i], r->plan->names->state,
                     handed_over);
    }
    for (size_t i = 0; i < r->plan->macro_uses->n_items; i++) {
        edit_use(r, &r->plan->macro_uses->items[i]);
    }
}
