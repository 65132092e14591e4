/* What the mentions of moving variables become. */
#include "convert/plan/references.h"

#include "convert/facts/mentions.h"
#include "convert/findings.h"
#include "convert/plan/collector.h"
#include "convert/plan/functions.h"
#include "convert/plan/inactive_functions.h"
#include "convert/plan/variables.h"

static void
add(struct conversion *c, struct references *list, const struct mention *mention,
    enum reference_kind kind)
{
    ARENA_ADD(c->arena, list->items, list->n_items, list->capacity,
              &(struct reference){mention, kind});
}

/* Is it a value that the exec function assigns? */
static bool
is_initial_value(const struct conversion *c, const struct mention *mention)
{
    const struct variable_plan *holder = moving(c, mention->holder);
    return mention->within == NULL && holder != NULL && holder->kind != FIELD_TYPE;
}

static void
plan_reference(struct conversion *c, struct references *list,
               const struct mention *mention)
{
    if (mention->in_macro != NULL) {
        if (!mention->is_pasted && mention->is_joined) {
            refuse(c, "state-not-converted", mention->file, mention->begin,
                   mention->variable->name, "a macro stringizes or pastes '%s'",
                   mention->variable->name);
            return;
        }
        add(c, list, mention,
            mention->is_pasted ? REFERENCE_PASTED : REFERENCE_IN_MACRO);
    }
    else if (is_initial_value(c, mention)) {
        add(c, list, mention, REFERENCE_FIELD);
    }
    else if (is_own_type(c, mention)) {
        add(c, list, mention, REFERENCE_OWN_TYPE);
    }
    else if (inactive_has_state(c, mention)
             || (mention->within != NULL
                 && plan_of_function(c, mention->within)->needs_state))
    {
        add(c, list, mention, REFERENCE_FIELD);
    }
}

void
plan_references(struct conversion *c)
{
    struct references *list = ARENA_NEW(c->arena, struct references);
    *list = (struct references){0};
    for (size_t i = 0; i < mention_count(c); i++) {
        const struct mention *mention = mention_at(c, i);
        if (moving(c, mention->variable) != NULL) {
            plan_reference(c, list, mention);
        }
    }
    c->references = list;
}
