/* Functions that a macro is given by name, to call them: GET(dec, declination, make_angle).
 * One of them may need the state where another does not, so the macro stays as it is, and
 * is given the name of a macro that hands the state over. */
#include "convert/plan/macro_arguments.h"

#include "convert/arena_text.h"
#include "convert/facts/inactive/arguments.h"
#include "convert/facts/inactive/macro_body.h"
#include "convert/facts/mentions.h"
#include "convert/facts/nodes.h"
#include "convert/facts/used_names.h"
#include "convert/plan/functions.h"
#include "convert/plan/state_passing.h"
#include "convert/plan/state_receivers.h"
#include "model/extent.h"

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
    struct brackets behind;
    if (mention->function == NULL || mention->node == NULL || mention->in_macro != NULL
        || use_brackets(file, mention->begin, &behind))
    {
        return false;
    }
    uint32_t offset = mention->begin;
    const struct macro *macro;
    const char *parameter =
        argument_parameter(c->arena, c->source, file, offset, mention->end, &macro);
    /* What hands the state over stands behind the function. */
    const struct declaration *definition = function_definition(mention->function);
    return parameter != NULL && macro_only_calls(macro, parameter)
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
    for (size_t i = 0; i < mention_count(c); i++) {
        const struct mention *mention = mention_at(c, i);
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

/* N names for macros that stand for FUNCTION. */
static const char *const *
names_for(const struct conversion *c, const struct function *function, size_t n)
{
    const char **names = ARENA_ARRAY(c->arena, const char *, n);
    for (size_t i = 0; i < n; i++) {
        const char *name = TEXT(c, "%s_with_state", function->name);
        if (i > 0) {
            name = TEXT(c, "%s_%zu", name, i + 1);
        }
        while (name_is_used(c, name)) {
            name = TEXT(c, "%s_1", name);
        }
        names[i] = name;
    }
    return names;
}

static void
plan_names_of_macros(const struct conversion *c, struct macro_argument *items, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct function *function = items[i].mention->function;
        size_t n_arguments = 0;
        for (size_t k = 0; k < n; k++) {
            if (items[k].mention->function == function) {
                n_arguments++;
                items[i].names = k < i ? items[k].names : items[i].names;
            }
        }
        if (items[i].names == NULL) {
            items[i].names = names_for(c, function, n_arguments);
        }
    }
}

void
plan_macro_arguments(struct conversion *c)
{
    struct macro_arguments *list = ARENA_NEW(c->arena, struct macro_arguments);
    struct macro_argument *items = ARENA_ARRAY(c->arena, struct macro_argument,
                                               mention_count(c) + 1);
    *list = (struct macro_arguments){.items = items};
    c->macro_arguments = list;
    for (size_t i = 0; i < mention_count(c); i++) {
        const struct mention *mention = mention_at(c, i);
        if (mention->function == NULL || !mention_needs_state(c, mention)
            || !is_called_by_macro(c, mention))
        {
            continue;
        }
        const struct function *within = mention->node->within;
        if (within != NULL && !is_served_by_names(c, within)) {
            within = NULL;
        }
        if (within != NULL && !check_lookup(c, within)) {
            return;
        }
        items[list->n_items++] = (struct macro_argument){mention, within, NULL};
    }
    plan_names_of_macros(c, items, list->n_items);
}
