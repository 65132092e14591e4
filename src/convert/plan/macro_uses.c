/* Uses of macros whose bodies need the state. */
#include "convert/plan/macro_uses.h"

#include "convert/facts/inactive/conditionals.h"
#include "convert/facts/inactive/macro_body.h"
#include "convert/facts/mentions.h"
#include "convert/findings.h"
#include "convert/plan/inactive_functions.h"
#include "convert/plan/macros.h"

static void
add(struct conversion *c, struct macro_uses *list, struct macro_use use)
{
    ARENA_ADD(c->arena, list->items, list->n_items, list->capacity, &use);
}

static void
plan_use(struct conversion *c, struct macro_uses *list, const struct mention *mention)
{
    const struct macro *macro = mention->macro;
    const struct macro_plan *plan = plan_of_macro(c, macro);
    struct macro_use use = {.mention = mention, .end = mention->end};
    bool is_called = use_brackets(mention->file, mention->begin, &use.arguments);

    if (plan->home != NULL && !plan->is_accessor && !plan->is_alias) {
        return; /* the function that it is defined in names the state */
    }
    if (mention->within == NULL && mention->in_macro == NULL
        && !inactive_has_state(c, mention))
    {
        bool is_other = mention->file == macro->file
                        && branches_exclude(macro->file, mention->begin, macro->begin);
        if (!plan->is_generator) {
            refuse(c, "state-not-converted", mention->file, mention->begin, macro->name,
                   "the macro '%s' needs the module state, but %s", macro->name,
                   is_other ? "another branch of the same file gives its name to something else, "
                              "as for another module"
                   : mention->is_inactive ? "is used in an inactive #if branch"
                                          : "is used outside any function");
        }
        return;
    }
    if (plan->is_accessor) {
        use.is_replaced = true;
        if (macro->function_like && is_called) {
            use.end = use.arguments.close + 1;
        }
        add(c, list, use);
    }
    else if (is_called
             && (plan->is_alias || (macro->function_like && !plan->is_generator))) {
        add(c, list, use);
    }
}

/* The same macro may be defined otherwise in branches that are not compiled. */
static void
plan_inactive_definitions(struct conversion *c, struct macro_uses *list,
                          const struct source_file *file)
{
    struct word word = {.file = file};
    struct brackets parameters;
    while (inactive_macro_next(&word, &parameters)) {
        for (size_t k = 0; k < c->source->n_macros; k++) {
            const struct macro *macro = c->source->macros[k];
            const struct macro_plan *plan = plan_of_macro(c, macro);
            if (plan->needs_state && !plan->is_generator && macro->function_like
                && word_is(&word, macro->name))
            {
                ARENA_ADD(c->arena, list->inactive, list->n_inactive,
                          list->inactive_capacity, &parameters);
                break;
            }
        }
    }
}

void
plan_macro_uses(struct conversion *c)
{
    struct macro_uses *list = ARENA_NEW(c->arena, struct macro_uses);
    *list = (struct macro_uses){0};
    for (size_t i = 0; i < mention_count(c); i++) {
        const struct mention *mention = mention_at(c, i);
        if (mention->macro != NULL && plan_of_macro(c, mention->macro)->needs_state) {
            plan_use(c, list, mention);
        }
    }
    for (size_t i = 0; i < c->source->n_files; i++) {
        plan_inactive_definitions(c, list, c->source->files[i]);
    }
    c->macro_uses = list;
}
